import { withQuery } from '@/components/ui/with-query'
import type {
  compareAnnotationsContract,
  listAdjudicationsContract,
  listDisagreementsContract,
} from '@/lib/adjudication/contract'
import type { ReplyOf } from '@/lib/platform/contract'
import type { getReviewCountsContract } from '@/lib/progress/review-counts-contract'
import type { getAnnotationContract, listAnnotationsContract } from '@/lib/reviews/contract'
import type { ReviewState } from '@/lib/reviews/reviewed-fields'

export type ReviewCounts = ReplyOf<typeof getReviewCountsContract>
export type DisagreementsReply = ReplyOf<typeof listDisagreementsContract>
export type DisagreementListItem = DisagreementsReply['disagreements'][number]
export type AdjudicationsReply = ReplyOf<typeof listAdjudicationsContract>
export type Comparison = ReplyOf<typeof compareAnnotationsContract>
export type ComparedAnnotation = Comparison['annotations'][number]
export type AnnotationListReply = ReplyOf<typeof listAnnotationsContract>
export type ReviewedAnnotation = ReplyOf<typeof getAnnotationContract>
/** Content of an annotation, as shown in a column. */
export type AnnotationContent = Pick<
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

/** Filter of the disagreements, in the URL of the page. */
export interface DisagreementListFilter {
  show?: 'adjudicated' | undefined
  kind?: DisagreementListItem['kind'] | undefined
  person?: string | undefined
  otherPerson?: string | undefined
}

export interface AnnotationFilter {
  state?: ReviewState | undefined
  person?: string | undefined
  sample?: 'review' | undefined
}

export const disagreementListHref = (
  slug: string,
  filter: DisagreementListFilter = {},
  after?: string,
) => withQuery(`/projects/${slug}/review`, { ...filter, after })

export const adjudicationHref = (
  slug: string,
  solution: string,
  kind?: DisagreementListItem['kind'],
) => withQuery(`/projects/${slug}/review/${solution}`, { kind })

export const annotationsHref = (slug: string, filter: AnnotationFilter = {}, after?: string) =>
  withQuery(`/projects/${slug}/review/annotations`, { ...filter, after })

export const annotationHref = (slug: string, annotation: string, filter: AnnotationFilter = {}) =>
  withQuery(`/projects/${slug}/review/annotations/${annotation}`, { ...filter })

/** The page that adds a question or decision about a step. */
export const newQuestionHref = (slug: string, solution: string, step: number) =>
  withQuery(`/projects/${slug}/questions/new`, { solution, step: String(step + 1) })
