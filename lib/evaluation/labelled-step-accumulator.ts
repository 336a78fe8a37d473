import type { ConfidenceInterval } from '@/lib/platform/bootstrap-intervals'
import { minCountForRate } from '@/lib/platform/proportion-interval'
import { countStepsUpToFirstError } from '@/lib/scoring/embedded/learn-error-rate-by-position'
import {
  getCorrectProbability,
  type NeutralTreatment,
  type StepScore,
} from '@/lib/scoring/step-scores'
import { type EvaluationResult } from './contract'
import { maxListedFindings, scorerConfidenceThreshold } from './evaluation-limits'
import { ProportionAccumulator } from './proportion-accumulator'
import { ScoredOutcomeAccumulator } from './scored-outcomes'

/** One submitted annotation and the step scores of its solution. */
export interface ScoredAnnotation {
  solution: string
  problem: string
  round: number
  slice: string
  /** By step, up to the last rated one; null is unrated. */
  ratings: readonly (-1 | 0 | 1 | null)[]
  /** Of all steps; null if the solution has no step scores. */
  stepScores: readonly StepScore[] | null
  /** The scorer was trained on this annotation. */
  isTraining: boolean
}

/** A step where the scorer is confident and an annotator rated the opposite. */
export interface ConfidentDisagreement {
  solution: string
  step: number
  round: number
  /** P(correct). */
  score: number
  rating: number
}

interface RoundCounts {
  share: ProportionAccumulator
  confidentCorrectRatedNegative: number
  confidentWrongRatedPositive: number
  trainingSteps: number
}

/**
 * Accumulates errors per 100 steps read, step calibration, and disagreements between a confident scorer and annotators.
 * Annotations must be added problem by problem and solution by solution.
 */
export class LabelledStepAccumulator {
  annotations = 0
  private readonly yields = new Map<
    string,
    { round: number; slice: string; ratio: ProportionAccumulator }
  >()
  private readonly annotationCounts = new Map<string, number>()
  private readonly rounds = new Map<number, RoundCounts>()
  private readonly steps = new ScoredOutcomeAccumulator()
  private disagreementSteps: ConfidentDisagreement[] = []

  /** @param neutral how P(0) and neutral ratings count */
  constructor(private readonly neutral: NeutralTreatment) {}

  add(annotation: ScoredAnnotation): void {
    this.annotations += 1
    this.addYield(annotation)
    const { problem, stepScores, ratings } = annotation
    if (stepScores === null) return
    for (const [step, rating] of ratings.slice(0, countStepsUpToFirstError(ratings)).entries()) {
      const score = stepScores[step]
      if (rating === null || score === undefined) continue
      const probability = getCorrectProbability(score, this.neutral)
      const isCorrect = rating === 1 || (rating === 0 && this.neutral === 'positive')
      this.steps.add(problem, probability, isCorrect)
      this.compare(annotation, step, rating, probability)
    }
  }

  private addYield({ round, slice, problem, ratings }: ScoredAnnotation): void {
    const key = `${round} ${slice}`
    let row = this.yields.get(key)
    if (!row) this.yields.set(key, (row = { round, slice, ratio: new ProportionAccumulator() }))
    const stepsRead = countStepsUpToFirstError(ratings)
    row.ratio.add(problem, Number(ratings.includes(-1)), stepsRead)
    this.annotationCounts.set(key, (this.annotationCounts.get(key) ?? 0) + 1)
  }

  private compare(annotation: ScoredAnnotation, step: number, rating: number, score: number): void {
    const { solution, problem, round, isTraining } = annotation
    let counts = this.rounds.get(round)
    if (!counts) {
      counts = {
        share: new ProportionAccumulator(),
        confidentCorrectRatedNegative: 0,
        confidentWrongRatedPositive: 0,
        trainingSteps: 0,
      }
      this.rounds.set(round, counts)
    }
    if (isTraining) counts.trainingSteps += 1
    const isCorrectRatedNegative = score >= scorerConfidenceThreshold && rating === -1
    const isWrongRatedPositive = score <= 1 - scorerConfidenceThreshold + 1e-9 && rating === 1
    counts.share.add(problem, Number(isCorrectRatedNegative || isWrongRatedPositive), 1)
    if (!isCorrectRatedNegative && !isWrongRatedPositive) return
    if (isCorrectRatedNegative) counts.confidentCorrectRatedNegative += 1
    else counts.confidentWrongRatedPositive += 1
    this.keepDisagreement({ solution, step, round, score, rating })
  }

  /** Keeps one entry per step and rating. */
  private keepDisagreement(disagreement: ConfidentDisagreement): void {
    const { solution, step, rating } = disagreement
    const isKnown = this.disagreementSteps.some(
      (listedStep) =>
        listedStep.solution === solution &&
        listedStep.step === step &&
        listedStep.rating === rating,
    )
    if (isKnown) return
    this.disagreementSteps.push(disagreement)
    if (this.disagreementSteps.length > 2 * maxListedFindings)
      this.disagreementSteps = this.listDisagreementSteps()
  }

  /** Most confident scores first. */
  listDisagreementSteps(): ConfidentDisagreement[] {
    const distanceFromHalf = ({ score }: ConfidentDisagreement) => Math.abs(score - 0.5)
    return this.disagreementSteps
      .toSorted(
        (a, b) => distanceFromHalf(b) - distanceFromHalf(a) || (a.solution < b.solution ? -1 : 1),
      )
      .slice(0, maxListedFindings)
  }

  measureYields(): EvaluationResult['yields'] {
    return [...this.yields]
      .map(([key, { round, slice, ratio }]) => ({
        round,
        slice,
        annotations: this.annotationCounts.get(key) ?? 0,
        problems: ratio.problems,
        stepsRead: ratio.denominator,
        errors: ratio.numerator,
        errorsPer100Steps: multiplyInterval(ratio.measure(), 100),
      }))
      .toSorted((a, b) => a.round - b.round || b.annotations - a.annotations)
  }

  measureDisagreements(): EvaluationResult['disagreementsByRound'] {
    return [...this.rounds]
      .map(([round, { share, ...counts }]) => ({
        round,
        steps: share.denominator,
        problems: share.problems,
        ...counts,
        share: share.denominator < minCountForRate ? null : share.measure(),
      }))
      .toSorted((a, b) => a.round - b.round)
  }

  measureSteps(): EvaluationResult['stepCalibration'] {
    if (this.steps.count === 0) return null
    return { steps: this.steps.count, ...this.steps.measure() }
  }
}

function multiplyInterval(
  interval: ConfidenceInterval | null,
  factor: number,
): ConfidenceInterval | null {
  if (interval === null) return null
  const multiply = (share: number | null) => share && share * factor
  const { value, low, high } = interval
  return { value: value * factor, low: multiply(low), high: multiply(high) }
}
