import type { MarkShape } from '@/components/ui/mark'
import type { Verdict } from '@/lib/grading/verdict'
import type { ReplyOf } from '@/lib/platform/contract'
import type { TypesetText } from '@/lib/problems/typeset'
import type {
  getRegradeContract,
  listAnswerPairsContract,
  listRegradesContract,
} from '@/lib/review/answers-contract'
import type {
  listPairSolutionsContract,
  listUnansweredContract,
} from '@/lib/review/solution-verdicts-contract'

export type AnswerList = ReplyOf<typeof listAnswerPairsContract>
export type AnswerPair = AnswerList['pairs'][number]
export type UnansweredList = ReplyOf<typeof listUnansweredContract>
export type Regrade = ReplyOf<typeof getRegradeContract>
export type ListedRegrade = ReplyOf<typeof listRegradesContract>['regrades'][number]
export type VerdictChange = Regrade['changes'][number]

/** How a pair or a solution stands: the part of it that changes when somebody speaks of it. */
export type Standing = Pick<
  AnswerPair,
  'verdict' | 'reason' | 'by' | 'ruledBy' | 'ruledAt' | 'note'
>

/** What a person speaks of: a pair of answers, or one solution. */
export interface Subject extends Standing {
  kind: 'pair' | 'solution'
  /** The name of the pair, or the id of the solution. */
  key: string
  /** As it is called in a sentence. */
  called: string
}

/** A pair with its texts set, which only the server does. */
export interface ShownPair extends AnswerPair, Subject {
  kind: 'pair'
  set: Record<'given' | 'truth' | 'problem' | 'lastStep', TypesetText>
}

type PairSolution = ReplyOf<typeof listPairSolutionsContract>['solutions'][number]

/** One of the solutions of a pair. */
export interface ShownSolution extends PairSolution, Subject {
  kind: 'solution'
}

type Unanswered = UnansweredList['solutions'][number]

/** A solution in which no final answer was found. */
export interface ShownUnanswered extends Unanswered, Subject {
  kind: 'solution'
  set: Record<'truth' | 'looksLike', TypesetText>
}

export interface ShownRegradePair {
  pair: Regrade['firstPairs'][number]
  /** Null where there is none. */
  given: TypesetText | null
  truth: TypesetText | null
}

/** What the page shows of the answers; `anew` is for admins. */
export const answerViews = ['unsure', 'unanswered', 'settled', 'search', 'anew'] as const
export type AnswerView = (typeof answerViews)[number]
export type PairView = Exclude<AnswerView, 'anew' | 'unanswered'>

export function addressAnswers(
  slug: string,
  { show = 'unsure', text = '', page = 1 }: { show?: AnswerView; text?: string; page?: number },
): string {
  const query = new URLSearchParams()
  if (show !== 'unsure') query.set('show', show)
  if (text !== '') query.set('text', text)
  if (page > 1) query.set('page', String(page))
  const written = query.toString()
  return `/projects/${slug}/answers${written && `?${written}`}`
}

export const verdictShapes = {
  wrong: 'cross',
  unsure: 'dash',
  correct: 'tick',
} as const satisfies Record<Verdict, MarkShape>

/** In the order of the marks, as everywhere. */
export const verdictOrder = ['wrong', 'unsure', 'correct'] as const satisfies readonly Verdict[]
