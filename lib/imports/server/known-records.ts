import type { StoredAnswer } from '@/lib/gold/server/gold.sql'
import type { KnownAnnotation } from './known-annotations.sql'
import type { KnownProblem, KnownSolution } from './stored-records.sql'

/** The records of a batch that the project already has. Keys are identities in hex, unless a comment says otherwise. */
export interface KnownRecords {
  problems: Map<string, KnownProblem>
  solutions: Map<string, KnownSolution>
  annotations: Set<string>
  /** Annotations that lines in the stepmark format name: each by its identity, and by its id. */
  namedAnnotations: Map<string, KnownAnnotation>
  /** By the solution's id. */
  gold: Map<string, StoredAnswer>
}
