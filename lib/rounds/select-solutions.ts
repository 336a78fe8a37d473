import { drawSample, makeDraws } from '@/lib/platform/draws'
import type { Candidate, Selected, Selection } from './candidate'
import type { LeftOutReason } from './contract'
import { interleaveAtRandom, interleaveByShare } from './interleave'
import type { RoundPolicy } from './policy'
import { isTaken, rankSlice, type Ranked } from './rank-slice'

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
  const explored = drawSample(open, countExplored(problems, open, policy), draw)
  const left = (policy.size ?? Infinity) - explored.length
  const chosen = choose(problems, new Set(explored), policy, left)
  const selected = interleaveAtRandom(
    chosen,
    explored.map((candidate) => describeExplored(candidate, explored.length, open.length)),
    draw,
  )
  explainRest(open, selected, policy, leave)
  return { selected: selected.map((one) => givePeople(one, policy, people, draw)), leftOut }
}

/** Those that may be selected, by problem and id; of the same text one, and none where it is spoken for. */
function listOpen(candidates: readonly Candidate[], leave: Leave): Problems {
  const problems = Map.groupBy(sortById(candidates), ({ problem }) => problem)
  const open = new Map<string, Candidate[]>()
  for (const [problem, all] of problems) {
    const texts = new Set<string>()
    for (const { barredBy, text } of all) if (speaksForText.has(barredBy)) texts.add(text)
    const best = findBestOfText(all)
    const free: Candidate[] = []
    for (const candidate of all) {
      const { barredBy, text } = candidate
      if (barredBy !== null) leave(barredBy, candidate)
      else if (texts.has(text) || best.get(text) !== candidate) leave('same-text', candidate)
      else free.push(candidate)
    }
    if (free.length > 0) open.set(problem, free)
  }
  return open
}

/** Of each text the candidate with the highest score, and of the same score the first. */
function findBestOfText(candidates: readonly Candidate[]): ReadonlyMap<string, Candidate> {
  const scoreOf = ({ score }: Candidate) => score ?? -Infinity
  const best = new Map<string, Candidate>()
  for (const candidate of candidates) {
    if (candidate.barredBy !== null) continue
    const known = best.get(candidate.text)
    if (!known || scoreOf(candidate) > scoreOf(known)) best.set(candidate.text, candidate)
  }
  return best
}

function sortById(candidates: readonly Candidate[]): readonly Candidate[] {
  const isSorted = candidates.every(({ id }, i) => i === 0 || candidates[i - 1]!.id < id)
  return isSorted ? candidates : candidates.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/**
 * How many are drawn at random, so that `exploration` is their share of all that is selected, also where the slices find
 * less than the size allows. What is drawn is lost to the slices: how much that costs them is reckoned on another draw, so
 * that how many are drawn says nothing of which.
 */
function countExplored(
  problems: Problems,
  open: readonly Candidate[],
  { slices, size, exploration, perProblem, seed }: SelectionPolicy,
): number {
  const asked = size === null ? open.length : Math.round(size * exploration)
  if (exploration === 1) return Math.min(size ?? open.length, open.length)
  const isWanted = (candidate: Candidate) => slices.some(({ policy }) => isTaken(policy, candidate))
  const wanted = new Map<string, number>()
  const cap = (count: number) => Math.min(count, perProblem ?? count)
  let found = 0
  for (const [problem, candidates] of problems) {
    const count = candidates.filter(isWanted).length
    wanted.set(problem, count)
    found += cap(count)
  }
  const most = Math.min(asked, Math.round((found * exploration) / (1 - exploration)))
  let explored = 0
  for (const candidate of drawSample(open, most, makeDraws(seed + 1))) {
    if (isWanted(candidate)) {
      const count = wanted.get(candidate.problem)!
      wanted.set(candidate.problem, count - 1)
      found -= cap(count) - cap(count - 1)
    }
    if ((explored + 0.5) * (1 - exploration) > found * exploration) break
    explored++
  }
  return explored
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
