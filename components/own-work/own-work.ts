import { withQuery } from '@/components/ui/with-query'
import type {
  getOwnAnnotationContract,
  getOwnWorkContract,
  listOwnAnnotationsContract,
} from '@/lib/annotations/own-contract'
import type { FinishReason } from '@/lib/formats/record'
import type { ReplyOf } from '@/lib/platform/contract'

export type OwnWork = ReplyOf<typeof getOwnWorkContract>
export type OwnAnnotationList = ReplyOf<typeof listOwnAnnotationsContract>
export type OwnAnnotation = ReplyOf<typeof getOwnAnnotationContract>
export type OwnStep = OwnAnnotation['steps'][number]

/** Filters of the list, in the page's query. */
export interface OwnWorkFilter {
  finish?: FinishReason
  flagged?: 'yes' | 'no'
}

/** URL of the filtered list, from a cursor on. */
export function ownWorkHref(slug: string, filter: OwnWorkFilter, after?: string): string {
  const { finish, flagged } = filter
  return withQuery(`/projects/${slug}/mine`, { finish, flagged, after })
}
