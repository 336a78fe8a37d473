import { withQuery } from '@/components/ui/with-query'
import type {
  getGoldContract,
  listGoldCandidatesContract,
  listGoldContract,
} from '@/lib/gold/contract'
import type { ReplyOf, RequestInputOf } from '@/lib/platform/contract'

export type GoldList = ReplyOf<typeof listGoldContract>
export type GoldItem = GoldList['gold'][number]
export type GoldOrigin = GoldItem['origin']
export type GoldAnswerCounts = GoldItem['answers']
export type GoldSolution = ReplyOf<typeof getGoldContract>
export type GoldCandidates = ReplyOf<typeof listGoldCandidatesContract>
export type GoldCandidate = GoldCandidates['candidates'][number]

/** Filters of the list, kept in the URL. */
export type GoldFilter = Pick<
  RequestInputOf<typeof listGoldContract>,
  'origin' | 'error' | 'order' | 'search'
>

export const goldHref = (slug: string, filter: GoldFilter = {}, after?: string) =>
  withQuery(`/projects/${slug}/gold`, { ...filter, after })

/** Solutions that could be accepted as gold. */
export const goldCandidatesHref = (slug: string, after?: string) =>
  withQuery(`/projects/${slug}/gold`, { show: 'agreed', after })

export const goldSolutionHref = (slug: string, solution: string) =>
  `/projects/${slug}/gold/${solution}`
