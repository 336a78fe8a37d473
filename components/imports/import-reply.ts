import { wholeFileLocation } from '@/lib/formats/read-result'
import type { getImportContract, ImportState, listImportsContract } from '@/lib/imports/contract'
import { getFileRecordNoun } from '@/lib/imports/get-file-record-noun'
import type { ReplyOf } from '@/lib/platform/contract'
import { formatQuantity } from '@/lib/platform/format'

export type ImportReply = ReplyOf<typeof getImportContract>
export type ImportOptions = NonNullable<ImportReply['options']>
/** Options that decide how a file is read. */
export type FileReadOptions = Pick<ImportOptions, 'format' | 'splitting' | 'labels' | 'columns'>
export type LineError = ImportReply['lineErrors'][number]
export type ImportSample = ImportReply['samples'][number]
export type PastImport = ReplyOf<typeof listImportsContract>['imports'][number]

/** The options with which the file was last read, or the defaults. */
export function getFileReadOptions({ options }: ImportReply): FileReadOptions {
  const { format = 'auto', splitting = 'project', labels = 'keep', columns = {} } = options ?? {}
  return { format, splitting, labels, columns }
}

/** Whether the import changes by itself, so it must be polled. */
export function isImportInProgress(state: ImportState): boolean {
  return state === 'receiving' || state === 'checking' || state === 'running'
}

/** Whether the server is reading the file. */
export function isReadingFile(state: ImportState): boolean {
  return state === 'checking' || state === 'running'
}

/** Whether the file was checked, or rejected with its errors: its last result. */
export function hasFindings(state: ImportState): boolean {
  return state === 'checked' || state === 'rejected'
}

/** Whether the import is done or cancelled, so its file is deleted. */
export function isImportFileDeleted(state: ImportState): boolean {
  return state === 'done' || state === 'cancelled'
}

/** Whether no line could be read, so that fixing lines doesn't help. */
export function isFileUnreadable({ lineErrors }: Pick<ImportReply, 'lineErrors'>): boolean {
  return lineErrors.some(({ location }) => location === wholeFileLocation)
}

/** Whether the file may be a table whose columns have other names, so that mapping them makes it readable. */
export function needsColumnMapping(reply: Pick<ImportReply, 'lineErrors' | 'columns'>): boolean {
  return isFileUnreadable(reply) && reply.columns !== null
}

/** Whether importing would change nothing, because all that can be used is in the project. */
export function isAlreadyImported({
  solutions,
  annotations,
  gold,
  duplicates,
}: Pick<ImportReply, 'solutions' | 'annotations' | 'gold' | 'duplicates'>): boolean {
  return solutions + annotations + gold === 0 && duplicates > 0
}

/**
 * Why the file can't be imported, or would change nothing, with these options; null if it can be
 * imported.
 */
export function findImportError(
  reply: ImportReply,
  onInvalidLines: ImportOptions['onInvalidLines'],
): string | null {
  const { invalidLines, lines } = reply
  const noun = getFileRecordNoun(reply)
  if (needsColumnMapping(reply)) return 'Map the columns first.'
  if (isFileUnreadable(reply)) return 'The file can’t be read in this format.'
  if (lines === 0) return 'The file has nothing to import.'
  if (invalidLines >= lines) return `No ${noun} can be used in this format.`
  if (invalidLines > 0 && onInvalidLines === 'reject')
    return `Fix ${formatQuantity(invalidLines, noun)} or skip ${invalidLines === 1 ? 'it' : 'them'}.`
  if (!isAlreadyImported(reply)) return null
  return invalidLines === 0
    ? 'Everything in this file was already imported.'
    : `All other ${noun}s were already imported.`
}

/** Whether the lines answer requests and the request file with the problems is missing. */
export function lacksRequestFile({ formats, lineErrors, requestsBytes }: ImportReply): boolean {
  if (requestsBytes !== null) return false
  // A format is only named once a line of it could be read.
  const refersToRequest = lineErrors.some(({ location }) => location === 'custom_id')
  return refersToRequest || /\b(openai|vllm)-batch\b/.test(formats)
}
