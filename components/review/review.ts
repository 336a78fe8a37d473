import type { ReplyOf } from '@/lib/platform/contract'
import type {
  compareAnnotationsContract,
  getReviewWorkContract,
  listAdjudicationsContract,
  listDisagreementsContract,
} from '@/lib/review/adjudication-contract'
import type {
  getAnnotationContract,
  listAnnotationsContract,
} from '@/lib/review/annotation-review-contract'
import type { ReviewState } from '@/lib/review/said-field'

export type ReviewWork = ReplyOf<typeof getReviewWorkContract>
export type Disagreements = ReplyOf<typeof listDisagreementsContract>
export type Disagreement = Disagreements['disagreements'][number]
export type Adjudications = ReplyOf<typeof listAdjudicationsContract>
export type Comparison = ReplyOf<typeof compareAnnotationsContract>
export type ComparedAnnotation = Comparison['annotations'][number]
export type ReviewedAnnotations = ReplyOf<typeof listAnnotationsContract>
export type ReviewedAnnotation = ReplyOf<typeof getAnnotationContract>
/** What somebody said, as a column shows it. */
export type Said = Pick<
  ComparedAnnotation,
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

export interface AnnotationFilter {
  state?: ReviewState | undefined
  person?: string | undefined
  sample?: 'drawn' | undefined
}

export const addressReview = (slug: string, filter: ReviewFilter = {}, after?: string) =>
  withQuery(`/projects/${slug}/review`, { ...filter, after })

export const addressRuling = (slug: string, solution: string, kind?: Disagreement['kind']) =>
  withQuery(`/projects/${slug}/review/${solution}`, { kind })

export const addressAnnotations = (slug: string, filter: AnnotationFilter = {}, after?: string) =>
  withQuery(`/projects/${slug}/review/annotations`, { ...filter, after })

export const addressAnnotation = (
  slug: string,
  annotation: string,
  filter: AnnotationFilter = {},
) => withQuery(`/projects/${slug}/review/annotations/${annotation}`, { ...filter })

/** Where a question for the guideline is made of a step. */
export const addressQuestion = (slug: string, solution: string, step: number) =>
  withQuery(`/projects/${slug}/questions/new`, { solution, step: String(step + 1) })

function withQuery(path: string, given: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(given)) if (value) query.set(name, value)
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}
