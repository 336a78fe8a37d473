import type { Draw } from './draw'

/** One file that cannot be used as it is, and what must be said of it. */
export interface MalformedFile {
  bytes: Uint8Array
  /** Lines that must be refused, those and no others; null: the file as a whole, in words. */
  refused: number[] | null
  /** What the place of a refused line must be like. */
  location?: RegExp
  /** Solutions of the lines that can be used. */
  valid: number
  /** What is in the project before. */
  before?: string
}

/** By name, each kind with what makes one file of it. */
export type Kinds = Readonly<Record<string, (draw: Draw) => MalformedFile>>
