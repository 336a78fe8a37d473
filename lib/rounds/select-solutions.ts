import { drawSample, makeDraws } from '@/lib/platform/draws'
import type { Candidate, Selected, Selection } from './candidate'
import type { LeftOutReason } from './contract'
import { interleaveAtRandom, interleaveByShare } from './interleave'
import type { RoundPolicy } from './policy'
import { isTaken, rankSlice, type Ranked, type RankedPolicy } from './rank-slice'

/** What of a policy selects; where scores come from is settled before. */
export type SelectionPolicy = Omit<RoundPolicy, 'scores'>

type Problems = ReadonlyMap<string, readonly Candidate[]>
type Leave = (reason: LeftOutReason, candidate: Candidate) => void

/** Who has these has spoken for their text: it is not served again under another id. */
const speaksForText: ReadonlySet<LeftOutReason | null> = new Set([
  'gold',
  'taken-out',
  'labelled',
  'begun',
])

/**
 * What a round serves of these candidates, in order, and why it leaves out the rest. Pure: the same candidates, in any
 * order, and the same policy give the same selection. Fastest where they come by id.
 *
 * - Exploration is a simple random sample of all that can be served at all, the convincing ones too, without regard to
 *   the cap: each has the same known probability. It is spread over the whole round.
 * - The slices share the rest: the next place goes to the slice that is furthest behind its share. Where a slice has no
 *   more, the others go on. A solution that two slices want goes to the one that reaches it first.
 * - `perProblem` caps what the slices take of one problem, all together. The same text of a problem is served once.
 *
 * `people` is the project's own overlap.
 */
export function selectSolutions(
  candidates: readonly Candidate[],
  policy: SelectionPolicy,
  { people }: { people: number },
): Selection {
  const leftOut = new Map<LeftOutReason, Candidate[]>()
  const leave: Leave = (reason, candidate) => {
    const list = leftOut.get(reason)
    if (list) list.push(candidate)
    else leftOut.set(reason, [candidate])
  }
  const problems = listOpen(candidates, leave)
  const open = [...problems.values()].flat()
  const draw = makeDraws(policy.seed)
  const counts = countPlaces(problems, open.length, policy)
  const explored = drawSample(open, counts.explored, draw)
  const chosen = choose(problems, new Set(explored), policy, counts.chosen)
  const selected = interleaveAtRandom(
    chosen,
    explored.map((candidate) => describeExplored(candidate, explored.length, open.length)),
    draw,
  )
  explainRest(open, selected, policy, leave)
  return { selected: selected.map((one) => givePeople(one, policy, people, draw)), leftOut }
}

/** Those that may be selected, by problem and id; of the same text the first, and none where it is spoken for. */
function listOpen(candidates: readonly Candidate[], leave: Leave): Problems {
  const problems = Map.groupBy(sortById(candidates), ({ problem }) => problem)
  const open = new Map<string, Candidate[]>()
  for (const [problem, all] of problems) {
    const texts = new Set<string>()
    for (const { barredBy, text } of all) if (speaksForText.has(barredBy)) texts.add(text)
    const free: Candidate[] = []
    for (const candidate of all) {
      if (candidate.barredBy !== null) leave(candidate.barredBy, candidate)
      else if (texts.has(candidate.text)) leave('same-text', candidate)
      else {
        texts.add(candidate.text)
        free.push(candidate)
      }
    }
    if (free.length > 0) open.set(problem, free)
  }
  return open
}

function sortById(candidates: readonly Candidate[]): readonly Candidate[] {
  const isSorted = candidates.every(({ id }, i) => i === 0 || candidates[i - 1]!.id < id)
  return isSorted ? candidates : candidates.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** How many the slices serve, and how many are drawn at random, of all that could be. */
function countPlaces(
  problems: Problems,
  open: number,
  { slices, size, exploration, perProblem }: SelectionPolicy,
): { explored: number; chosen: number } {
  if (exploration === 1) return { explored: Math.min(size ?? open, open), chosen: 0 }
  if (size !== null) {
    const explored = Math.min(Math.round(size * exploration), open)
    return { explored, chosen: size - explored }
  }
  const found = countFound(problems, slices, perProblem)
  const explored = Math.min(Math.round((found * exploration) / (1 - exploration)), open)
  return { explored, chosen: found }
}

/**
 * As many as keep the shares: what the slice that has least for its share allows. Slices that have nothing are passed
 * over.
 */
function countFound(
  problems: Problems,
  slices: SelectionPolicy['slices'],
  perProblem: number | null,
): number {
  const found = slices.map(({ policy, share }) => ({
    share,
    count: countOfSlice(problems, policy, perProblem),
  }))
  const withSome = found.filter(({ count }) => count > 0)
  const shares = withSome.reduce((sum, { share }) => sum + share, 0)
  const allowed = withSome.map(({ count, share }) => Math.floor((count * shares) / share))
  return allowed.length === 0 ? 0 : Math.min(...allowed)
}

function countOfSlice(problems: Problems, policy: RankedPolicy, perProblem: number | null): number {
  let count = 0
  for (const candidates of problems.values()) {
    let ofProblem = 0
    for (const candidate of candidates) if (isTaken(policy, candidate)) ofProblem++
    count += Math.min(ofProblem, perProblem ?? ofProblem)
  }
  return count
}

/** Takes from the slices in turn, by their shares, what is not explored and not over the cap, until there is enough. */
function choose(
  problems: Problems,
  explored: ReadonlySet<Candidate>,
  { slices, perProblem }: SelectionPolicy,
  count: number,
): Selected[] {
  const filled = slices.map(({ policy, share }) => ({
    policy,
    share,
    ranked: rankSlice(policy, problems.values(), perProblem, (one) => explored.has(one)),
  }))
  const taken = new Set<Candidate>()
  const ofProblem = new Map<string, number>()
  const countOf = ({ problem }: Candidate) => ofProblem.get(problem) ?? 0
  const isFree = ({ candidate }: Ranked) =>
    !taken.has(candidate) && (perProblem === null || countOf(candidate) < perProblem)
  const chosen = interleaveByShare(filled, count, isFree, ({ candidate }) => {
    taken.add(candidate)
    ofProblem.set(candidate.problem, countOf(candidate) + 1)
  })
  return chosen.map(({ candidate, policy, rank, of }) => ({
    candidate,
    slice: policy,
    rank,
    of,
    wanted: 1,
    selectionProbability: 1,
  }))
}

const describeExplored = (candidate: Candidate, drawn: number, of: number): Selected => ({
  candidate,
  slice: 'random',
  rank: 1,
  of,
  wanted: 1,
  selectionProbability: drawn / of,
})

/** Exploration goes to two people at least: it is the unbiased sample of agreement. */
function givePeople(
  selected: Selected,
  { overlap }: SelectionPolicy,
  ofProject: number,
  draw: () => number,
): Selected {
  const people = overlap.people ?? ofProject
  const isShared = draw() < overlap.share
  const wanted = isShared ? Math.max(people, overlap.sharedPeople) : people
  selected.wanted = selected.slice === 'random' ? Math.max(wanted, 2) : wanted
  return selected
}

function explainRest(
  open: readonly Candidate[],
  selected: readonly Selected[],
  { slices, perProblem }: SelectionPolicy,
  leave: Leave,
): void {
  const isSelected = new Set<Candidate>()
  const ofProblem = new Map<string, number>()
  for (const { candidate, slice } of selected) {
    isSelected.add(candidate)
    if (slice !== 'random')
      ofProblem.set(candidate.problem, (ofProblem.get(candidate.problem) ?? 0) + 1)
  }
  const asksForWrong = slices.some(({ policy }) => policy === 'convincing-wrong')
  const explain = (candidate: Candidate): LeftOutReason => {
    if (slices.some(({ policy }) => isTaken(policy, candidate))) {
      const isOver = perProblem !== null && (ofProblem.get(candidate.problem) ?? 0) >= perProblem
      return isOver ? 'per-problem-cap' : 'beyond-size'
    }
    if (candidate.verdict === 'unsure' && asksForWrong) return 'unsettled-answer'
    return candidate.score === null && candidate.minimum === null ? 'no-score' : 'not-asked-for'
  }
  for (const candidate of open) if (!isSelected.has(candidate)) leave(explain(candidate), candidate)
}
