import type { ReactNode } from 'react'
import type { ImportUpload } from '@/lib/client/running-uploads'
import { formatFormatLabels } from '@/lib/formats/format-names'
import { getFileRecordNoun } from '@/lib/imports/get-file-record-noun'
import { formatBytes, formatCount, formatQuantity } from '@/lib/platform/format'
import {
  type ImportReply,
  isAlreadyImported,
  isFileUnreadable,
  needsColumnMapping,
} from './import-reply'

/** The sentence under the title: file name, size, format and result. */
export function describeImport(reply: ImportReply, upload: ImportUpload | null): ReactNode {
  const bytes = upload?.part === 'data' ? upload.file.size : reply.receivedBytes
  return (
    <>
      <span className="font-mono text-[0.85em] wrap-anywhere">{reply.fileName}</span>
      {bytes > 0 && `, ${formatBytes(bytes)}`}
      {describeState(reply, upload)}
    </>
  )
}

function describeState(reply: ImportReply, upload: ImportUpload | null): string {
  switch (reply.state) {
    case 'receiving':
      return upload?.state === 'sending' ? ': uploading.' : ': upload incomplete.'
    case 'checking':
      return ': checking. Nothing is imported yet.'
    case 'checked':
      return describeCheck(reply)
    case 'running':
      return ': importing.'
    case 'done':
      return describeDone(reply)
    case 'rejected':
      return `: not imported, because ${formatQuantity(reply.invalidLines, getFileRecordNoun(reply))} can’t be used.`
    case 'failed':
      return ': import failed. Nothing was imported.'
    case 'cancelled':
      return ': cancelled. Nothing was imported.'
  }
}

function describeCheck(reply: ImportReply): string {
  const { lines, invalidLines, formats } = reply
  const noun = getFileRecordNoun(reply)
  if (lines === 0) return `: no ${noun}s.`
  if (needsColumnMapping(reply)) return ': columns not recognised.'
  if (isFileUnreadable(reply)) return ': can’t be read.'
  if (invalidLines >= lines)
    return `: ${lines === 1 ? `its only ${noun} can’t` : `none of ${formatQuantity(lines, noun)} can`} be used.`
  const summary = `, read as ${formatFormatLabels(formats)}, ${formatQuantity(reply.solutions + reply.duplicates, 'solution')} in ${formatQuantity(lines, noun)}.`
  if (invalidLines === 0)
    return `${summary} ${isAlreadyImported(reply) ? 'Already imported.' : 'Ready to import.'}`
  return `${summary} ${formatQuantity(invalidLines, noun)} can’t be used.`
}

function describeDone(reply: ImportReply): string {
  const { solutions, invalidLines } = reply
  const skippedText =
    invalidLines > 0
      ? ` ${formatQuantity(invalidLines, getFileRecordNoun(reply))} with errors skipped.`
      : ''
  if (isAlreadyImported(reply)) return `: everything was already imported.${skippedText}`
  return `: imported ${formatQuantity(solutions, 'solution')}${describeLabels(reply)}.${skippedText}`
}

function describeLabels({ annotations, gold, queued, solutions }: ImportReply): string {
  const parts: string[] = []
  if (annotations > 0) parts.push(formatQuantity(annotations, 'annotation'))
  if (gold > 0) parts.push(`${formatCount(gold)} as gold`)
  if (queued > 0)
    parts.push(
      queued === solutions
        ? solutions === 1
          ? 'queued'
          : 'all queued'
        : `${formatCount(queued)} queued`,
    )
  return parts.length === 0 ? '' : `, ${parts.join(', ')}`
}
