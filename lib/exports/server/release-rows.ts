import type { StoredRecord } from '@/lib/formats/record'
import type { RowReader } from '@/lib/platform/server/row-reader'
import { findFirstError } from '@/lib/review/consensus/votes'
import type { Split } from '../choose-side'
import { buildConsensusRecord } from '../consensus-record'
import {
  type ConsensusRule,
  decideConsensus,
  type Decided,
  readVote,
  type Vote,
} from '../decide-consensus'
import type { Selection } from './select-labellings'
import {
  readBySolution,
  readStoredLabellings,
  type StoredSolutionLabellings,
} from './stored-labellings.sql'

/** What becomes rows of each format: a labelling, or what those of a solution come to. */
export interface ReleaseRow {
  record: StoredRecord
  /** How many labellings the filters leave of the same solution; with a consensus, that were heard. */
  ofSolution: number
  /** Null: a labelling that stands for itself. */
  consensus: { decided: Decided; votes: readonly Vote[] } | null
}

/** Labellings in the order in which they came; with a rule, solutions in that order, without those that are tied. */
export async function* readReleaseRows(
  rows: RowReader,
  selection: Selection,
  rule: ConsensusRule | null,
  { events }: { events: boolean },
): AsyncGenerator<ReleaseRow> {
  if (rule) {
    for await (const solution of readBySolution(rows, selection)) {
      const row = decideSolution(rule, solution)
      if (row) yield row
    }
    return
  }
  for await (const { ofSolution, ...record } of readStoredLabellings(rows, selection, {
    events,
    counts: true,
  }))
    yield { record, ofSolution, consensus: null }
}

function decideSolution(
  rule: ConsensusRule,
  { records, ruling }: StoredSolutionLabellings,
): ReleaseRow | null {
  const [first] = records
  if (!first) return null
  const { solution } = first
  const decision = decideConsensus(rule, {
    steps: solution.steps.length,
    votes: records.map(({ labelling }) => readVote(labelling, solution)),
    ruling,
  })
  if (decision.kind === 'undecided') return null
  const { votes, missing: _, ...decided } = decision
  const basis = records.find(({ labelling }) => labelling.id === decided.basis) ?? first
  return {
    record: buildConsensusRecord(basis, decided),
    ofSolution: votes.length,
    consensus: { decided, votes },
  }
}

/** A line of `consensus.jsonl`: whose labellings a row comes from, and what each of them says. */
export function writeConsensusLine(
  solution: string,
  split: Split,
  { decided, votes }: NonNullable<ReleaseRow['consensus']>,
): string {
  const { policy, firstError, posterior, basis, ruling } = decided
  return JSON.stringify({
    solution,
    split,
    policy,
    first_error: firstError,
    people: votes.map(({ labeler }) => labeler),
    first_errors: votes.map(({ ratings }) => findFirstError(ratings)),
    labellings: votes.map(({ labelling }) => labelling),
    posterior,
    details_of: basis,
    adjudication: ruling?.adjudication ?? null,
    adjudicated_by: ruling?.by ?? null,
  })
}
