import { setImmediate as yieldToReplies } from 'node:timers/promises'
import type { Transaction } from '@/lib/platform/server/database'
import { formatStoredSelectionReason } from '@/lib/queue/selection-reason'
import type { SelectionCandidate, SelectedCandidate, SolutionSelection } from '../candidate'
import {
  maxExamplesPerReason,
  type NotSelectedReason,
  notSelectedReasons,
  maxRoundItemsInReply,
  type RoundOutcome,
  roundOutcomeField,
} from '../contract'
import { type RoundPolicy, slicePolicyNames, type SlicePolicyName } from '../policy'
import { matchesSlicePolicy } from '../rank-candidates'
import { toSelectionReason } from '../to-selection-reason'
import { readQueueItemSolutions, type RoundItem } from './queue-round.sql'
import type { StoredCandidate } from './read-candidates'

const batchSize = 10_000

/** `selectSolutions` returns the candidate objects that it was given. */
const toStoredCandidate = (candidate: SelectionCandidate) => candidate as StoredCandidate

export const formatHexAsUuid = (hex: string) =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`

/** The queue items of a round in serving order, in batches. Yields to other requests between batches. */
export async function* makeRoundItemBatches(
  selected: readonly SelectedCandidate[],
): AsyncGenerator<RoundItem[]> {
  for (let from = 0; from < selected.length; from += batchSize) {
    const part = selected.slice(from, from + batchSize)
    yield part.map((item, i) => ({
      solution: item.candidate.id,
      problem: item.candidate.problem,
      slice: item.slice,
      score: item.candidate.score,
      position: from + i + 1,
      slots: item.slots,
      selectionProbability: item.selectionProbability,
      reason: JSON.stringify(toSelectionReason(item)),
    }))
    await yieldToReplies()
  }
}

/** The outcome of a selection: counts, reasons and first items. */
export async function summariseRoundSelection(
  db: Transaction,
  projectId: string,
  policy: RoundPolicy,
  selection: SolutionSelection,
  queueCounts: { solutions: number; carriedOver: number; removed: number },
): Promise<RoundOutcome> {
  const { selected, notSelected } = selection
  const counts = new Map<string, number>()
  let [annotations, steps] = [0, 0]
  for (const { slice, slots, candidate } of selected) {
    counts.set(slice, (counts.get(slice) ?? 0) + 1)
    annotations += slots
    steps += candidate.steps
  }
  return {
    ...queueCounts,
    queued: selected.length,
    annotations,
    steps,
    slices: countMatching(policy, selection).map(({ slice, matching }) => ({
      slice,
      matching,
      queued: counts.get(slice) ?? 0,
    })),
    // Without scores, candidates are ranked by vote shares.
    scored: policy.scores.source === 'none' ? null : countScored(selection),
    notSelected: notSelectedReasons.flatMap((reason) => {
      const candidates = notSelected.get(reason) ?? []
      const exampleCandidates = candidates.slice(0, maxExamplesPerReason)
      const examples = exampleCandidates.map(({ id }) => formatHexAsUuid(id))
      const facts = exampleCandidates.map(({ verdict, score }) => ({ verdict, score }))
      return candidates.length === 0
        ? []
        : [{ reason, solutions: candidates.length, examples, facts }]
    }),
    firstItems: await describeFirstItems(db, projectId, selected.slice(0, maxRoundItemsInReply)),
  }
}

/** Reasons why an eligible solution is not selected. */
const eligibleReasons = [
  ...(['unsure-answer', 'no-slice', 'no-score', 'per-problem-cap', 'over-size'] as const),
] satisfies NotSelectedReason[]

/** For each slice of the policy, the eligible solutions that match it; for the random sample, all of them. */
function countMatching(
  { slices, exploration }: RoundPolicy,
  { selected, notSelected }: SolutionSelection,
) {
  const eligible = [
    ...selected.map(({ candidate }) => candidate),
    ...eligibleReasons.flatMap((reason) => notSelected.get(reason) ?? []),
  ]
  const policies = new Set<SlicePolicyName>(
    exploration === 1 ? [] : slices.map(({ policy }) => policy),
  )
  const isRequested = (slice: SlicePolicyName) =>
    slice === 'random' ? exploration > 0 : policies.has(slice)
  return slicePolicyNames.filter(isRequested).map((slice) => ({
    slice,
    matching: eligible.filter((item) => slice === 'random' || matchesSlicePolicy(slice, item))
      .length,
  }))
}

function countScored({ selected, notSelected }: SolutionSelection): RoundOutcome['scored'] {
  const counts = { bySolution: 0, bySteps: 0 }
  const countScore = (candidate: SelectionCandidate) => {
    if (candidate.score !== null)
      counts[toStoredCandidate(candidate).hasSolutionScore ? 'bySolution' : 'bySteps']++
  }
  for (const { candidate } of selected) countScore(candidate)
  for (const candidates of notSelected.values())
    for (const candidate of candidates) countScore(candidate)
  return counts
}

async function describeFirstItems(
  db: Transaction,
  projectId: string,
  selected: readonly SelectedCandidate[],
): Promise<RoundOutcome['firstItems']> {
  const ids = selected.map(({ candidate }) => formatHexAsUuid(candidate.id))
  const solutions = new Map(
    (await readQueueItemSolutions(db, projectId, ids)).map((row) => [row.solution, row]),
  )
  return selected.flatMap((item, i) => {
    const solution = solutions.get(ids[i]!)
    if (!solution) return []
    const { verdict, steps, score } = item.candidate
    const { slice, slots, selectionProbability } = item
    const reason = JSON.stringify(toSelectionReason(item))
    return [{ ...solution, slice, reason, score, verdict, steps, slots, selectionProbability }]
  })
}

/** Parses a stored outcome and formats its reasons. Returns null if there is none yet or its shape is outdated. */
export function parseRoundOutcome(storedOutcome: unknown): RoundOutcome | null {
  const { data } = roundOutcomeField.safeParse(storedOutcome)
  if (!data) return null
  const firstItems = data.firstItems.map((item) => ({
    ...item,
    reason: formatStoredSelectionReason(item.reason),
  }))
  return { ...data, firstItems }
}
