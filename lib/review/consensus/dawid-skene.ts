import {
  computeAgreedRatings,
  compareFirstErrors,
  type Consensus,
  findFirstError,
  type Annotation,
} from './votes'

export interface VotedSolution {
  /** The solution's number of steps. The first error is one of them, or none. */
  steps: number
  /** One for each annotator, in any order. */
  annotations: readonly Annotation[]
}

/** Prior accuracy: 3 of 4, with the weight of 4 annotations. */
const assumedRight = 3
const assumedAnnotations = 4
const assumedAccuracy = assumedRight / assumedAnnotations

/** Stops when no accuracy changes by more than this. */
const tolerance = 1e-5
const maxIterations = 500

/** Posteriors that differ by less are equal. */
const tieTolerance = 1e-9

/**
 * One-coin Dawid-Skene for the first error. Each annotator is right with an individual probability and otherwise picks
 * any other step uniformly. A priori every step and "none" are equally likely, so equally good annotators who disagree
 * remain tied. Accuracies are estimated by smoothed expectation maximisation from equal values, and do not depend on
 * the order of the labels.
 * Two annotators alone can't be told apart. It takes solutions with three annotations, or annotators who share
 * solutions with several others.
 * Memory: about 30 bytes per annotation. Source: Dawid and Skene (1979); one coin as in crowd-kit.
 */
export class DawidSkene {
  private readonly people = new Map<string, number>()
  /** By solution: number of steps, and the end of its votes. */
  private readonly steps: number[] = []
  private readonly firstVotes: number[] = [0]
  /** Annotator, and first error (-1: none). */
  private readonly voters: number[] = []
  private readonly firstErrors: number[] = []

  add({ steps, annotations }: VotedSolution): void {
    for (const { labeler, ratings } of annotations) {
      let person = this.people.get(labeler)
      if (person === undefined) this.people.set(labeler, (person = this.people.size))
      this.voters.push(person)
      this.firstErrors.push(ratings.indexOf(-1))
    }
    this.steps.push(steps)
    this.firstVotes.push(this.voters.length)
  }

  fit(): FittedDawidSkene {
    const votes = {
      voters: Int32Array.from(this.voters),
      firstErrors: Int32Array.from(this.firstErrors),
    }
    const annotations = new Float64Array(this.people.size)
    for (const person of votes.voters) annotations[person]! += 1
    let accuracies = new Float64Array(this.people.size).fill(assumedAccuracy)
    for (let round = 0; round < maxIterations; round++) {
      const next = this.expectRight(votes, accuracies).map(
        (right, person) => (right + assumedRight) / (annotations[person]! + assumedAnnotations),
      )
      let movedCount = 0
      for (const [i, accuracy] of next.entries())
        movedCount = Math.max(movedCount, Math.abs(accuracy - accuracies[i]!))
      accuracies = next
      if (movedCount < tolerance) break
    }
    const annotators = [...this.people].map(([labeler, person]): [string, AnnotatorAccuracy] => [
      labeler,
      { accuracy: accuracies[person]!, annotations: annotations[person]! },
    ])
    return new FittedDawidSkene(new Map(annotators))
  }

  /** The expected number of correct annotations of each annotator. */
  private expectRight({ voters, firstErrors }: Votes, accuracies: Float64Array) {
    const right = new Float64Array(accuracies.length)
    const odds = accuracies.map(readLogOdds)
    for (const [i, steps] of this.steps.entries()) {
      const [from, to] = [this.firstVotes[i]!, this.firstVotes[i + 1]!]
      const weighed = weighVotes(
        steps,
        firstErrors.subarray(from, to),
        odds,
        voters.subarray(from, to),
      )
      for (let vote = from; vote < to; vote++) right[voters[vote]!]! += weighed[vote - from]!
    }
    return right
  }
}

interface Votes {
  /** Annotator and first error (-1: none) of each vote, by solution. */
  voters: Int32Array
  firstErrors: Int32Array
}

const readLogOdds = (accuracy: number) => Math.log(accuracy / (1 - accuracy))

/**
 * Posterior of the first error that each vote names. Steps without a vote are each as likely as if every annotator were
 * wrong.
 * @param odds log odds of being right, by voter
 */
function weighVotes(
  steps: number,
  firstErrors: ArrayLike<number>,
  odds: ArrayLike<number>,
  voters: ArrayLike<number>,
): number[] {
  const count = firstErrors.length
  // The number of steps is also the number of wrong answers to choose from.
  const spread = Math.log(Math.max(1, steps))
  const weighed: number[] = []
  let [namedCount, highest] = [0, 0]
  for (let vote = 0; vote < count; vote++) {
    let [logOdds, isFirst] = [0, true]
    for (let other = 0; other < count; other++) {
      if (firstErrors[other] !== firstErrors[vote]) continue
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
    for (let other = 0; other < vote; other++)
      if (firstErrors[other] === firstErrors[vote]) isFirst = false
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

export type WeighedConsensus = Consensus & {
  /** Probability of this first error; in a tie, of each of the tied ones. */
  posterior: number
}

/** Estimated accuracies, used to decide one solution after the other. */
export class FittedDawidSkene {
  /** By name. */
  constructor(readonly annotators: ReadonlyMap<string, AnnotatorAccuracy>) {}

  /** The most likely first error that an annotator gave. Equally likely ones are a tie. */
  decide({ steps, annotations }: VotedSolution): WeighedConsensus {
    const firstErrors = annotations.map(({ ratings }) => findFirstError(ratings))
    const odds = annotations.map(({ labeler }) =>
      readLogOdds(this.annotators.get(labeler)?.accuracy ?? assumedAccuracy),
    )
    const weighed = weighVotes(
      steps,
      firstErrors.map((firstError) => firstError ?? -1),
      odds,
      [...firstErrors.keys()],
    )
    const posterior = Math.max(...weighed)
    const leaders = [
      ...new Set(firstErrors.filter((_, i) => posterior - weighed[i]! < tieTolerance)),
    ]
    if (leaders.length === 1)
      return { ...computeAgreedRatings(leaders[0]!, annotations), posterior }
    return { kind: 'tied', between: leaders.sort(compareFirstErrors), posterior }
  }
}
