import type { FittedDawidSkeneModel } from '@/lib/agreement/consensus/fitted-dawid-skene'
import { decideConsensusByMajority } from '@/lib/agreement/consensus/majority'
import type { AnnotationVote } from '@/lib/agreement/consensus/votes'
import {
  comparisonConditions,
  findFirstError,
  formatPrm800kSubmissionTime,
} from '@/lib/formats/annotation-rules'
import type { Rating, StoredAnnotation, StoredSolution } from '@/lib/formats/record'
import type { ConsensusFallbackName, CombiningConsensusName } from './consensus-names'

/**
 * Why an annotation has no vote although its solution is included. The solution can still be
 * adjudicated.
 */
export type NoVoteReason = 'unfinished' | 'irregular' | 'outdatedSteps'

/** The vote of an annotation of flow `solution`. */
export interface Vote extends AnnotationVote {
  annotation: string
  /** A text that sorts by time; null if the time is unknown. */
  submitted: string | null
  noVoteReason: NoVoteReason | null
}

/** A reviewer's final labels for the current steps. */
export interface Adjudication {
  id: string
  ratings: readonly Rating[]
  /** Account of the reviewer. */
  by: string
  at: string
  /** The annotation whose ratings it adopts. */
  adopted: string | null
  answers: AdjudicatedErrorDetails
}

/** What the reviewer answered about the first error. Empty where nothing was asked. */
export interface AdjudicatedErrorDetails {
  /** Of the alternatives, in the order of their numbers. */
  optionRatings: readonly Rating[]
  explanation: string | null
  explanationOption: number | null
  progress: StoredAnnotation['progress']
}

export interface VotedSolution {
  /** Number of steps to rate. */
  steps: number
  votes: readonly Vote[]
  adjudication: Adjudication | null
}

/** How a release decides. */
export interface ConsensusRule {
  policy: CombiningConsensusName
  /** With `adjudicated`, else null. */
  fallback: ConsensusFallbackName | null
  /** For rules that use annotators' accuracy. */
  fitted: FittedDawidSkeneModel | null
}

export interface DecidedSolution {
  kind: 'decided'
  policy: CombiningConsensusName | 'latest'
  /** From 0; null if there is no error. */
  firstError: number | null
  ratings: readonly Rating[]
  /** Probability of this first error; null if the policy has none. */
  posterior: number | null
  adjudication: Adjudication | null
  /**
   * The annotation that supplies the other details: the adopted one, or else the newest that names
   * this first error; null for none.
   */
  basis: string | null
}

export interface UndecidedSolution {
  kind: 'undecided'
  /** Needs an adjudication: votes are tied, or the rule requires one and there is none. */
  reason: 'tied' | 'notAdjudicated'
}

export type ConsensusDecision = (DecidedSolution | UndecidedSolution) & {
  /** Counted votes, one per annotator, sorted by id. */
  votes: Vote[]
  /**
   * Valid annotations that were not counted: others of the same annotators, and with `latest` those
   * of other annotators.
   */
  excludedCounts: { duplicateAnnotator: number; notLatest: number }
}

/** Decides the consensus of one solution, which must have a vote or an applicable adjudication. */
export function decideConsensus(rule: ConsensusRule, solution: VotedSolution): ConsensusDecision {
  const votes = listNewestVotes(solution.votes)
  const voteCount = solution.votes.filter(({ noVoteReason }) => noVoteReason === null).length
  const duplicateAnnotator = voteCount - votes.length
  const context = { votes, excludedCounts: { duplicateAnnotator, notLatest: 0 } }
  const { adjudication } = solution
  if (rule.policy === 'adjudicated' && adjudication)
    return { ...applyAdjudication(adjudication, solution.votes), ...context }
  if (votes.length === 0) throw new Error('The solution has neither a vote nor an adjudication')
  const policy = rule.policy === 'adjudicated' ? rule.fallback : rule.policy
  switch (policy) {
    case 'majority':
    case 'dawid-skene':
      return { ...decideByVotes(policy, rule, solution.steps, votes), ...context }
    case 'latest': {
      const newestVote = findNewest(votes)!
      const decision = { kind: 'decided', policy, adjudication: null, posterior: null } as const
      return {
        ...decision,
        ...readLabels(newestVote.ratings as Rating[]),
        basis: newestVote.annotation,
        votes: [newestVote],
        excludedCounts: { duplicateAnnotator, notLatest: votes.length - 1 },
      }
    }
    case 'exclude':
      return { kind: 'undecided', reason: 'notAdjudicated', ...context }
    default:
      throw new Error('Consensus adjudicated needs a fallback')
  }
}

/** The newest valid annotation of each annotator, sorted by id. */
export function listNewestVotes(votes: readonly Vote[]): Vote[] {
  const byPerson = new Map<string, Vote>()
  for (const vote of votes) {
    if (vote.noVoteReason !== null) continue
    const personVote = byPerson.get(vote.labeler)
    if (!personVote || isNewer(vote, personVote)) byPerson.set(vote.labeler, vote)
  }
  return [...byPerson.values()].sort((a, b) => (a.annotation < b.annotation ? -1 : 1))
}

function applyAdjudication(adjudication: Adjudication, votes: readonly Vote[]): DecidedSolution {
  const labels = readLabels(adjudication.ratings)
  const adoptedVote = votes.find(({ annotation }) => annotation === adjudication.adopted)
  const basis = adoptedVote ?? findNewest(listAgreeing(listNewestVotes(votes), labels.firstError))
  return {
    kind: 'decided',
    policy: 'adjudicated',
    posterior: null,
    adjudication,
    ...labels,
    basis: basis?.annotation ?? null,
  }
}

function decideByVotes(
  policy: 'majority' | 'dawid-skene',
  { fitted }: ConsensusRule,
  steps: number,
  annotations: readonly Vote[],
): DecidedSolution | UndecidedSolution {
  const { posterior, ...outcome } =
    policy === 'majority'
      ? { ...decideConsensusByMajority(annotations), posterior: null }
      : decideByDawidSkene(fitted, steps, annotations)
  if (outcome.kind === 'tied') return { kind: 'undecided', reason: 'tied' }
  const { firstError, ratings } = outcome
  return {
    kind: 'decided',
    policy,
    firstError,
    ratings,
    adjudication: null,
    posterior: posterior === null ? null : roundProbability(posterior),
    basis: findNewest(listAgreeing(annotations, firstError))?.annotation ?? null,
  }
}

function decideByDawidSkene(
  fitted: FittedDawidSkeneModel | null,
  steps: number,
  annotations: readonly Vote[],
) {
  if (!fitted) throw new Error('The Dawid-Skene model was not fitted')
  return fitted.decide({ steps, annotations })
}

/** Rounded, so that the result does not depend on the order of additions. */
export const roundProbability = (chance: number) => Math.round(chance * 1e6) / 1e6

const readLabels = (ratings: readonly Rating[]) => ({
  firstError: findFirstError(ratings),
  ratings,
})

const listAgreeing = (votes: readonly Vote[], firstError: number | null) =>
  votes.filter(({ ratings }) => findFirstError(ratings) === firstError)

function findNewest(votes: readonly Vote[]): Vote | undefined {
  let newestVote: Vote | undefined
  for (const vote of votes) if (!newestVote || isNewer(vote, newestVote)) newestVote = vote
  return newestVote
}

/** The order of `latest`: by submission time where known, then by id. */
function isNewer(vote: Vote, than: Vote): boolean {
  const [a, b] = [vote.submitted, than.submitted]
  if (a === b) return vote.annotation > than.annotation
  if (a === null || b === null) return b === null
  return a > b
}

/** The part of an annotation of flow `solution` that a consensus uses. */
export function toConsensusVote(
  annotation: Pick<
    StoredAnnotation,
    'id' | 'labeler' | 'submittedAt' | 'recordedAt' | 'finishReason' | 'ratings' | 'revision'
  > & { irregular: string | null },
  solution: Pick<StoredSolution, 'revision'>,
): Vote {
  const { id, labeler, ratings } = annotation
  return {
    annotation: id,
    labeler,
    ratings,
    submitted: formatPrm800kSubmissionTime(annotation),
    noVoteReason: findNoVoteReason(annotation, solution),
  }
}

function findNoVoteReason(
  annotation: Pick<StoredAnnotation, 'finishReason' | 'irregular' | 'revision'>,
  solution: Pick<StoredSolution, 'revision'>,
): NoVoteReason | null {
  const {
    unfinished: isFinished,
    irregular: isRegular,
    olderSteps: isCurrent,
  } = comparisonConditions
  if (!isFinished(annotation)) return 'unfinished'
  if (!isRegular(annotation)) return 'irregular'
  return isCurrent(annotation, solution) ? null : 'outdatedSteps'
}
