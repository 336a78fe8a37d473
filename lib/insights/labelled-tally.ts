import { endOfLabels } from '@/lib/scoring/embedded/learn-positions'
import { type NeutralCount, readCorrect, type StepScore } from '@/lib/scoring/step-scores'
import { type EvaluationResult, fewestForRate, listedFindings, sureFrom } from './contract'
import { RatioTally } from './ratio-tally'
import { ScoredOutcomes } from './scored-outcomes'

/** One submitted annotation, with what a scorer says of the steps. */
export interface ScoredAnnotation {
  solution: string
  problem: string
  round: number
  slice: string
  /** By step, up to where it ended; null is unrated. */
  ratings: readonly (-1 | 0 | 1 | null)[]
  /** Of all steps; null: not scored, or not step by step. */
  stepScores: readonly StepScore[] | null
}

/** A step where the scorer is sure and somebody rated otherwise. */
export interface PartedStep {
  solution: string
  step: number
  round: number
  /** P(correct). */
  score: number
  rating: number
}

interface RoundTally {
  share: RatioTally
  surelyRightRatedWrong: number
  surelyWrongRatedRight: number
}

/**
 * What annotations say, beside what was predicted: errors per 100 steps read, calibration of steps, and where a sure scorer
 * and people part. Annotations come by problem, those of a solution together.
 */
export class LabelledTally {
  annotations = 0
  private readonly yields = new Map<string, { round: number; slice: string; ratio: RatioTally }>()
  private readonly annotationsOf = new Map<string, number>()
  private readonly rounds = new Map<number, RoundTally>()
  private readonly steps = new ScoredOutcomes()
  private partedSteps: PartedStep[] = []

  /** @param neutral whether P(0), and the rating neutral, count as right */
  constructor(private readonly neutral: NeutralCount) {}

  add(annotation: ScoredAnnotation): void {
    this.annotations += 1
    this.addYield(annotation)
    const { problem, stepScores, ratings } = annotation
    if (stepScores === null) return
    for (const [step, rating] of ratings.slice(0, endOfLabels(ratings)).entries()) {
      const score = stepScores[step]
      if (rating === null || score === undefined) continue
      const chance = readCorrect(score, this.neutral)
      const isRight = rating === 1 || (rating === 0 && this.neutral === 'positive')
      this.steps.add(problem, chance, isRight)
      this.compare(annotation, step, rating, chance)
    }
  }

  private addYield({ round, slice, problem, ratings }: ScoredAnnotation): void {
    const key = `${round} ${slice}`
    let found = this.yields.get(key)
    if (!found) this.yields.set(key, (found = { round, slice, ratio: new RatioTally() }))
    const stepsRead = endOfLabels(ratings)
    found.ratio.add(problem, Number(ratings.includes(-1)), stepsRead)
    this.annotationsOf.set(key, (this.annotationsOf.get(key) ?? 0) + 1)
  }

  private compare(annotation: ScoredAnnotation, step: number, rating: number, score: number): void {
    const { solution, problem, round } = annotation
    let found = this.rounds.get(round)
    if (!found) {
      found = { share: new RatioTally(), surelyRightRatedWrong: 0, surelyWrongRatedRight: 0 }
      this.rounds.set(round, found)
    }
    const isTooSure = score >= sureFrom && rating === -1
    const isTooWary = score <= 1 - sureFrom + 1e-9 && rating === 1
    found.share.add(problem, Number(isTooSure || isTooWary), 1)
    if (!isTooSure && !isTooWary) return
    if (isTooSure) found.surelyRightRatedWrong += 1
    else found.surelyWrongRatedRight += 1
    this.keep({ solution, step, round, score, rating })
  }

  /** Of several people who say the same of a step one is kept. */
  private keep(parted: PartedStep): void {
    const { solution, step, rating } = parted
    const isKnown = this.partedSteps.some(
      (other) => other.solution === solution && other.step === step && other.rating === rating,
    )
    if (isKnown) return
    this.partedSteps.push(parted)
    if (this.partedSteps.length > 2 * listedFindings) this.partedSteps = this.listPartedSteps()
  }

  /** The surest first. */
  listPartedSteps(): PartedStep[] {
    const sureness = ({ score }: PartedStep) => Math.abs(score - 0.5)
    return this.partedSteps
      .toSorted((a, b) => sureness(b) - sureness(a) || (a.solution < b.solution ? -1 : 1))
      .slice(0, listedFindings)
  }

  measureYields(): EvaluationResult['yields'] {
    return [...this.yields]
      .map(([key, { round, slice, ratio }]) => ({
        ...{ round, slice },
        annotations: this.annotationsOf.get(key) ?? 0,
        problems: ratio.problems,
        stepsRead: ratio.under,
        errors: ratio.over,
        perHundred: ratio.measure(100),
      }))
      .toSorted((a, b) => a.round - b.round || b.annotations - a.annotations)
  }

  measureParted(): EvaluationResult['parted'] {
    return [...this.rounds]
      .map(([round, { share, ...counts }]) => ({
        ...{ round, steps: share.under, problems: share.problems },
        ...counts,
        share: share.under < fewestForRate ? null : share.measure(),
      }))
      .toSorted((a, b) => a.round - b.round)
  }

  measureSteps(): EvaluationResult['stepCalibration'] {
    if (this.steps.count === 0) return null
    return { steps: this.steps.count, ...this.steps.measure() }
  }
}
