import type { ReplyOf, SentInputOf } from '@/lib/platform/contract'
import type { TypesetText } from '@/lib/problems/typeset'
import type {
  getAskedStepContract,
  listQuestionsContract,
  listSetAsideContract,
  QuestionOrder,
  setQuestionsAsideContract,
} from '@/lib/review/questions-contract'
import type {
  getRulingContract,
  listRulingsContract,
  previewAffectedContract,
} from '@/lib/review/rulings-contract'

export type Questions = ReplyOf<typeof listQuestionsContract>
export type AskedStep = Questions['steps'][number]
export type WholeStep = ReplyOf<typeof getAskedStepContract>
export type OpenAsk = AskedStep['asks'][number]
export type Rated = AskedStep['rated']
export type SetAside = ReplyOf<typeof listSetAsideContract>
export type RulingList = ReplyOf<typeof listRulingsContract>
export type ListedRuling = RulingList['rulings'][number]
export type RulingReply = ReplyOf<typeof getRulingContract>
export type Affected = ReplyOf<typeof previewAffectedContract>
export type SentAsk = SentInputOf<typeof setQuestionsAsideContract>['asks'][number]

export const questionViews = ['open', 'rulings', 'aside'] as const
export type QuestionView = (typeof questionViews)[number]

/** An open question as the page draws it. */
export type ShownAsk = Omit<OpenAsk, 'optionText'> & {
  optionText: TypesetText | null
  /** Null for a flag without a word. */
  said: TypesetText | null
}

export type ShownAside = SetAside['questions'][number] & { said: TypesetText | null }

/** A step that was asked about, with its texts typeset. */
export interface ShownStep {
  /** `solution.step` */
  key: string
  solution: string
  externalId: string | null
  revision: number
  /** 0-based. */
  step: number
  stepCount: number
  problem: TypesetText
  before: TypesetText | null
  text: TypesetText
  excerpt: TypesetText
  people: number
  asks: readonly ShownAsk[]
  rated: Rated
}

export function addressQuestions(
  slug: string,
  {
    show = 'open',
    order = 'most-asked',
    page = 1,
  }: { show?: QuestionView; order?: QuestionOrder; page?: number } = {},
): string {
  const query = new URLSearchParams()
  if (show !== 'open') query.set('show', show)
  if (order !== 'most-asked') query.set('order', order)
  if (page > 1) query.set('page', String(page))
  const written = query.toString()
  return `/projects/${slug}/questions${written && `?${written}`}`
}

export const rulingHref = (slug: string, ruling: number) => `/projects/${slug}/rulings/${ruling}`

/** Where a reviewer rules on a step that nobody asked about. */
export const newQuestionHref = (slug: string, solution: string, step: number) =>
  `/projects/${slug}/questions/new?solution=${solution}&step=${step + 1}`

export const publishHref = (slug: string) => `/projects/${slug}/guideline/edit?rulings=drafts`

/** As calls name it: with the words that were read. */
export function nameAsk(
  step: number,
  {
    annotation,
    question,
    option,
    kind,
    words,
  }: Pick<OpenAsk, 'annotation' | 'question' | 'option' | 'kind' | 'words'>,
): SentAsk {
  if (question !== null) return { question }
  if (annotation === null || kind === 'reviewer') throw new Error('a note has an annotation')
  return { annotation, step, option, kind, words }
}
