import type { RatingIconShape } from '@/components/ui/rating-icon'
import { withQuery } from '@/components/ui/with-query'
import type {
  countUndecidedAnswersContract,
  getRegradeContract,
  listAnswerPairsContract,
  listRegradesContract,
} from '@/lib/answers/contract'
import type {
  listPairSolutionsContract,
  listUnansweredSolutionsContract,
} from '@/lib/answers/solution-verdicts-contract'
import type { Verdict } from '@/lib/grading/verdict'
import type { ReplyOf } from '@/lib/platform/contract'
import type { TypesetText } from '@/lib/typesetting/typeset'

export type AnswerPairList = ReplyOf<typeof listAnswerPairsContract>
export type UndecidedAnswerCounts = ReplyOf<typeof countUndecidedAnswersContract>
export type AnswerPair = AnswerPairList['pairs'][number]
export type UnansweredSolutionList = ReplyOf<typeof listUnansweredSolutionsContract>
export type Regrade = ReplyOf<typeof getRegradeContract>
export type ListedRegrade = ReplyOf<typeof listRegradesContract>['regrades'][number]
export type VerdictChangeCount = Regrade['changes'][number]

/** The verdict on a pair or solution: the fields that change when a person gives a verdict. */
export type VerdictDetails = Pick<
  AnswerPair,
  'verdict' | 'reason' | 'by' | 'decidedBy' | 'decidedAt' | 'note'
>

/** What a verdict is given on: an answer pair or one solution. */
export interface VerdictSubject extends VerdictDetails {
  kind: 'pair' | 'solution'
  /** The hash of the pair, or the id of the solution. */
  key: string
  /** Its name within a sentence. */
  name: string
}

/** A pair with typeset texts. Only the server typesets. */
export interface TypesetAnswerPair extends AnswerPair, VerdictSubject {
  kind: 'pair'
  typeset: Record<'answer' | 'referenceAnswer' | 'problem' | 'lastStep', TypesetText>
}

type PairSolution = ReplyOf<typeof listPairSolutionsContract>['solutions'][number]

/** One of the solutions of a pair. */
export interface AnswerPairSolution extends PairSolution, VerdictSubject {
  kind: 'solution'
}

type Unanswered = UnansweredSolutionList['solutions'][number]

/** A solution in which no final answer was found. */
export interface TypesetUnansweredSolution extends Unanswered, VerdictSubject {
  kind: 'solution'
  typeset: Record<'referenceAnswer' | 'suggestion', TypesetText>
}

export interface TypesetRegradePair {
  pair: Regrade['firstPairs'][number]
  /** Null if there is no answer. */
  answer: TypesetText | null
  referenceAnswer: TypesetText | null
}

/** Views of the answers page. `regrade` is for admins. */
export const answerViews = ['unsure', 'unanswered', 'decided', 'search', 'regrade'] as const
export type AnswerView = (typeof answerViews)[number]
export type AnswerPairView = Exclude<AnswerView, 'regrade' | 'unanswered'>

export function answersHref(
  slug: string,
  { show = 'unsure', text = '', page = 1 }: { show?: AnswerView; text?: string; page?: number },
): string {
  return withQuery(`/projects/${slug}/answers`, {
    show: show === 'unsure' ? undefined : show,
    text,
    page: page > 1 ? String(page) : undefined,
  })
}

export const verdictShapes = {
  wrong: 'cross',
  unsure: 'dash',
  correct: 'tick',
} as const satisfies Record<Verdict, RatingIconShape>

/** In the order of the rating keys. */
export const verdictOrder = ['wrong', 'unsure', 'correct'] as const satisfies readonly Verdict[]
