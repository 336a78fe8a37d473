import type { ReadResult } from './read-result'

/** A request that lines of a batch answer. */
export interface RequestRecord {
  /** What was asked: the problem. */
  problem: string
  answer: string | null
  /** The model that was asked. */
  generator: string | null
}

/** What came beside the file. */
export interface ReadContext {
  /** Null: no request file came. */
  requests: ReadonlyMap<string, RequestRecord> | null
}

/** How one format is told and read. */
export interface InputFormat {
  /** Whether a line has the keys that only this format has. */
  detects(value: Readonly<Record<string, unknown>>): boolean
  /** @param value what `parseJsonLine` let through, or a row of a table by its header */
  read(value: unknown, context: ReadContext): ReadResult
}
