import type { SeededRandom } from './seeded-random'

/** An invalid file and the expected errors. */
export interface MalformedFile {
  bytes: Uint8Array
  /** Numbers of exactly the lines that must be rejected; null if the error is about the whole file. */
  rejectedLines: number[] | null
  /** Pattern for the location of a rejected line. */
  location?: RegExp
  /** Number of solutions in valid lines. */
  valid: number
  /** Contents of the project before the import. */
  before?: string
}

/** Functions that make one file each, by the kind of the file. */
export type MalformedFileGenerators = Readonly<
  Record<string, (draw: SeededRandom) => MalformedFile>
>
