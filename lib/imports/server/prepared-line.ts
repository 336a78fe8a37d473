import type { ImportItemPosition } from '@/lib/formats/excerpt'
import type {
  AnnotationRecord,
  LabellingEventRecord,
  ProblemRecord,
  SolutionRecord,
  StoredAnnotation,
  StoredRecord,
  StoredSolution,
} from '@/lib/formats/record'
import type { KnownAnswer } from '@/lib/gold/server/gold.sql'

export interface PreparedProblem {
  id: string
  /** SHA-256, in hex. */
  identity: string
  record: ProblemRecord
}

export interface PreparedSolution {
  id: string
  identity: string
  contentHash: string
  recordHash: string
  /** The record's hash without its answer; null unless it has an external id and the text states the same answer. */
  findLooseHash: () => string | null
  record: SolutionRecord
  /** The text as in the file, even if the file has its steps too. */
  text: string | null
  steps: string[]
  splitter: string | null
  stepSpans: number[]
  stepIds: number[]
  revision: number
  explanations: { step: number; position: number; text: string }[]
  answer: string | null
  verdict: string
  verdictReason: string
  verdictSource: StoredSolution['verdictSource']
  graderVersion: string
  annotations: PreparedAnnotation[]
  /** Its labels as known answers, if imported as such. */
  gold?: KnownAnswer
}

export interface PreparedAnnotation {
  id: string
  identity: string
  record: AnnotationRecord
  /** For storage; options have the line's numbers. */
  stored: Omit<StoredAnnotation, 'id' | 'state'>
  events: LabellingEventRecord[]
}

/** One line, ready to be stored: split into steps, with its answer extracted and graded, and all hashes. */
export interface PreparedLine {
  position: ImportItemPosition
  problem: PreparedProblem
  solutions: PreparedSolution[]
  /** For a line in the stepmark format. Its ids are resolved when it is stored (restore-ids.ts). */
  stored?: StoredRecord
}
