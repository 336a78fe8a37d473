import type { InputOf, ReplyOf, z } from '@/lib/platform/contract'
import type { importReply, listImportsContract, startImportContract } from '../contract'

export type ImportReply = z.output<typeof importReply>

/** What a start asks for. */
export type ImportOptions = Omit<InputOf<typeof startImportContract>, 'project' | 'import'>

/** What one reading of a file found. */
export type RunCounts = Pick<
  ImportReply,
  | 'formats'
  | 'lines'
  | 'sha256'
  | 'problems'
  | 'solutions'
  | 'annotations'
  | 'gold'
  | 'repeated'
  | 'queued'
  | 'unserved'
  | 'refused'
  | 'problemsByLine'
  | 'samples'
  | 'columns'
  | 'stepCounts'
  | 'otherScores'
>

type Dated<T> = Omit<T, 'createdAt' | 'startedAt' | 'finishedAt'> & {
  createdAt: Date
  startedAt: Date | null
  finishedAt: Date | null
}

/** Kept together, for the page of its own. */
type Listed = 'problemsByLine' | 'samples' | 'columns' | 'stepCounts' | 'otherScores'

/** A row as it stands. */
export type FoundImport = Dated<Omit<ImportReply, 'options' | Listed>> & {
  options: ImportOptions | Record<string, never>
  listed: Partial<Pick<ImportReply, Listed>>
  reportFileId: string | null
}

/** The same, without what only a page of its own shows. */
export type ImportSummary = Omit<
  FoundImport,
  'options' | 'listed' | 'requestsBytes' | 'reportFileId'
>

export function readReply({ options, listed, reportFileId: _, ...row }: FoundImport): ImportReply {
  return {
    ...row,
    ...readDates(row),
    options: 'format' in options ? (options as ImportOptions) : null,
    problemsByLine: listed.problemsByLine ?? [],
    samples: listed.samples ?? [],
    columns: listed.columns ?? null,
    stepCounts: listed.stepCounts ?? null,
    otherScores: listed.otherScores ?? { solutions: 0, lines: [] },
  }
}

export function readSummary(
  row: ImportSummary,
): ReplyOf<typeof listImportsContract>['imports'][number] {
  return { ...row, ...readDates(row) }
}

const readDates = ({ createdAt, startedAt, finishedAt }: ImportSummary) => ({
  createdAt: createdAt.toISOString(),
  startedAt: startedAt?.toISOString() ?? null,
  finishedAt: finishedAt?.toISOString() ?? null,
})
