import type { Rating, StoredAnnotation, StoredSolution } from '@/lib/formats/record'
import type { FittedDawidSkene } from '@/lib/review/consensus/dawid-skene'
import { decideByMajority } from '@/lib/review/consensus/majority'
import { findFirstError, type Annotation } from '@/lib/review/consensus/votes'
import type { FallbackName, VotingName } from './consensus-names'

/** Why an annotation has no voice, though its solution is taken: it can be adjudicated all the same. */
export type NoVoice = 'unfinished' | 'irregular' | 'otherSteps'

/** An annotation of flow `solution`, by its id. */
export interface Vote extends Annotation {
  annotation: string
  /** Text in the order of time; null where nobody knows when. */
  submitted: string | null
  noVoice: NoVoice | null
}

/** A reviewer's final labels, of the steps as they are. */
export interface Ruling {
  adjudication: string
  ratings: readonly Rating[]
  /** Account of the reviewer. */
  by: string
  at: string
  /** The annotation that it takes as it is. */
  adopted: string | null
}

export interface VotedSolution {
  /** How many there are to rate. */
  steps: number
  votes: readonly Vote[]
  ruling: Ruling | null
}

/** What a release decides by. */
export interface ConsensusRule {
  policy: VotingName
  /** Of `adjudicated`. */
  fallback: FallbackName | null
  /** Where somebody's accuracy counts. */
  fitted: FittedDawidSkene | null
}

export interface Decided {
  kind: 'decided'
  policy: VotingName | 'latest'
  /** From 0; null: there is none. */
  firstError: number | null
  ratings: readonly Rating[]
  /** Chance that it is this one; null where the policy gives none. */
  posterior: number | null
  ruling: Ruling | null
  /** Whose annotation says what a consensus does not: the newest that names this first error; null: none does. */
  basis: string | null
}

export interface Undecided {
  kind: 'undecided'
  /** Somebody has to rule: votes are even, or nobody did where that is asked for. */
  why: 'tied' | 'notRuled'
}

export type Decision = (Decided | Undecided) & {
  /** That were heard, in the order of their ids: one for each person. */
  votes: Vote[]
  /** Others that have a voice: of the same people, and by `latest` of others. */
  missing: { again: number; older: number }
}

/** What the annotations of one solution come to. At least one of them has a voice, or there is a ruling. */
export function decideConsensus(rule: ConsensusRule, solution: VotedSolution): Decision {
  const votes = listVoices(solution.votes)
  const voices = solution.votes.filter(({ noVoice }) => noVoice === null).length
  const again = voices - votes.length
  const heard = { votes, missing: { again, older: 0 } }
  const { ruling } = solution
  if (rule.policy === 'adjudicated' && ruling)
    return { ...decideByRuling(ruling, solution.votes), ...heard }
  if (votes.length === 0) throw new Error('There is neither a vote nor a ruling')
  const policy = rule.policy === 'adjudicated' ? rule.fallback : rule.policy
  switch (policy) {
    case 'majority':
    case 'dawid-skene':
      return { ...decideByVotes(policy, rule, solution.steps, votes), ...heard }
    case 'latest': {
      const newest = findNewest(votes)!
      const taken = { kind: 'decided', policy, ruling: null, posterior: null } as const
      return {
        ...{ ...taken, ...readLabels(newest.ratings as Rating[]), basis: newest.annotation },
        ...{ votes: [newest], missing: { again, older: votes.length - 1 } },
      }
    }
    case 'leave-out':
      return { kind: 'undecided', why: 'notRuled', ...heard }
    default:
      throw new Error('A release by adjudication needs a fallback')
  }
}

/** Of each person the newest annotation that has a voice, in the order of ids. */
export function listVoices(votes: readonly Vote[]): Vote[] {
  const byPerson = new Map<string, Vote>()
  for (const vote of votes) {
    if (vote.noVoice !== null) continue
    const known = byPerson.get(vote.labeler)
    if (!known || isNewer(vote, known)) byPerson.set(vote.labeler, vote)
  }
  return [...byPerson.values()].sort((a, b) => (a.annotation < b.annotation ? -1 : 1))
}

function decideByRuling(ruling: Ruling, votes: readonly Vote[]): Decided {
  const labels = readLabels(ruling.ratings)
  const adopted = votes.find(({ annotation }) => annotation === ruling.adopted)
  const basis = adopted ?? findNewest(listAgreeing(listVoices(votes), labels.firstError))
  return {
    ...{ kind: 'decided', policy: 'adjudicated', posterior: null, ruling },
    ...{ ...labels, basis: basis?.annotation ?? null },
  }
}

function decideByVotes(
  policy: 'majority' | 'dawid-skene',
  { fitted }: ConsensusRule,
  steps: number,
  annotations: readonly Vote[],
): Decided | Undecided {
  const { posterior, ...found } =
    policy === 'majority'
      ? { ...decideByMajority(annotations), posterior: null }
      : weigh(fitted, steps, annotations)
  if (found.kind === 'tied') return { kind: 'undecided', why: 'tied' }
  const { firstError, ratings } = found
  return {
    ...{ kind: 'decided', policy, firstError, ratings, ruling: null },
    posterior: posterior === null ? null : roundChance(posterior),
    basis: findNewest(listAgreeing(annotations, firstError))?.annotation ?? null,
  }
}

function weigh(fitted: FittedDawidSkene | null, steps: number, annotations: readonly Vote[]) {
  if (!fitted) throw new Error('Nobody’s accuracy was found')
  return fitted.decide({ steps, annotations })
}

/** To what does not depend on the order in which chances were added up. */
export const roundChance = (chance: number) => Math.round(chance * 1e6) / 1e6

const readLabels = (ratings: readonly Rating[]) => ({
  firstError: findFirstError(ratings),
  ratings,
})

const listAgreeing = (votes: readonly Vote[], firstError: number | null) =>
  votes.filter(({ ratings }) => findFirstError(ratings) === firstError)

function findNewest(votes: readonly Vote[]): Vote | undefined {
  let newest: Vote | undefined
  for (const vote of votes) if (!newest || isNewer(vote, newest)) newest = vote
  return newest
}

/** As `latest` orders them: by time of submission, as far as it is known, then by id. */
function isNewer(vote: Vote, than: Vote): boolean {
  const [a, b] = [vote.submitted, than.submitted]
  if (a === b) return vote.annotation > than.annotation
  if (a === null || b === null) return b === null
  return a > b
}

/** Of an annotation of flow `solution`, what a consensus hears of it. */
export function readVote(
  annotation: Pick<
    StoredAnnotation,
    'id' | 'labeler' | 'submittedAt' | 'recordedAt' | 'finishReason' | 'ratings' | 'revision'
  > & { irregular: string | null },
  solution: Pick<StoredSolution, 'revision'>,
): Vote {
  const { id, labeler, submittedAt, recordedAt, ratings } = annotation
  const submitted = submittedAt?.replace(/Z$/, '').replace(/\.0+$/, '') ?? recordedAt
  return { annotation: id, labeler, ratings, submitted, noVoice: findNoVoice(annotation, solution) }
}

function findNoVoice(
  {
    finishReason,
    irregular,
    revision,
  }: Pick<StoredAnnotation, 'finishReason' | 'irregular' | 'revision'>,
  solution: Pick<StoredSolution, 'revision'>,
): NoVoice | null {
  if (finishReason !== 'solution' && finishReason !== 'found_error') return 'unfinished'
  if (irregular !== null) return 'irregular'
  return revision === solution.revision ? null : 'otherSteps'
}
