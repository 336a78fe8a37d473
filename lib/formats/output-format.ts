import type { NeutralPolicy, PromptSeparator } from './format-names'
import type { LabelsRecord, StoredRecord } from './record'

export interface WriteOptions {
  /** Null if none was chosen: only for formats with neutral ratings. */
  neutral: NeutralPolicy | null
  /** Format `preference`. Default: a blank line. */
  promptSeparator?: PromptSeparator | undefined
}

/**
 * How to write a format: a pure function of the records, so that `convert`, exports and releases
 * give the same result.
 */
export interface OutputFormat {
  extension: 'jsonl' | 'csv'
  mediaType: 'application/x-ndjson' | 'text/csv'
  /** It has only correct and wrong, so a neutral policy is required. */
  needsNeutral: boolean
  /** A first line before all records. */
  header: string | null
  /** Keys that identify a JSON line of the format; null if `detectInputFormat` or the header does. */
  identifyingKeys: readonly [string, ...string[]] | null
  /**
   * One annotation as lines without line endings: several in some formats, none if the format can't
   * express it. Lines are generated one by one, because thousands of them can repeat the same long
   * texts.
   */
  write(record: StoredRecord, options: WriteOptions): Iterable<string>
  /**
   * Whether the lines of an imported annotation have ratings after the first error.
   *
   * @throws AppError `invalid_input` if the format needs a neutral policy and none is set
   */
  hasLabelsAfterError(record: StoredRecord, options: WriteOptions): boolean
}

/** What formats for trainers share: JSON lines that are only correct or wrong. */
export const binaryJsonLines = {
  extension: 'jsonl',
  mediaType: 'application/x-ndjson',
  needsNeutral: true,
  header: null,
} as const

/** A format that has only labels, so the other tables are not read. */
export interface LabelsOutputFormat extends OutputFormat {
  write(record: LabelsRecord, options: WriteOptions): Iterable<string>
  hasLabelsAfterError(record: LabelsRecord, options: WriteOptions): boolean
}
