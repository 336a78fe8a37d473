import { findFirstError } from '@/lib/formats/annotation-rules'
import { drawPoissonWeight, hashToInt32 } from '@/lib/platform/poisson-weights'
import { findDistinguishableAnnotators } from './distinguishable-annotators'
import {
  type AnnotatorAccuracy,
  type AnnotatorAccuracySamples,
  FittedDawidSkeneModel,
} from './fitted-dawid-skene'
import {
  priorAccuracy,
  priorAnnotations,
  priorCorrectAnnotations,
  noError,
  computeLogOdds,
  resampleCount,
  type SolutionVotes,
  computeVotePosteriors,
} from './vote-posteriors'

/** Samples start at the estimates of all solutions, so they converge sooner and need less precision. */
const resampleTolerance = 1e-3
const maxResampleIterations = 50

/** Stops when no accuracy changes by more than this. */
const tolerance = 1e-5
const maxIterations = 500

/**
 * One-coin Dawid-Skene for the first error. Each annotator is correct with an individual probability and otherwise
 * picks any other step uniformly. A priori every step and "none" are equally likely, so equally good annotators who
 * disagree remain tied. Accuracies are estimated by smoothed expectation maximisation from equal values, and do not
 * depend on the order of the labels. Disagreements of annotators who can't be told apart
 * (`findDistinguishableAnnotators`) are ties. Other disagreements are ties if a different sample of problems could decide
 * them differently: the accuracies are estimated again for samples of problems (Poisson bootstrap). Memory: about 16
 * bytes per solution, 1,600 per annotator, and 200 per distinct pattern of votes. Source: Dawid and Skene (1979); one
 * coin as in crowd-kit.
 */
export class DawidSkeneModel {
  private readonly people = new Map<string, number>()
  /** By solution: its pattern of votes, and the hash of its problem. */
  private readonly patterns: number[] = []
  private readonly problems: number[] = []
  private readonly patternIndexes = new Map<string, number>()
  /** By pattern: number of steps. Pattern i has the votes from `firstVotes[i]` to `firstVotes[i + 1]`. */
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

  /** Like `fit`, but yields after each sample, so that the caller can do other work in between. */
  *fitInPieces(): Generator<undefined, FittedDawidSkeneModel> {
    const votes: Votes = {
      voters: Int32Array.from(this.voters),
      choices: Int32Array.from(this.choices),
      weights: this.weighPatterns(() => 1),
    }
    const start = new Float64Array(this.people.size).fill(priorAccuracy)
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
    const samples = [...this.people].map(
      ([labeler, person]): [string, AnnotatorAccuracySamples] => [
        labeler,
        {
          logOdds: Float64Array.from(resamples, (each) => computeLogOdds(each[person]!)),
          isDistinguishable: distinguishable[person]!,
        },
      ],
    )
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
    for (let iteration = 0; iteration < limits.maxIterations; iteration++) {
      const next = this.computeExpectedCorrectCounts(votes, accuracies).map(
        (correctCount, person) =>
          (correctCount + priorCorrectAnnotations) / (annotations[person]! + priorAnnotations),
      )
      let maxChange = 0
      for (const [i, accuracy] of next.entries())
        maxChange = Math.max(maxChange, Math.abs(accuracy - accuracies[i]!))
      accuracies = next
      if (maxChange < limits.tolerance) break
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
  private computeExpectedCorrectCounts(
    { voters, choices, weights }: Votes,
    accuracies: Float64Array,
  ) {
    const correctCounts = new Float64Array(accuracies.length)
    const odds = accuracies.map(computeLogOdds)
    for (const [i, steps] of this.steps.entries()) {
      const weight = weights[i]!
      if (weight === 0) continue
      const [from, to] = [this.firstVotes[i]!, this.firstVotes[i + 1]!]
      const voteWeights = computeVotePosteriors(
        steps,
        choices.subarray(from, to),
        odds,
        voters.subarray(from, to),
      )
      for (let vote = from; vote < to; vote++)
        correctCounts[voters[vote]!]! += weight * voteWeights[vote - from]!
    }
    return correctCounts
  }
}

interface Votes {
  /** Annotator and first error of each vote, by pattern. */
  voters: Int32Array
  choices: Int32Array
  /** How often a sample contains each pattern. */
  weights: Float64Array
}
