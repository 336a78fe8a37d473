import { findFirstError } from '@/lib/formats/annotation-rules'
import type { ConfidenceInterval } from '@/lib/platform/bootstrap-intervals'
import { computeProportionInterval } from '@/lib/platform/proportion-interval'
import { countStepsUpToFirstError } from './learn-error-rate-by-position'
import type {
  CalibrationBin,
  HeldOutGroupCounts,
  GroupMetrics,
  HeldOutMetrics,
  RankingMetrics,
  EmbeddedScorerMetrics,
} from './scorer-metrics'

/** Where a labelled solution comes from. */
interface GroupMember {
  source?: string | null
  subject?: string | null
}

/** A held-out solution with P(-1) of each step, including those after the first error. */
export interface HeldOutPrediction extends GroupMember {
  problemId: string
  ratings: readonly (-1 | 0 | 1 | null)[]
  negative: readonly number[]
  /** P(-1) from the step number alone. */
  byPosition: readonly number[]
}

const binCount = 10
/** Sources or subjects with metrics of their own: those with the most solutions. */
const maxGroups = 20

const groupKinds = ['source', 'subject'] as const

/**
 * Metrics of a fit on held-out solutions, next to baselines without a scorer: over all, by source and by subject.
 * @param labelled all solutions, held out or not, to count the groups without a held-out solution
 */
export function measureScorer(
  solutions: readonly HeldOutPrediction[],
  labelled: readonly GroupMember[] = solutions,
): EmbeddedScorerMetrics {
  const groups = groupKinds.flatMap((kind) => measureGroups(solutions, kind))
  const groupCounts = groupKinds.map((kind): HeldOutGroupCounts => ({
    kind,
    labelled: groupByName(labelled, kind).size,
    heldOut: groupByName(solutions, kind).size,
  }))
  return { ...measureSolutions(solutions), groups, groupCounts }
}

/** Solutions by their source or subject, without those that have none. */
const groupByName = <Member extends GroupMember>(
  members: readonly Member[],
  kind: GroupMetrics['kind'],
) =>
  Map.groupBy(
    members.filter((member) => member[kind] != null),
    (member) => member[kind] ?? '',
  )

function measureGroups(
  solutions: readonly HeldOutPrediction[],
  kind: GroupMetrics['kind'],
): GroupMetrics[] {
  const byName = groupByName(solutions, kind)
  if (byName.size < 2) return []
  return [...byName]
    .toSorted(
      ([a, membersA], [b, membersB]) => membersB.length - membersA.length || (a < b ? -1 : 1),
    )
    .slice(0, maxGroups)
    .map(([name, members]) => ({ kind, name, metrics: measureSolutions(members) }))
}

function measureSolutions(solutions: readonly HeldOutPrediction[]): HeldOutMetrics {
  const steps = solutions.flatMap(listRatedSteps)
  const errors = steps.filter(({ isError }) => isError).length
  const share = steps.length === 0 ? 0 : errors / steps.length
  const calibration = binSteps(steps)
  return {
    heldOutProblems: new Set(solutions.map(({ problemId }) => problemId)).size,
    heldOutAnnotations: solutions.length,
    heldOutSteps: steps.length,
    heldOutErrors: errors,
    scorer: measureRanking(solutions),
    positionOnly: measureRanking(
      solutions.map((solution) => ({ ...solution, negative: solution.byPosition })),
    ),
    random: measureRanking(
      solutions.map((solution) => ({ ...solution, negative: solution.negative.map(() => 0) })),
    ),
    logLoss: computeLogLoss(steps),
    baseLogLoss: computeLogLoss(steps.map((step) => ({ ...step, chance: share }))),
    calibrationError:
      steps.length === 0 ? null : computeCalibrationError(calibration, steps.length),
    calibration,
    shareNegative: measureShareNegative(steps),
  }
}

interface RatedStep {
  chance: number
  isError: boolean
}

interface HeldOutStep extends RatedStep {
  problemId: string
}

/** The steps that count: rated, up to the first error. */
function listRatedSteps({ problemId, ratings, negative }: HeldOutPrediction): HeldOutStep[] {
  return negative
    .slice(0, countStepsUpToFirstError(ratings))
    .flatMap((chance, step) =>
      ratings[step] == null ? [] : [{ problemId, chance, isError: ratings[step] === -1 }],
    )
}

function measureRanking(solutions: readonly HeldOutPrediction[]): RankingMetrics {
  const wrong = solutions.filter(({ ratings, negative }) => {
    const error = findFirstError(ratings)
    return error !== null && error < negative.length
  })
  const hits = wrong.reduce((sum, solution) => sum + hitFirstError(solution), 0)
  return {
    stepAuc: computeAuc(solutions.flatMap(listRatedSteps)),
    firstErrorHit: wrong.length === 0 ? null : hits / wrong.length,
  }
}

/** 1 if the most likely first error is correct; a tie counts in part. */
function hitFirstError({ ratings, negative }: HeldOutPrediction): number {
  const chances = computeFirstErrorProbabilities(negative)
  const highest = chances.reduce((max, chance) => Math.max(max, chance), 0)
  const likeliest = chances.flatMap((chance, step) => (chance === highest ? [step] : []))
  const error = findFirstError(ratings)
  return error !== null && likeliest.includes(error) ? 1 / likeliest.length : 0
}

/**
 * P(-1) of a step assumes that no earlier step is wrong. The probability that it is the first error is P(-1) times
 * the probability that all earlier steps are right.
 */
export function computeFirstErrorProbabilities(negative: readonly number[]): number[] {
  let probability = 1
  return negative.map((chance) => {
    const first = chance * probability
    probability *= 1 - chance
    return first
  })
}

/** How often an error has a higher P(-1) than a step without an error; ties count half. Null unless there are both. */
export function computeAuc(steps: readonly RatedStep[]): number | null {
  const sorted = [...steps].sort((a, b) => a.chance - b.chance)
  const errors = steps.filter(({ isError }) => isError).length
  const nonErrors = steps.length - errors
  if (errors === 0 || nonErrors === 0) return null
  let ranks = 0
  for (let start = 0; start < sorted.length;) {
    let end = start
    let tiedErrors = 0
    while (end < sorted.length && sorted[end]!.chance === sorted[start]!.chance)
      if (sorted[end++]!.isError) tiedErrors++
    ranks += (tiedErrors * (start + 1 + end)) / 2
    start = end
  }
  return (ranks - (errors * (errors + 1)) / 2) / (errors * nonErrors)
}

function computeLogLoss(steps: readonly RatedStep[]): number | null {
  if (steps.length === 0) return null
  const losses = steps.map(
    ({ chance, isError }) => -Math.log(Math.max(1e-9, isError ? chance : 1 - chance)),
  )
  return losses.reduce((sum, loss) => sum + loss, 0) / steps.length
}

function binSteps(steps: readonly HeldOutStep[]): CalibrationBin[] {
  return Array.from({ length: binCount }, (_, bin): CalibrationBin => {
    const stepsInBin = steps.filter(
      ({ chance }) => Math.min(binCount - 1, Math.floor(chance * binCount)) === bin,
    )
    const sum = stepsInBin.reduce((total, { chance }) => total + chance, 0)
    return {
      from: bin / binCount,
      to: (bin + 1) / binCount,
      steps: stepsInBin.length,
      meanPredicted: stepsInBin.length === 0 ? null : sum / stepsInBin.length,
      shareNegative: measureShareNegative(stepsInBin),
    }
  })
}

/** The interval accounts for clustering by problem: steps of one problem are alike. */
function measureShareNegative(steps: readonly HeldOutStep[]): ConfidenceInterval | null {
  const problems = [...Map.groupBy(steps, ({ problemId }) => problemId).values()]
  return computeProportionInterval({
    hits: problems.map((problemSteps) => problemSteps.filter(({ isError }) => isError).length),
    trials: problems.map((problemSteps) => problemSteps.length),
  })
}

const computeCalibrationError = (bins: readonly CalibrationBin[], steps: number): number =>
  bins.reduce(
    (sum, bin) =>
      sum +
      (Math.abs((bin.meanPredicted ?? 0) - (bin.shareNegative?.value ?? 0)) * bin.steps) / steps,
    0,
  )
