import { findFirstError } from '@/lib/formats/annotation-rules'
import { drawPoissonWeight, hashToInt32 } from '@/lib/platform/poisson-weights'
import { findDistinguishableAnnotators } from './distinguishable-annotators'
import {
  computeMajorityRatings,
  compareFirstErrors,
  type Consensus,
  type AnnotationVote,
} from './votes'

export interface SolutionVotes {
  /** The solution's number of steps. The first error is one of them, or none. */
  steps: number
  /** One for each annotator, in any order. */
  annotations: readonly AnnotationVote[]
}

/** Samples of problems, to tell a margin from noise. */
const resampleCount = 200
/** 2.5% of the samples: then the 95% interval of a margin includes zero. */
const minReversedSamples = 5
/** Samples start at the estimates of all solutions, so they converge sooner and need less precision. */
const resampleTolerance = 1e-3
const maxResampleIterations = 50

/** Prior accuracy: 3 of 4, with the weight of 4 annotations. */
const assumedRight = 3
const assumedAnnotations = 4
const assumedAccuracy = assumedRight / assumedAnnotations

/** Stops when no accuracy changes by more than this. */
const tolerance = 1e-5
const maxIterations = 500

/** No error, among first errors as numbers. */
const noError = -1

/** Posteriors that differ by less are equal. */
const tieTolerance = 1e-9

/**
 * One-coin Dawid-Skene for the first error. Each annotator is right with an individual probability and otherwise picks
 * any other step uniformly. A priori every step and "none" are equally likely, so equally good annotators who disagree
 * remain tied. Accuracies are estimated by smoothed expectation maximisation from equal values, and do not depend on
 * the order of the labels.
 * Disagreements of annotators who can't be told apart (`findDistinguishableAnnotators`) are ties. Others are ties if
 * other problems could decide them differently: the accuracies are estimated again for samples of problems (Poisson
 * bootstrap).
 * Memory: about 16 bytes per solution, 1,600 per annotator, and 200 per distinct pattern of votes. Source: Dawid and Skene (1979); one coin as in crowd-kit.
 */
export class DawidSkeneModel {
  private readonly people = new Map<string, number>()
  /** By solution: its pattern of votes, and the hash of its problem. */
  private readonly patterns: number[] = []
  private readonly problems: number[] = []
  private readonly patternIndexes = new Map<string, number>()
  /** By pattern: number of steps, and the end of its votes. */
  private readonly steps: number[] = []
  private readonly firstVotes: number[] = [0]
  /** By vote: annotator, and a number for the first error, which is the same for votes that agree. */
  private readonly voters: number[] = []
  private readonly choices: number[] = []

  /** @param problem identifies the problem of the solution */
  add({ steps, annotations }: SolutionVotes, problem: string): void {
    const votes = annotations
      .map(({ labeler, ratings }) => {
        let voter = this.people.get(labeler)
        if (voter === undefined) this.people.set(labeler, (voter = this.people.size))
        return { voter, firstError: findFirstError(ratings) ?? noError }
      })
      .sort((a, b) => a.voter - b.voter)
    const firstErrors = votes.map(({ firstError }) => firstError)
    const voters = votes.map(({ voter }) => voter)
    const choices = firstErrors.map((firstError) => firstErrors.indexOf(firstError))
    this.patterns.push(this.getPattern(steps, voters, choices))
    this.problems.push(hashToInt32(problem))
  }

  /** Solutions whose votes agree and disagree alike have the same posteriors, so they are computed once. */
  private getPattern(steps: number, voters: readonly number[], choices: readonly number[]): number {
    const key = `${steps}:${voters.join()}:${choices.join()}`
    let pattern = this.patternIndexes.get(key)
    if (pattern === undefined) {
      pattern = this.steps.length
      this.patternIndexes.set(key, pattern)
      this.steps.push(steps)
      this.voters.push(...voters)
      this.choices.push(...choices)
      this.firstVotes.push(this.voters.length)
    }
    return pattern
  }

  fit(): FittedDawidSkeneModel {
    const pieces = this.fitInPieces()
    let next = pieces.next()
    while (next.done !== true) next = pieces.next()
    return next.value
  }

  /** Like `fit`, but yields after each sample, so that the caller can answer others in between. */
  *fitInPieces(): Generator<undefined, FittedDawidSkeneModel> {
    const votes: Votes = {
      voters: Int32Array.from(this.voters),
      choices: Int32Array.from(this.choices),
      weights: this.weighPatterns(() => 1),
    }
    const start = new Float64Array(this.people.size).fill(assumedAccuracy)
    const accuracies = this.estimate(votes, start, { tolerance, maxIterations })
    const resamples: Float64Array[] = []
    for (let sample = 0; sample < resampleCount; sample++) {
      yield
      const weights = this.weighPatterns((problem) => drawPoissonWeight(problem, sample))
      const limits = { tolerance: resampleTolerance, maxIterations: maxResampleIterations }
      resamples.push(this.estimate({ ...votes, weights }, accuracies, limits))
    }
    const annotations = this.countAnnotations(votes)
    const distinguishable = findDistinguishableAnnotators(
      this.people.size,
      votes.voters,
      this.firstVotes,
    )
    const annotators = [...this.people].map(([labeler, person]): [string, AnnotatorAccuracy] => [
      labeler,
      { accuracy: accuracies[person]!, annotations: annotations[person]! },
    ])
    const samples = [...this.people].map(([labeler, person]): [string, AnnotatorSamples] => [
      labeler,
      {
        logOdds: Float64Array.from(resamples, (each) => readLogOdds(each[person]!)),
        isDistinguishable: distinguishable[person]!,
      },
    ])
    return new FittedDawidSkeneModel(new Map(annotators), new Map(samples))
  }

  /** How many solutions have each pattern of votes, if each counts as often as its problem was sampled. */
  private weighPatterns(weighProblem: (problem: number) => number): Float64Array {
    const weights = new Float64Array(this.steps.length)
    for (const [i, pattern] of this.patterns.entries())
      weights[pattern]! += weighProblem(this.problems[i]!)
    return weights
  }

  private estimate(
    votes: Votes,
    start: Float64Array,
    limits: { tolerance: number; maxIterations: number },
  ): Float64Array {
    const annotations = this.countAnnotations(votes)
    let accuracies = start
    for (let round = 0; round < limits.maxIterations; round++) {
      const next = this.expectRight(votes, accuracies).map(
        (right, person) => (right + assumedRight) / (annotations[person]! + assumedAnnotations),
      )
      let movedCount = 0
      for (const [i, accuracy] of next.entries())
        movedCount = Math.max(movedCount, Math.abs(accuracy - accuracies[i]!))
      accuracies = next
      if (movedCount < limits.tolerance) break
    }
    return accuracies
  }

  private countAnnotations({ voters, weights }: Votes): Float64Array {
    const annotations = new Float64Array(this.people.size)
    for (const [i, weight] of weights.entries())
      for (let vote = this.firstVotes[i]!; vote < this.firstVotes[i + 1]!; vote++)
        annotations[voters[vote]!]! += weight
    return annotations
  }

  /** The expected number of correct annotations of each annotator. */
  private expectRight({ voters, choices, weights }: Votes, accuracies: Float64Array) {
    const right = new Float64Array(accuracies.length)
    const odds = accuracies.map(readLogOdds)
    for (const [i, steps] of this.steps.entries()) {
      const weight = weights[i]!
      if (weight === 0) continue
      const [from, to] = [this.firstVotes[i]!, this.firstVotes[i + 1]!]
      const weighed = weighVotes(steps, choices.subarray(from, to), odds, voters.subarray(from, to))
      for (let vote = from; vote < to; vote++)
        right[voters[vote]!]! += weight * weighed[vote - from]!
    }
    return right
  }
}

interface Votes {
  /** Annotator and first error of each vote, by pattern. */
  voters: Int32Array
  choices: Int32Array
  /** How often a sample contains each pattern. */
  weights: Float64Array
}

const readLogOdds = (accuracy: number) => Math.log(accuracy / (1 - accuracy))
const assumedLogOdds = readLogOdds(assumedAccuracy)

/**
 * Posterior of the first error that each vote names. Steps without a vote are each as likely as if every annotator were
 * wrong.
 * @param choices a number for the first error of each vote
 * @param odds log odds of being right, by voter
 */
function weighVotes(
  steps: number,
  choices: ArrayLike<number>,
  odds: ArrayLike<number>,
  voters: ArrayLike<number>,
): number[] {
  const count = choices.length
  // The number of steps is also the number of wrong answers to choose from.
  const spread = Math.log(Math.max(1, steps))
  const weighed: number[] = []
  let [namedCount, highest] = [0, 0]
  for (let vote = 0; vote < count; vote++) {
    let [logOdds, isFirst] = [0, true]
    for (let other = 0; other < count; other++) {
      if (choices[other] !== choices[vote]) continue
      logOdds += odds[voters[other]!]! + spread
      if (other < vote) isFirst = false
    }
    weighed.push(logOdds)
    if (isFirst) namedCount += 1
    highest = Math.max(highest, logOdds)
  }
  let all = Math.max(0, steps + 1 - namedCount) * Math.exp(-highest)
  for (let vote = 0; vote < count; vote++) {
    weighed[vote] = Math.exp(weighed[vote]! - highest)
    let isFirst = true
    for (let other = 0; other < vote; other++) if (choices[other] === choices[vote]) isFirst = false
    if (isFirst) all += weighed[vote]!
  }
  return weighed.map((each) => each / all)
}

export interface AnnotatorAccuracy {
  /** Probability of naming the right first error. */
  accuracy: number
  /** Number of annotations that it is estimated from. */
  annotations: number
}

/** What tells whether an annotator's weight is more than noise. */
interface AnnotatorSamples {
  /** Log odds of being right, by sample of problems. */
  logOdds: Float64Array
  /** Whether shared solutions show who is more accurate. */
  isDistinguishable: boolean
}

export type DawidSkeneConsensus = Consensus & {
  /** Probability of this first error; in a tie, of the most likely one. */
  posterior: number
}

/** Estimated accuracies, used to decide one solution after the other. */
export class FittedDawidSkeneModel {
  constructor(
    /** By name. */
    readonly annotators: ReadonlyMap<string, AnnotatorAccuracy>,
    private readonly samples: ReadonlyMap<string, AnnotatorSamples> = new Map(),
  ) {}

  /**
   * The most likely first error that an annotator gave. It is tied with those that are equally likely, and with those
   * that are at least as likely in 2.5% of the samples or more: the 95% interval of the margin includes zero.
   */
  decide({ steps, annotations }: SolutionVotes): DawidSkeneConsensus {
    const firstErrors = annotations.map(({ ratings }) => findFirstError(ratings))
    const odds = annotations.map(({ labeler }) =>
      readLogOdds(this.annotators.get(labeler)?.accuracy ?? assumedAccuracy),
    )
    const weighed = weighVotes(
      steps,
      firstErrors.map((firstError) => firstError ?? noError),
      odds,
      [...firstErrors.keys()],
    )
    const posterior = Math.max(...weighed)
    const leader = firstErrors[weighed.indexOf(posterior)]!
    const isTied = this.makeTieTest({ steps, annotations }, firstErrors, leader)
    const leaders = [
      ...new Set(
        firstErrors.filter(
          (each, i) => each === leader || posterior - weighed[i]! < tieTolerance || isTied(each),
        ),
      ),
    ]
    if (leaders.length === 1) return { ...computeMajorityRatings(leader, annotations), posterior }
    return { kind: 'tied', between: leaders.sort(compareFirstErrors), posterior }
  }

  /** Whether another first error could lead with other problems. */
  private makeTieTest(
    { steps, annotations }: SolutionVotes,
    firstErrors: readonly (number | null)[],
    leader: number | null,
  ): (firstError: number | null) => boolean {
    const people = annotations.map(({ labeler }) => this.samples.get(labeler))
    if (annotations.length <= 2 && !people.some((each) => each?.isDistinguishable))
      return () => true
    const spread = Math.log(Math.max(1, steps))
    const sumVotes = (firstError: number | null, sample: number) => {
      let sum = 0
      for (const [i, each] of firstErrors.entries())
        if (each === firstError) sum += (people[i]?.logOdds[sample] ?? assumedLogOdds) + spread
      return sum
    }
    return (firstError) => {
      let reversedCount = 0
      for (let sample = 0; sample < resampleCount; sample++)
        if (sumVotes(leader, sample) - sumVotes(firstError, sample) <= 0) reversedCount += 1
      return reversedCount >= minReversedSamples
    }
  }
}
