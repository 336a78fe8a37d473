import { findFirstError } from '@/lib/formats/annotation-rules'
import {
  priorAccuracy,
  noError,
  computeLogOdds,
  resampleCount,
  type SolutionVotes,
  computeVotePosteriors,
} from './vote-posteriors'
import { compareFirstErrors, buildFirstErrorConsensus, type Consensus } from './votes'

/** 2.5% of the samples: then the 95% interval of a margin includes zero. */
const minReversedSamples = 5
/** Posteriors that differ by less are equal. */
const tieTolerance = 1e-9
const priorLogOdds = computeLogOdds(priorAccuracy)

export interface AnnotatorAccuracy {
  /** Probability of naming the correct first error. */
  accuracy: number
  /** Number of annotations that it is estimated from. */
  annotations: number
}

/** An annotator's accuracy in samples of problems, which shows whether a margin is more than noise. */
export interface AnnotatorAccuracySamples {
  /** Log odds of being correct, by sample of problems. */
  logOdds: Float64Array
  /** See `findDistinguishableAnnotators`. */
  isDistinguishable: boolean
}

export type DawidSkeneConsensus = Consensus & {
  /** Probability of this first error; in a tie, of the most likely one. */
  posterior: number
}

/** Estimated accuracies, used to decide one solution after the other. */
export class FittedDawidSkeneModel {
  constructor(
    /** By labeler. */
    readonly annotators: ReadonlyMap<string, AnnotatorAccuracy>,
    private readonly samples: ReadonlyMap<string, AnnotatorAccuracySamples> = new Map(),
  ) {}

  /**
   * The most likely of the first errors that annotators gave. It is tied with those that are equally likely, and with those
   * that are at least as likely in 2.5% of the samples or more: the 95% interval of the margin includes zero.
   */
  decide({ steps, annotations }: SolutionVotes): DawidSkeneConsensus {
    const firstErrors = annotations.map(({ ratings }) => findFirstError(ratings))
    const odds = annotations.map(({ labeler }) =>
      computeLogOdds(this.annotators.get(labeler)?.accuracy ?? priorAccuracy),
    )
    const weights = computeVotePosteriors(
      steps,
      firstErrors.map((firstError) => firstError ?? noError),
      odds,
      [...firstErrors.keys()],
    )
    const posterior = Math.max(...weights)
    const leader = firstErrors[weights.indexOf(posterior)]!
    const isTied = this.makeTieTest({ steps, annotations }, firstErrors, leader)
    const leaders = [
      ...new Set(
        firstErrors.filter(
          (each, i) => each === leader || posterior - weights[i]! < tieTolerance || isTied(each),
        ),
      ),
    ]
    if (leaders.length === 1) return { ...buildFirstErrorConsensus(leader, annotations), posterior }
    return { kind: 'tied', between: leaders.sort(compareFirstErrors), posterior }
  }

  /** Returns a function that tells whether a first error could overtake the leader if other problems were sampled. */
  private makeTieTest(
    { steps, annotations }: SolutionVotes,
    firstErrors: readonly (number | null)[],
    leader: number | null,
  ): (firstError: number | null) => boolean {
    const annotatorSamples = annotations.map(({ labeler }) => this.samples.get(labeler))
    if (annotations.length <= 2 && !annotatorSamples.some((each) => each?.isDistinguishable))
      return () => true
    const logSteps = Math.log(Math.max(1, steps))
    const sumVotes = (firstError: number | null, sample: number) => {
      let sum = 0
      for (const [i, each] of firstErrors.entries())
        if (each === firstError)
          sum += (annotatorSamples[i]?.logOdds[sample] ?? priorLogOdds) + logSteps
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
