import type { getImportContract, ImportState, listImportsContract } from '@/lib/imports/contract'
import type { ReplyOf } from '@/lib/platform/contract'

export type ImportReply = ReplyOf<typeof getImportContract>
export type ImportOptions = NonNullable<ImportReply['options']>
/** How a file is read: what is found depends on it. */
export type Reading = Pick<ImportOptions, 'format' | 'splitting' | 'labels' | 'columns'>
export type LineProblem = ImportReply['problemsByLine'][number]
export type ImportSample = ImportReply['samples'][number]
export type PastImport = ReplyOf<typeof listImportsContract>['imports'][number]

/** As the last start said. */
export function readReading({ options }: ImportReply): Reading {
  const { format = 'auto', splitting = 'project', labels = 'keep', columns = {} } = options ?? {}
  return { format, splitting, labels, columns }
}

/** Something happens by itself: worth asking again in a moment. */
export function isMoving(state: ImportState): boolean {
  return state === 'receiving' || state === 'checking' || state === 'running'
}

/** The server reads the file. */
export function isReading(state: ImportState): boolean {
  return state === 'checking' || state === 'running'
}

/** Nothing can be done about it any more; its file is gone. */
export function isOver(state: ImportState): boolean {
  return state === 'done' || state === 'cancelled'
}

/** The place of what is wrong with a file as a whole: an archive, a table without a header. */
export const fileLevel = 'file'

/** No line was read: mending lines does not help. */
export function isUnreadable({ problemsByLine }: Pick<ImportReply, 'problemsByLine'>): boolean {
  return problemsByLine.some(({ place }) => place === fileLevel)
}

/** Lines answer requests, in which the problems stand, and the requests did not come. */
export function lacksRequests({ formats, problemsByLine, requestsBytes }: ImportReply): boolean {
  if (requestsBytes !== null) return false
  // A format is only named once a line of it could be read.
  const isAsked = problemsByLine.some(({ place }) => place === 'custom_id')
  return isAsked || /\b(openai|vllm)-batch\b/.test(formats)
}
