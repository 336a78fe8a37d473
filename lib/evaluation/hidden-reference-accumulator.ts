import {
  computeBootstrapIntervals,
  type ConfidenceInterval,
  maxBootstrapBlocks,
} from '@/lib/platform/bootstrap-intervals'
import { computeProportionInterval } from '@/lib/platform/proportion-interval'
import type { HiddenReferenceResult } from './contract'

/** One submitted annotation, randomly assigned to show or hide the reference answer. */
export interface ArmComparisonAnnotation {
  problem: string
  person: string
  isReferenceShown: boolean
  /** Share assigned to the hidden arm at that time, between 0 and 1 (both excluded). */
  hiddenShare: number
  /** Null for gold and for unfinished annotations. */
  hasError: boolean | null
  /** Step of the first error, from 1; null if none. */
  firstError: number | null
  verdict: 'correct' | 'wrong' | 'unsure'
  /** Whether the answer to gold was exact; null if not gold. */
  isExact: boolean | null
  stepsRead: number
  activeMs: number
}

type MeasureName =
  | 'errorRate'
  | 'firstError'
  | 'errorRateOnWrong'
  | 'errorRateOnCorrect'
  | 'exactOnGold'
  | 'secondsPerStep'
type Arms = HiddenReferenceResult['errorRate']

/**
 * Compares annotations made with and without the reference answer. Weights each annotation by the inverse of its assignment
 * probability, because the project's share may have changed over time. Annotations must be added problem by problem.
 */
export class HiddenReferenceAccumulator {
  private readonly counts = { visible: 0, hidden: 0 }
  private readonly people = new Set<string>()
  private problems = 0
  private problem: string | null = null
  private readonly measures: Record<MeasureName, ArmRatios> = {
    errorRate: new ArmRatios(),
    firstError: new ArmRatios(),
    errorRateOnWrong: new ArmRatios(),
    errorRateOnCorrect: new ArmRatios(),
    exactOnGold: new ArmRatios(),
    secondsPerStep: new ArmRatios(),
  }

  add(annotation: ArmComparisonAnnotation): void {
    const { problem, person, isReferenceShown, hasError, firstError, verdict, isExact } = annotation
    this.counts[isReferenceShown ? 'visible' : 'hidden'] += 1
    this.people.add(person)
    if (problem !== this.problem) this.problems += 1
    this.problem = problem
    const block = (this.problems - 1) % maxBootstrapBlocks
    const weight = 1 / (isReferenceShown ? 1 - annotation.hiddenShare : annotation.hiddenShare)
    const addToMeasure = (name: MeasureName, numerator: number, denominator: number) =>
      this.measures[name].add(block, { isReferenceShown, weight }, numerator, denominator)
    if (hasError !== null) {
      addToMeasure('errorRate', Number(hasError), 1)
      if (verdict === 'wrong') addToMeasure('errorRateOnWrong', Number(hasError), 1)
      if (verdict === 'correct') addToMeasure('errorRateOnCorrect', Number(hasError), 1)
      if (firstError !== null) addToMeasure('firstError', firstError, 1)
    }
    if (isExact !== null) addToMeasure('exactOnGold', Number(isExact), 1)
    if (annotation.stepsRead > 0)
      addToMeasure('secondsPerStep', annotation.activeMs / 1000, annotation.stepsRead)
  }

  /** Null if there are no annotations in the hidden arm. */
  measure(): HiddenReferenceResult | null {
    if (this.counts.hidden === 0) return null
    const {
      errorRate,
      firstError,
      errorRateOnWrong,
      errorRateOnCorrect,
      exactOnGold,
      secondsPerStep,
    } = this.measures
    return {
      annotations: { ...this.counts },
      problems: this.problems,
      people: this.people.size,
      errorRate: errorRate.measureProportions(),
      firstError: firstError.measureMeans(),
      errorRateOnWrong: errorRateOnWrong.measureProportions(),
      errorRateOnCorrect: errorRateOnCorrect.measureProportions(),
      exactOnGold: exactOnGold.measureProportions(),
      secondsPerStep: secondsPerStep.measureMeans(),
    }
  }
}

/** A ratio of two sums for each arm, kept by block of problems for the bootstrap. */
class ArmRatios {
  private readonly arms = {
    visible: { numerators: [] as number[], denominators: [] as number[], count: 0 },
    hidden: { numerators: [] as number[], denominators: [] as number[], count: 0 },
  }

  add(
    block: number,
    { isReferenceShown, weight }: { isReferenceShown: boolean; weight: number },
    numerator: number,
    denominator: number,
  ): void {
    const arm = this.arms[isReferenceShown ? 'visible' : 'hidden']
    arm.numerators[block] = (arm.numerators[block] ?? 0) + weight * numerator
    arm.denominators[block] = (arm.denominators[block] ?? 0) + weight * denominator
    arm.count += 1
  }

  measureProportions(): Arms {
    const [visible, hidden] = [this.arms.visible, this.arms.hidden].map(
      ({ numerators, denominators, count }) =>
        computeProportionInterval({
          hits: Float64Array.from(denominators, (_, block) => numerators[block] ?? 0),
          trials: Float64Array.from(denominators, (trials) => trials ?? 0),
          observations: count,
        }),
    ) as [ConfidenceInterval | null, ConfidenceInterval | null]
    return {
      visible,
      hidden,
      difference: visible && hidden && subtract(hidden, visible),
      observations: this.countObservations(),
    }
  }

  private countObservations() {
    return { visible: this.arms.visible.count, hidden: this.arms.hidden.count }
  }

  /** Resamples whole problems, with the annotations of both arms. */
  measureMeans(): Arms {
    const { visible, hidden } = this.arms
    const blocks = Math.max(visible.numerators.length, hidden.numerators.length)
    const [visibleInterval = null, hiddenInterval = null, difference = null] =
      computeBootstrapIntervals(blocks, (weights) => {
        const [a, b] = [computeRatio(visible, weights), computeRatio(hidden, weights)]
        return [a, b, a === null || b === null ? null : b - a]
      })
    return {
      visible: visibleInterval,
      hidden: hiddenInterval,
      difference,
      observations: this.countObservations(),
    }
  }
}

/**
 * The difference of two proportions with the interval of Newcombe (1998, method 10), from the intervals of both. It is
 * a little too wide if problems are in both arms.
 */
function subtract(a: ConfidenceInterval, b: ConfidenceInterval): ConfidenceInterval {
  const value = a.value - b.value
  if (a.low === null || a.high === null || b.low === null || b.high === null)
    return { value, low: null, high: null }
  return {
    value,
    low: value - Math.hypot(a.value - a.low, b.high - b.value),
    high: value + Math.hypot(a.high - a.value, b.value - b.low),
  }
}

function computeRatio(
  { numerators, denominators }: { numerators: readonly number[]; denominators: readonly number[] },
  weights: Uint16Array,
): number | null {
  let [numerator, denominator] = [0, 0]
  for (const [block, weight] of weights.entries()) {
    numerator += weight * (numerators[block] ?? 0)
    denominator += weight * (denominators[block] ?? 0)
  }
  return denominator === 0 ? null : numerator / denominator
}
