import { sliceNames } from '@/components/projects/slice-names'
import { fewestForRate } from '@/lib/insights/contract'
import { formatCount, formatNoun } from '@/lib/platform/format'
import { describeHeldOut, type Learning, learntFromSuch, learntNearby } from './describe-learning'
import type { BestOf, EvaluationResult, Interval, PartedRound, YieldRow } from './evaluation'
import { nameRound, writePercent, writeShare, writeValue } from './write-figures'

/**
 * What the page says first: sentences with the numbers in them, or what is missing. Of a scorer that learnt from ratings
 * here no number over those is given as if it told how well it does.
 */
export function describeEvaluation(result: EvaluationResult, learning: Learning | null): string {
  if (result.solutions === 0)
    return 'There are no solutions here yet, so there is nothing that a scorer could be measured by.'
  const words = [
    describeBestOf(result, learning),
    describeSteps(result, learning),
    describeLatestParting(result.parted, learning),
  ].filter((sentence) => sentence !== null)
  return words.length > 0 ? words.join(' ') : describeMissing(result)
}

function describeBestOf({ bestOf }: EvaluationResult, learning: Learning | null): string | null {
  if (bestOf === null || bestOf.problems < fewestForRate) return null
  const n = bestOf.n.at(-1) ?? 1
  const [score, majority, pass] = [bestOf.score, bestOf.majority, bestOf.pass].map((curve) =>
    curve.at(-1),
  )
  const voted = majority ? `the majority vote in ${writePercent(majority.value)}` : null
  const rest = [voted, pass && `and ${writePercent(pass.value)} have one`]
    .filter(Boolean)
    .join(', ')
  if (!score) return `Of up to ${n} samples of a problem, ${rest}.`
  return `Of up to ${n} samples of a problem, the score picks a right one in ${writeShare(score)} of ${formatNoun(bestOf.problems, 'problem')}${learning ? ` (${learntNearby})` : ''}; ${rest}.`
}

function describeSteps(
  { stepCalibration }: EvaluationResult,
  learning: Learning | null,
): string | null {
  if (stepCalibration === null || stepCalibration.steps < fewestForRate) return null
  const { auc, steps } = stepCalibration
  if (learning) return describeHeldOut(learning, steps)
  if (auc === null) return null
  return `Of a right and a wrong step it scores the right one higher with a chance of ${writeValue(auc)}, over ${formatNoun(steps, 'rating')}.`
}

function describeLatestParting(
  parted: readonly PartedRound[],
  learning: Learning | null,
): string | null {
  const last = parted.findLast(({ share }) => share !== null)
  if (!last?.share) return null
  const where = last.round === 0 ? 'outside rounds' : `in round ${last.round}`
  return `In ${writeShare(last.share)} of the steps rated ${where} it is sure and people say otherwise${learning ? `; ${learntFromSuch}` : ''}.`
}

function describeMissing({ settled, scored, annotations }: EvaluationResult): string {
  const parts = [
    scored < fewestForRate && formatNoun(scored, 'solution has a score', 'solutions have scores'),
    settled < fewestForRate &&
      formatNoun(settled, 'answer is right or wrong', 'answers are right or wrong'),
    annotations < fewestForRate &&
      formatNoun(annotations, 'annotation is in', 'annotations are in'),
  ].filter((part) => part !== false)
  const said = parts.length === 0 ? '' : ` So far ${joinWords(parts)}.`
  return `There is too little for a number that could be relied on: each needs ${fewestForRate} of what it counts.${said}`
}

const joinWords = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`

/** What the plot of best of N shows. */
export function titleBestOf({ overMajority }: Pick<BestOf, 'overMajority'>): string {
  if (overMajority === null) return 'Best of N'
  const side = findSide(overMajority, 0)
  if (side === null) return 'Best of N: the score and the majority vote cannot be told apart'
  return side > 0
    ? 'Choosing by score solves more than the majority vote'
    : 'The majority vote solves more than choosing by score'
}

export function captionBestOf(bestOf: BestOf, learning: Learning | null): string {
  const { overMajority, problems, samples, unanswered, drawnProblems } = bestOf
  const failed =
    unanswered === 0
      ? ''
      : `, ${formatCount(unanswered)} of which gave no answer and ${unanswered === 1 ? 'is drawn as a failure' : 'are drawn as failures'}`
  const parts = [
    `Share solved of ${formatNoun(problems, 'problem')} with two samples or more that are judged right or wrong, exact over all sets of n of their ${formatNoun(samples + unanswered, 'sample')}${failed}; a problem that has fewer is taken whole`,
    'band and brackets: 95 % interval, bootstrap over problems',
  ]
  if (overMajority)
    parts.push(`score less majority at the right: ${writePoints(overMajority)} points`)
  if (learning) parts.push(`version ${learning.version}: ${learntNearby}`)
  if (drawnProblems > 0)
    parts.push(
      `votes of ${formatNoun(drawnProblems, 'problem')} drawn at random, being too many to count out`,
    )
  return `${parts.join('; ')}.`
}

function writePoints({ value, low, high }: Interval): string {
  const write = (share: number) => (share * 100).toFixed(1).replace('-', '−')
  const bounds = low === null || high === null ? '' : ` [${write(low)}, ${write(high)}]`
  return `${write(value)}${bounds}`
}

/** 1: surely above, -1: surely below; null: cannot be told, or not known. */
function findSide({ low, high }: Interval, than: number): 1 | -1 | null {
  if (low === null || high === null) return null
  if (low > than) return 1
  return high < than ? -1 : null
}

/** What the table of yields shows: who finds more than chance does, where that can be told. */
export function titleYields(yields: readonly YieldRow[]): string {
  const enough = yields.filter(
    ({ annotations, perHundred }) => annotations >= fewestForRate && perHundred !== null,
  )
  const round = Math.max(...enough.map((row) => row.round))
  const ofRound = enough.filter((row) => row.round === round)
  const random = ofRound.find(({ slice }) => slice === 'random')?.perHundred
  const best = ofRound
    .filter(({ slice }) => slice !== 'random')
    .toSorted((a, b) => (b.perHundred?.value ?? 0) - (a.perHundred?.value ?? 0))[0]
  if (!random || !best?.perHundred) return 'Errors found per 100 steps read'
  const name = sliceNames[best.slice] ?? best.slice
  // Intervals that do not touch part for certain; those that do may part all the same.
  if (random.high !== null && findSide(best.perHundred, random.high) === 1)
    return `${name} finds more errors than chance in ${nameRound(round)}`
  if (random.low !== null && findSide(best.perHundred, random.low) === -1)
    return `${name} finds fewer errors than chance in ${nameRound(round)}`
  return 'Errors found per 100 steps read'
}

/** Whether the scorer and people part more than they did: what a model that games its reward shows first. */
export function titleParted(parted: readonly PartedRound[], learning: Learning | null): string {
  const known = parted.filter(({ round, share }) => round > 0 && share !== null)
  const [first, last] = [known[0]?.share, known.at(-1)?.share]
  // Of rounds that taught it and those that did not, what differs says nothing of the solutions.
  if (learning || known.length < 2 || !first || !last)
    return 'Where the scorer is sure and people say otherwise'
  if (first.high !== null && findSide(last, first.high) === 1)
    return 'People contradict the sure scorer more than they did'
  if (first.low !== null && findSide(last, first.low) === -1)
    return 'People contradict the sure scorer less than they did'
  return 'People contradict the sure scorer about as often as before'
}

export const slicesNamed: Readonly<Record<string, string>> = {
  ...sliceNames,
  imported: 'Labels that came with data',
  unqueued: 'Not in the queue any more',
}

/** `too few: 7 errors`, where `7 of 20` could be taken for what was found; null where there are enough. */
export const tellFew = (count: number, one: string): string | null =>
  count < fewestForRate ? `too few: ${formatNoun(count, one)}` : null

/** `7 of 20 annotations`: in the place of a number. */
export const writeTooFew = (count: number, many: string) =>
  `${formatCount(count)} of ${fewestForRate} ${many}`
