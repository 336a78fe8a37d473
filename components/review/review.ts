import type { ReplyOf } from '@/lib/platform/contract'
import type {
  compareLabellingsContract,
  getReviewWorkContract,
  listAdjudicationsContract,
  listDisagreementsContract,
} from '@/lib/review/adjudication-contract'
import type {
  getLabellingContract,
  listLabellingsContract,
} from '@/lib/review/labelling-review-contract'
import type { ReviewState } from '@/lib/review/said-field'

export type ReviewWork = ReplyOf<typeof getReviewWorkContract>
export type Disagreements = ReplyOf<typeof listDisagreementsContract>
export type Disagreement = Disagreements['disagreements'][number]
export type Adjudications = ReplyOf<typeof listAdjudicationsContract>
export type Comparison = ReplyOf<typeof compareLabellingsContract>
export type ComparedLabelling = Comparison['labellings'][number]
export type ReviewedLabellings = ReplyOf<typeof listLabellingsContract>
export type ReviewedLabelling = ReplyOf<typeof getLabellingContract>
/** What somebody said, as a column shows it. */
export type Said = Pick<
  ComparedLabelling,
  | 'finishReason'
  | 'finishNote'
  | 'ratings'
  | 'error'
  | 'flagged'
  | 'stepTimesMs'
  | 'activeMs'
  | 'notes'
  | 'options'
  | 'explanation'
  | 'progress'
  | 'tags'
>

/** What the list of disagreements shows; stands in the page's address. */
export interface ReviewFilter {
  show?: 'adjudicated' | undefined
  kind?: Disagreement['kind'] | undefined
  person?: string | undefined
  other?: string | undefined
}

export interface LabellingFilter {
  state?: ReviewState | undefined
  person?: string | undefined
  sample?: 'drawn' | undefined
}

export const addressReview = (slug: string, filter: ReviewFilter = {}, after?: string) =>
  withQuery(`/projects/${slug}/review`, { ...filter, after })

export const addressRuling = (slug: string, solution: string, kind?: Disagreement['kind']) =>
  withQuery(`/projects/${slug}/review/${solution}`, { kind })

export const addressLabellings = (slug: string, filter: LabellingFilter = {}, after?: string) =>
  withQuery(`/projects/${slug}/review/labellings`, { ...filter, after })

export const addressLabelling = (slug: string, labelling: string, filter: LabellingFilter = {}) =>
  withQuery(`/projects/${slug}/review/labellings/${labelling}`, { ...filter })

/** Where a question for the guideline is made of a step. */
export const addressQuestion = (slug: string, solution: string, step: number) =>
  withQuery(`/projects/${slug}/questions/new`, { solution, step: String(step + 1) })

function withQuery(path: string, given: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(given)) if (value) query.set(name, value)
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}
