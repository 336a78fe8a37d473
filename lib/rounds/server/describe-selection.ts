import { setImmediate as yieldToReplies } from 'node:timers/promises'
import type { Transaction } from '@/lib/platform/server/database'
import type { Candidate, Selected, Selection } from '../candidate'
import {
  leftOutExamples,
  type LeftOutReason,
  leftOutReasons,
  plannedHead,
  type RoundOutcome,
  roundOutcomeField,
} from '../contract'
import { type RoundPolicy, slicePolicies, type SlicePolicy } from '../policy'
import { isTaken } from '../rank-slice'
import { writeReason } from '../write-reason'
import { readHeadSolutions, type RoundItem } from './queue-round.sql'
import type { ReadCandidate } from './read-candidates'

const itemsAtOnce = 10_000

/** What `selectSolutions` makes of candidates is made of these very objects. */
const readTexts = (candidate: Candidate) => candidate as ReadCandidate

export const addHyphens = (hex: string) =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`

/** The items of a round in the order in which they are served, some at a time, with time for others in between. */
export async function* listItems(selected: readonly Selected[]): AsyncGenerator<RoundItem[]> {
  for (let from = 0; from < selected.length; from += itemsAtOnce) {
    const part = selected.slice(from, from + itemsAtOnce)
    yield part.map((one, i) => ({
      ...{ solution: one.candidate.id, problem: one.candidate.problem, slice: one.slice },
      ...{ score: one.candidate.score, place: from + i + 1, wanted: one.wanted },
      selectionProbability: one.selectionProbability,
      reason: writeReason(one, readTexts(one.candidate)),
    }))
    await yieldToReplies()
  }
}

/** What a selection is, in numbers and with its head. */
export async function describeSelection(
  db: Transaction,
  projectId: string,
  policy: RoundPolicy,
  selection: Selection,
  standing: { solutions: number; kept: number; dropped: number },
): Promise<RoundOutcome> {
  const { selected, leftOut } = selection
  const counts = new Map<string, number>()
  let [annotations, steps] = [0, 0]
  for (const { slice, wanted, candidate } of selected) {
    counts.set(slice, (counts.get(slice) ?? 0) + 1)
    annotations += wanted
    steps += candidate.steps
  }
  return {
    ...standing,
    ...{ queued: selected.length, annotations, steps },
    slices: countFound(policy, selection).map(({ slice, found }) => ({
      ...{ slice, found, queued: counts.get(slice) ?? 0 },
    })),
    scored: countScored(selection),
    leftOut: leftOutReasons.flatMap((reason) => {
      const left = leftOut.get(reason) ?? []
      const shown = left.slice(0, leftOutExamples)
      const examples = shown.map(({ id }) => addHyphens(id))
      const facts = shown.map(({ verdict, score }) => ({ verdict, score }))
      return left.length === 0 ? [] : [{ reason, solutions: left.length, examples, facts }]
    }),
    head: await describeHead(db, projectId, selected.slice(0, plannedHead)),
  }
}

/** The reasons for which a solution that could be served is not. */
const openReasons = [
  ...(['unsettled-answer', 'not-asked-for', 'no-score', 'per-problem-cap', 'beyond-size'] as const),
] satisfies LeftOutReason[]

/** Of each slice that is asked for how many open solutions it would take, were there room; of random, all of them. */
function countFound({ slices, exploration }: RoundPolicy, { selected, leftOut }: Selection) {
  const open = [
    ...selected.map(({ candidate }) => candidate),
    ...openReasons.flatMap((reason) => leftOut.get(reason) ?? []),
  ]
  const asked = new Set<SlicePolicy>(exploration === 1 ? [] : slices.map(({ policy }) => policy))
  const isAsked = (slice: SlicePolicy) => (slice === 'random' ? exploration > 0 : asked.has(slice))
  return slicePolicies.filter(isAsked).map((slice) => ({
    slice,
    found: open.filter((one) => slice === 'random' || isTaken(slice, one)).length,
  }))
}

function countScored({ selected, leftOut }: Selection): RoundOutcome['scored'] {
  const counts = { whole: 0, bySteps: 0 }
  const note = (candidate: Candidate) => {
    if (candidate.score !== null) counts[readTexts(candidate).isScoredWhole ? 'whole' : 'bySteps']++
  }
  for (const { candidate } of selected) note(candidate)
  for (const candidates of leftOut.values()) for (const candidate of candidates) note(candidate)
  return counts
}

async function describeHead(
  db: Transaction,
  projectId: string,
  selected: readonly Selected[],
): Promise<RoundOutcome['head']> {
  const ids = selected.map(({ candidate }) => addHyphens(candidate.id))
  const solutions = new Map(
    (await readHeadSolutions(db, projectId, ids)).map((row) => [row.solution, row]),
  )
  return selected.flatMap((one, i) => {
    const solution = solutions.get(ids[i]!)
    if (!solution) return []
    const { verdict, steps, score } = one.candidate
    const { slice, wanted, selectionProbability } = one
    const reason = writeReason(one, readTexts(one.candidate))
    return [
      { ...solution, ...{ slice, reason, score, verdict, steps, wanted, selectionProbability } },
    ]
  })
}

/** As it was stored; null where nothing is planned yet. */
export function readOutcome(stored: unknown): RoundOutcome | null {
  const read = roundOutcomeField.safeParse(stored)
  return read.success ? read.data : null
}
