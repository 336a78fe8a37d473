import type { KnownAnswer } from '@/lib/gold/server/gold.sql'
import type { KnownAnnotation } from './known-annotations.sql'
import type { KnownProblem, KnownSolution } from './stored-records.sql'

/** What of a batch is already in the project, by identity in hex. */
export interface KnownRecords {
  problems: Map<string, KnownProblem>
  solutions: Map<string, KnownSolution>
  annotations: Set<string>
  /** Of lines in the stepmark format, by identity and by id. */
  stored: Map<string, KnownAnnotation>
  /** By the solution's id. */
  gold: Map<string, KnownAnswer>
}
