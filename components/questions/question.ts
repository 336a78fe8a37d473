import { withQuery } from '@/components/ui/with-query'
import type { ReplyOf, RequestInputOf } from '@/lib/platform/contract'
import type {
  getQuestionStepContract,
  listQuestionsContract,
  listDismissedQuestionsContract,
  QuestionOrder,
  dismissQuestionsContract,
} from '@/lib/questions/contract'
import type {
  getDecisionContract,
  listDecisionsContract,
  previewAffectedAnnotationsContract,
} from '@/lib/questions/decisions-contract'
import type { TypesetText } from '@/lib/typesetting/typeset'

export type OpenQuestionsReply = ReplyOf<typeof listQuestionsContract>
export type StepWithQuestions = OpenQuestionsReply['steps'][number]
export type StepDetails = ReplyOf<typeof getQuestionStepContract>
export type OpenQuestion = StepWithQuestions['questions'][number]
export type StepRatings = StepWithQuestions['ratings']
export type DismissedQuestions = ReplyOf<typeof listDismissedQuestionsContract>
export type DecisionsReply = ReplyOf<typeof listDecisionsContract>
export type DecisionListItem = DecisionsReply['decisions'][number]
export type DecisionReply = ReplyOf<typeof getDecisionContract>
export type AffectedPreview = ReplyOf<typeof previewAffectedAnnotationsContract>
export type QuestionRefInput = RequestInputOf<typeof dismissQuestionsContract>['questions'][number]

export const questionsViewNames = ['open', 'decisions', 'dismissed'] as const
export type QuestionsViewName = (typeof questionsViewNames)[number]

/** An open question with typeset texts. */
export type TypesetQuestion = Omit<OpenQuestion, 'optionText'> & {
  optionText: TypesetText | null
  /** Null if it is about the step itself, or the excerpt of its row already is this option. */
  optionExcerpt: TypesetText | null
  /** Null for a flag without text. */
  typesetText: TypesetText | null
}

export type TypesetDismissedQuestion = DismissedQuestions['questions'][number] & {
  typesetText: TypesetText | null
}

/** A step with questions, with typeset texts. */
export interface TypesetStepWithQuestions {
  /** `solution.step` */
  key: string
  solution: string
  externalId: string | null
  revision: number
  /** 0-based. */
  step: number
  stepCount: number
  problem: TypesetText
  previousStep: TypesetText | null
  text: TypesetText
  /** Of the step, or of the first option in question if no question is about the step itself. */
  excerpt: TypesetText
  annotators: number
  questions: readonly TypesetQuestion[]
  ratings: StepRatings
}

export function questionsHref(
  slug: string,
  {
    show = 'open',
    order = 'most-asked',
    page = 1,
  }: { show?: QuestionsViewName; order?: QuestionOrder; page?: number } = {},
): string {
  return withQuery(`/projects/${slug}/questions`, {
    show: show === 'open' ? undefined : show,
    order: order === 'most-asked' ? undefined : order,
    page: page > 1 ? String(page) : undefined,
  })
}

export const decisionHref = (slug: string, decision: number) =>
  `/projects/${slug}/decisions/${decision}`

export const publishDecisionDraftsHref = (slug: string) =>
  `/projects/${slug}/guideline/edit?decisions=drafts`

/** Identifies a question in the API, with the text that the user read. */
export function toQuestionRef(
  step: number,
  {
    annotation,
    question,
    option,
    kind,
    text,
  }: Pick<OpenQuestion, 'annotation' | 'question' | 'option' | 'kind' | 'text'>,
): QuestionRefInput {
  if (question !== null) return { question }
  if (annotation === null || kind === 'reviewer')
    throw new Error('a flag or comment has an annotation')
  return { annotation, step, option, kind, text }
}
