import { findFirstError } from '@/lib/formats/annotation-rules'
import type { StoredRecord } from '@/lib/formats/record'
import type { BulkRowReader } from '@/lib/platform/server/bulk-row-reader'
import type { Split } from '../choose-split-side'
import { buildConsensusRecord } from '../consensus-record'
import {
  type ConsensusRule,
  decideConsensus,
  type DecidedSolution,
  toConsensusVote,
  type Vote,
} from '../decide-consensus'
import type { AnnotationSelection } from './select-annotations'
import {
  readAnnotationsBySolution,
  readStoredAnnotations,
  type StoredSolutionAnnotations,
} from './stored-annotations.sql'

/** The source of rows: an annotation, or the consensus of a solution. */
export interface ReleaseRecord {
  record: StoredRecord
  /**
   * Number of annotations of the same solution that match the filters; with a consensus, of counted
   * votes.
   */
  annotationsOfSolution: number
  /** Null without a consensus. */
  consensus: { decided: DecidedSolution; votes: readonly Vote[] } | null
}

/** Annotations by id; with a rule, decided solutions by id. */
export async function* readReleaseRecords(
  rows: BulkRowReader,
  selection: AnnotationSelection,
  rule: ConsensusRule | null,
  { events }: { events: boolean },
): AsyncGenerator<ReleaseRecord> {
  if (rule) {
    for await (const solution of readAnnotationsBySolution(rows, selection)) {
      const row = decideSolution(rule, solution)
      if (row) yield row
    }
    return
  }
  for await (const records of readStoredAnnotations(rows, selection, { events, counts: true }))
    for (const { annotationsOfSolution, ...record } of records)
      yield { record, annotationsOfSolution, consensus: null }
}

function decideSolution(
  rule: ConsensusRule,
  { records, adjudication }: StoredSolutionAnnotations,
): ReleaseRecord | null {
  const [first] = records
  if (!first) return null
  const { solution } = first
  const decision = decideConsensus(rule, {
    steps: solution.steps.length,
    votes: records.map(({ annotation }) => toConsensusVote(annotation, solution)),
    adjudication,
  })
  if (decision.kind === 'undecided') return null
  const { votes, excludedCounts: _, ...consensusLabels } = decision
  const basis = records.find(({ annotation }) => annotation.id === consensusLabels.basis) ?? first
  return {
    record: buildConsensusRecord(basis, consensusLabels),
    annotationsOfSolution: votes.length,
    consensus: { decided: consensusLabels, votes },
  }
}

/** A line of `consensus.jsonl`: the annotations behind a row and their first errors. */
export function writeConsensusLine(
  { solution, annotation: { explanation, progress } }: StoredRecord,
  split: Split,
  { decided, votes }: NonNullable<ReleaseRecord['consensus']>,
): string {
  const { policy, firstError, posterior, basis, adjudication } = decided
  return JSON.stringify({
    solution: solution.id,
    split,
    policy,
    first_error: firstError,
    people: votes.map(({ labeler }) => labeler),
    first_errors: votes.map(({ ratings }) => findFirstError(ratings)),
    annotations: votes.map(({ annotation }) => annotation),
    posterior,
    details_of: basis,
    explanation,
    progress,
    adjudication: adjudication?.id ?? null,
    adjudicated_by: adjudication?.by ?? null,
  })
}
