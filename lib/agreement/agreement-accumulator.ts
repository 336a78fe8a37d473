import { maxBootstrapBlocks } from '@/lib/platform/bootstrap-intervals'
import { computeProportionInterval } from '@/lib/platform/proportion-interval'
import {
  type AgreementReport,
  defaultBootstrapResamples,
  defaultBootstrapSeed,
  maxListedAnnotatorPairs,
  type AgreementMeasure,
  type AgreementMeasureName,
  agreementMeasureNames,
} from './agreement-report'
import { AnnotatorPairAccumulator } from './annotator-pair-accumulator'
import type { BootstrapOptions } from './bootstrap-options'
import { GoldF1Accumulator } from './gold-f1-accumulator'
import {
  areFirstErrorsWithinOneStep,
  type LabelerAnnotation,
  listLatestAnnotations,
  type AnnotationWithFirstError,
} from './labeler-annotations'
import { measureSharedSolutions } from './measure-shared-solutions'
import { countExactFirstErrorAgreement, type PairOutcomeCounts } from './pair-outcomes'
import {
  comparedPairsColumn,
  exactAgreementColumn,
  stepSumsColumn,
  problemColumnCount as columns,
  withinOneStepColumn,
} from './problem-columns'
import { ProblemSums } from './problem-sums'
import { addUnitToSums } from './rating-sums'
import { ratingCategoryCount } from './step-measures'
import {
  explainTooFewSolutions,
  makeUndefinedMeasure,
  makeAgreementMeasure,
  undefinedMeasureReasons,
} from './undefined-measures'

export interface LabelledSolution {
  /** Solutions of one problem are sampled together. */
  problem: string
  /** In any order. Only each annotator's latest submission counts. */
  annotations: readonly LabelerAnnotation[]
  /** Accepted first errors, 0-based. Empty: no error. Null or absent: unknown. */
  gold?: readonly number[] | null
}

export interface AgreementMeasureOptions extends Partial<BootstrapOptions> {
  /** Called after every few bootstrap samples. */
  onPause?: () => void | Promise<void>
}

/**
 * Measures agreement. Stores sums by problem instead of ratings, so that a bootstrap sample takes one pass over them.
 * Memory: about 200 bytes per problem and 50 per pair of annotations of a solution.
 */
export class AgreementAccumulator {
  private solutions = 0
  private doublyLabelled = 0
  private coLabelledSteps = 0
  private readonly problems = new ProblemSums(columns)
  private readonly pairs = new AnnotatorPairAccumulator()
  private readonly gold = new GoldF1Accumulator()
  /** Rows: the earlier annotation's rating. */
  private readonly confusion = new Float64Array(ratingCategoryCount ** 2)
  private readonly raterCounts = new Uint32Array(ratingCategoryCount)

  add({ problem, annotations, gold }: LabelledSolution): void {
    if (annotations.length === 0) return
    const latestAnnotations = listLatestAnnotations(annotations)
    this.solutions += 1
    if (gold) this.gold.add(problem, latestAnnotations, gold)
    if (latestAnnotations.length < 2) return
    this.doublyLabelled += 1
    const row = this.problems.findRow(problem)
    this.addPairs(row, latestAnnotations)
    this.addSteps(row * columns + stepSumsColumn, latestAnnotations)
  }

  private addPairs(row: number, latestAnnotations: readonly AnnotationWithFirstError[]): void {
    const sums = this.problems.cells
    const offset = row * columns
    for (const [i, later] of latestAnnotations.entries())
      for (let j = 0; j < i; j++) {
        const earlier = latestAnnotations[j]!
        const [first, second] = [earlier.firstError, later.firstError]
        sums[offset + comparedPairsColumn]! += 1
        if (first === second) sums[offset + exactAgreementColumn]! += 1
        if (areFirstErrorsWithinOneStep(first, second)) sums[offset + withinOneStepColumn]! += 1
        this.pairs.add(this.doublyLabelled, row, earlier, later)
        this.addConfusion(earlier, later)
      }
  }

  private addConfusion(earlier: AnnotationWithFirstError, later: AnnotationWithFirstError): void {
    const sharedCount = Math.min(earlier.ratings.length, later.ratings.length)
    for (let step = 0; step < sharedCount; step++) {
      const [first, second] = [earlier.ratings[step], later.ratings[step]]
      if (first == null || second == null) continue
      this.confusion[(first + 1) * ratingCategoryCount + second + 1]! += 1
    }
  }

  private addSteps(offset: number, latestAnnotations: readonly AnnotationWithFirstError[]): void {
    const steps = Math.max(...latestAnnotations.map(({ ratings }) => ratings.length))
    for (let step = 0; step < steps; step++) {
      this.raterCounts.fill(0)
      let raters = 0
      for (const { ratings } of latestAnnotations) {
        const rating = ratings[step]
        if (rating == null) continue
        this.raterCounts[rating + 1]! += 1
        raters += 1
      }
      if (raters < 2) continue
      this.coLabelledSteps += 1
      addUnitToSums(this.problems.cells, offset, this.raterCounts)
    }
  }

  /** Reports on all solutions added so far. Can be called again after more were added. */
  async measure(options: AgreementMeasureOptions = {}): Promise<AgreementReport> {
    const {
      resamples = defaultBootstrapResamples,
      seed = defaultBootstrapSeed,
      maxBlocks = maxBootstrapBlocks,
      onPause,
    } = options
    const pieces = this.measureInPieces({ resamples, seed, maxBlocks })
    let next = pieces.next()
    for (; next.done !== true; next = pieces.next()) await onPause?.()
    return next.value
  }

  private *measureInPieces(options: BootstrapOptions): Generator<undefined, AgreementReport> {
    const tooFewLabelled = explainTooFewSolutions(this.doublyLabelled, 'labelled by two people')
    const sharedMeasures = yield* this.measureShared(options)
    const tooFewGold = explainTooFewSolutions(this.gold.solutions, 'labelled', 'gold solution')
    const goldF1 =
      tooFewGold === null
        ? makeAgreementMeasure(
            this.gold.measureF1(options.maxBlocks),
            undefinedMeasureReasons.goldF1,
          )
        : makeUndefinedMeasure(tooFewGold)
    return {
      solutions: this.solutions,
      doublyLabelled: this.doublyLabelled,
      problems: this.problems.count,
      people: this.pairs.people,
      coLabelledSteps: this.coLabelledSteps,
      ...sharedMeasures,
      measures: { ...sharedMeasures.measures, goldF1 },
      confusion: this.listConfusion(),
      specific: tooFewLabelled === null ? this.listSpecific() : [null, null, null],
    }
  }

  private *measureShared(options: BootstrapOptions) {
    const blocks = this.problems.gather(options.maxBlocks)
    const { listedPairs, outcomes } = this.pairs.gatherPairs(blocks, maxListedAnnotatorPairs)
    const { weeks, outcomes: weekOutcomes } = this.pairs.gatherWeeks(blocks)
    const tooFewLabelled = explainTooFewSolutions(this.doublyLabelled, 'labelled by two people')
    const shared = { blocks, solutions: this.doublyLabelled, outcomes }
    const intervals =
      tooFewLabelled === null ? yield* measureSharedSolutions(shared, options) : null
    const sharedNames = agreementMeasureNames.filter((name) => name !== 'goldF1')
    const measures = sharedNames.map((name): [AgreementMeasureName, AgreementMeasure] => [
      name,
      intervals === null
        ? makeUndefinedMeasure(tooFewLabelled ?? '')
        : makeAgreementMeasure(intervals[name], undefinedMeasureReasons[name]),
    ])
    const measureExact = (
      outcomeCounts: PairOutcomeCounts,
      group: number,
      solutions: number,
      description: string,
    ): AgreementMeasure => {
      const tooFewSolutions = explainTooFewSolutions(solutions, description)
      if (tooFewSolutions !== null) return makeUndefinedMeasure(tooFewSolutions)
      const counts = countExactFirstErrorAgreement(outcomeCounts, group, blocks.count)
      const interval = computeProportionInterval({ ...counts, observations: solutions })
      return makeAgreementMeasure(interval, undefinedMeasureReasons.firstErrorExact)
    }
    return {
      measures: Object.fromEntries(measures) as Record<AgreementMeasureName, AgreementMeasure>,
      pairs: listedPairs.map((pair, i) => ({
        ...pair,
        exact: measureExact(outcomes, i, pair.solutions, 'labelled by both'),
      })),
      weeks: weeks.map((week, i) => ({
        ...week,
        exact: measureExact(weekOutcomes, i, week.solutions, 'labelled by two people in this week'),
      })),
    }
  }

  private listConfusion(): AgreementReport['confusion'] {
    const row = (k: number): [number, number, number] => [
      this.confusion[k * ratingCategoryCount]!,
      this.confusion[k * ratingCategoryCount + 1]!,
      this.confusion[k * ratingCategoryCount + 2]!,
    ]
    return [row(0), row(1), row(2)]
  }

  private listSpecific(): AgreementReport['specific'] {
    const share = (k: number) => {
      let total = 0
      for (let l = 0; l < ratingCategoryCount; l++)
        total +=
          this.confusion[k * ratingCategoryCount + l]! +
          this.confusion[l * ratingCategoryCount + k]!
      return total === 0 ? null : (2 * this.confusion[k * ratingCategoryCount + k]!) / total
    }
    return [share(0), share(1), share(2)]
  }
}
