import type { FileColumnNames } from './column-mapping'
import type { ReadError, ReadResult } from './read-result'

/** A request of a batch. */
export interface BatchRequestRecord {
  /** The problem in the request. */
  problem: string
  answer: string | null
  /** The requested model. */
  generator: string | null
}

/** What was sent with the file. */
export interface ReadContext {
  /** Null if no request file was sent. */
  requests: ReadonlyMap<string, BatchRequestRecord> | null
  /** What the file calls the columns of a row. */
  columnNames?: FileColumnNames
}

/** How to detect and read a format. */
export interface InputFormat {
  /** Whether a line has the keys of this format. Formats that come earlier in the order of detection may have them too. */
  detects(value: Readonly<Record<string, unknown>>): boolean
  /** @param value from `parseJsonLine`, or a row of a table by its header */
  read(value: unknown, context: ReadContext): ReadResult
  /**
   * Moves an error that was found in the record of a line, such as `samples[0].text`, to where the line has it. Without this,
   * or with null, an error in a solution concerns the whole line.
   */
  locateError?: (error: ReadError, value: unknown, context: ReadContext) => ReadError | null
}
