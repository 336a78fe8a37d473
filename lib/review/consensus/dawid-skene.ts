import {
  agreeOn,
  compareFirstErrors,
  type Consensus,
  findFirstError,
  type Annotation,
} from './votes'

export interface VotedSolution {
  /** All that could be labelled: the first error is one of them, or none. */
  steps: number
  /** One for each person; their order says nothing. */
  annotations: readonly Annotation[]
}

/** What one is thought to be before anything is known of them: right in 3 of 4. It weighs as much as 4 annotations. */
const assumedRight = 3
const assumedAnnotations = 4
const assumedAccuracy = assumedRight / assumedAnnotations

/** It ends where no accuracy moves by more than this. */
const tolerance = 1e-5
const maxIterations = 500

/** Posteriors closer than this are the same. */
const tieTolerance = 1e-9

/**
 * One-coin Dawid-Skene on where the first error is. Each person is right with a chance of their own, and else says any other
 * place alike; before the labels are seen, every step and "none" are equally likely to be the answer, so that a tie of
 * people who are equally good stays a tie. Accuracies come by expectation and maximisation, smoothed, from equal ones on:
 * the same for the same labels, in whatever order.
 *
 * With annotations of two people only, nothing tells which of them is right; it takes solutions with three, or people who
 * share solutions with several others.
 *
 * Memory: some 30 bytes an annotation. Source: Dawid and Skene (1979); one coin as in crowd-kit.
 */
export class DawidSkene {
  private readonly people = new Map<string, number>()
  /** Of each solution: steps, then votes up to the next one's first. */
  private readonly steps: number[] = []
  private readonly firstVotes: number[] = [0]
  /** Person, and first error (-1: none). */
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
      let moved = 0
      for (const [i, accuracy] of next.entries())
        moved = Math.max(moved, Math.abs(accuracy - accuracies[i]!))
      accuracies = next
      if (moved < tolerance) break
    }
    const annotators = [...this.people].map(([labeler, person]): [string, Annotator] => [
      labeler,
      { accuracy: accuracies[person]!, annotations: annotations[person]! },
    ])
    return new FittedDawidSkene(new Map(annotators))
  }

  /** How many of each person's annotations are right, as far as all annotations of those solutions tell. */
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
  /** Who voted, and for which first error (-1: none), solution by solution. */
  voters: Int32Array
  firstErrors: Int32Array
}

const readLogOdds = (accuracy: number) => Math.log(accuracy / (1 - accuracy))

/**
 * Posterior of the place that each vote names. Places that no one names are each as likely as if everyone were wrong.
 *
 * @param odds log odds of being right, by voter
 */
function weighVotes(
  steps: number,
  firstErrors: ArrayLike<number>,
  odds: ArrayLike<number>,
  voters: ArrayLike<number>,
): number[] {
  const count = firstErrors.length
  // A wrong vote falls on any of as many other places as there are steps.
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

export interface Annotator {
  /** Chance of naming the right first error. */
  accuracy: number
  /** That it was told from. */
  annotations: number
}

export type Weighed = Consensus & {
  /** Chance that the first error is this one; of a tie, of each that it stands between. */
  posterior: number
}

/** What is known of people, to decide one solution after the other. */
export class FittedDawidSkene {
  /** By name. */
  constructor(readonly annotators: ReadonlyMap<string, Annotator>) {}

  /** The likeliest of the first errors that someone gave; equally likely ones are no consensus. */
  decide({ steps, annotations }: VotedSolution): Weighed {
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
    if (leaders.length === 1) return { ...agreeOn(leaders[0]!, annotations), posterior }
    return { kind: 'tied', between: leaders.sort(compareFirstErrors), posterior }
  }
}
