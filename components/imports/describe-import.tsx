import type { ReactNode } from 'react'
import { nameFormats } from '@/components/formats/format-names'
import type { Upload } from '@/lib/client/running-uploads'
import { formatBytes, formatCount, formatNoun } from '@/lib/platform/format'
import { type ImportReply, isUnreadable } from './import-reply'

/** The abstract of an import: which file, how large, read as what, and what came of it. */
export function describeImport(reply: ImportReply, upload: Upload | null): ReactNode {
  const bytes = upload?.part === 'data' ? upload.file.size : reply.receivedBytes
  return (
    <>
      <span className="font-mono text-[0.85em] wrap-anywhere">{reply.fileName}</span>
      {bytes > 0 && `, ${formatBytes(bytes)}`}
      {describeState(reply, upload)}
    </>
  )
}

function describeState(reply: ImportReply, upload: Upload | null): string {
  switch (reply.state) {
    case 'receiving':
      return upload?.state === 'sending'
        ? ', is on its way to the server. Nothing is changed yet.'
        : ', is not all there yet. Nothing is changed.'
    case 'checking':
      return ', is being looked at. Nothing is changed yet.'
    case 'checked':
      return describeLook(reply)
    case 'running':
      return ', is being imported. It goes in whole or not at all.'
    case 'done':
      return describeDone(reply)
    case 'refused':
      return `, was not imported: all of its lines were wanted, and ${formatNoun(reply.refused, 'line')} cannot be used. Nothing was changed.`
    case 'failed':
      return ', was not imported. Nothing was changed.'
    case 'cancelled':
      return ', was cancelled. Nothing of it was kept; it can be sent again at any time.'
  }
}

function describeLook(reply: ImportReply): string {
  const { lines, refused, formats } = reply
  if (lines === 0) return ' holds no lines. Nothing is changed.'
  if (isUnreadable(reply)) return ', cannot be read. Nothing is changed.'
  if (refused >= lines)
    return `: ${lines === 1 ? 'its one line cannot' : `none of its ${formatNoun(lines, 'line')} can`} be used. Nothing is changed.`
  const read = `, read as ${nameFormats(formats)}, ${formatNoun(reply.solutions + reply.repeated, 'solution')} on ${formatNoun(lines, 'line')}.`
  if (refused === 0) return `${read} All of it can be used. Nothing is changed yet.`
  return `${read} ${refused === 1 ? 'One line' : `${formatCount(refused)} lines`} cannot be used. Nothing is changed yet.`
}

function describeDone(reply: ImportReply): string {
  const { solutions, annotations, gold, refused, repeated } = reply
  const left = refused > 0 ? ` ${formatNoun(refused, 'line')} stayed out.` : ''
  if (solutions + annotations + gold === 0 && repeated > 0)
    return `, was here already, so nothing changed.${left}`
  return `, is in: ${formatNoun(solutions, 'solution')}${describeLabels(reply)}.${left}`
}

function describeLabels({ annotations, gold, queued, solutions }: ImportReply): string {
  const parts: string[] = []
  if (annotations > 0) parts.push(formatNoun(annotations, 'annotation'))
  if (gold > 0) parts.push(`${formatCount(gold)} as gold`)
  if (queued > 0)
    parts.push(
      queued === solutions ? 'in the queue by now' : `${formatCount(queued)} of them in the queue`,
    )
  return parts.length === 0 ? '' : `, ${parts.join(', ')}`
}
