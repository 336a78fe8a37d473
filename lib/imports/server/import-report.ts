import type { InputOf, ReplyOf, z } from '@/lib/platform/contract'
import type { importReply, listImportsContract, startImportContract } from '../contract'

export type ImportReply = z.output<typeof importReply>

/** Options of a start. */
export type ImportOptions = Omit<InputOf<typeof startImportContract>, 'project' | 'import'>

/** The result of reading a file once. */
export type ImportRunResult = Pick<
  ImportReply,
  | 'formats'
  | 'lines'
  | 'sha256'
  | 'problems'
  | 'solutions'
  | 'annotations'
  | 'gold'
  | 'duplicates'
  | 'queued'
  | 'unservable'
  | 'invalidLines'
  | ImportDetails
>

type WithDates<T> = Omit<T, 'createdAt' | 'startedAt' | 'finishedAt'> & {
  createdAt: Date
  startedAt: Date | null
  finishedAt: Date | null
}

/** Stored separately, for the import's own page. */
type ImportDetails =
  | 'lineErrors'
  | 'samples'
  | 'columns'
  | 'stepCounts'
  | 'conflictingScores'
  | 'presplitSolutions'

/** A row as stored. */
export type ImportRow = WithDates<Omit<ImportReply, 'options' | ImportDetails>> & {
  options: ImportOptions | Record<string, never>
  details: Partial<Pick<ImportReply, ImportDetails>>
  reportFileId: string | null
}

/** Without what only the import's own page shows. */
export type ImportSummary = Omit<
  ImportRow,
  'options' | 'details' | 'requestsBytes' | 'reportFileId'
>

export function toImportReply({
  options,
  details,
  reportFileId: _,
  ...row
}: ImportRow): ImportReply {
  return {
    ...row,
    ...formatDates(row),
    options: 'format' in options ? (options as ImportOptions) : null,
    lineErrors: details.lineErrors ?? [],
    samples: details.samples ?? [],
    columns: details.columns ?? null,
    stepCounts: details.stepCounts ?? null,
    presplitSolutions: details.presplitSolutions ?? 0,
    conflictingScores: details.conflictingScores ?? { solutions: 0, lines: [] },
  }
}

export function toImportSummary(
  row: ImportSummary,
): ReplyOf<typeof listImportsContract>['imports'][number] {
  return { ...row, ...formatDates(row) }
}

const formatDates = ({ createdAt, startedAt, finishedAt }: ImportSummary) => ({
  createdAt: createdAt.toISOString(),
  startedAt: startedAt?.toISOString() ?? null,
  finishedAt: finishedAt?.toISOString() ?? null,
})
