import type { NeutralPolicy } from './format-names'
import type { LabelsRecord, StoredRecord } from './record'

export interface WriteOptions {
  /** Null where the format has a place for neutral ratings. */
  neutral: NeutralPolicy | null
}

/** How one format is written: a pure function of the records, so that `convert`, exports and releases never differ. */
export interface OutputFormat {
  extension: 'jsonl' | 'csv'
  mediaType: 'application/x-ndjson' | 'text/csv'
  /** It knows only right and wrong: a neutral policy must be chosen. */
  needsNeutral: boolean
  /** A first line, before all records. */
  header: string | null
  /**
   * One annotation as lines, without their ends: several for some formats, none where it says nothing that they can say.
   * Where there are several they are made as they are taken: thousands of them may repeat the same long texts.
   */
  write(record: StoredRecord, options: WriteOptions): Iterable<string>
}

/** A format that has a place for labels alone: it is written without reading the rest. */
export interface LabelsFormat extends OutputFormat {
  write(record: LabelsRecord, options: WriteOptions): Iterable<string>
}
