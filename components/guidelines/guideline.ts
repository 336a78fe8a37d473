import { withQuery } from '@/components/ui/with-query'
import type {
  getGuidelineContract,
  listGuidelineVersionsContract,
} from '@/lib/annotations/guideline-contract'
import type { ReplyOf } from '@/lib/platform/contract'
import type { listDecisionsContract } from '@/lib/questions/decisions-contract'
import type { GuidelineDecision } from '@/lib/questions/format-decisions'

export type GuidelineReply = ReplyOf<typeof getGuidelineContract>
export type Guideline = NonNullable<GuidelineReply['guideline']>
export type GuidelineChanges = NonNullable<GuidelineReply['changes']>
export type GuidelineVersion = ReplyOf<typeof listGuidelineVersionsContract>['versions'][number]

/** Reads a version from the query; undefined if it is not a number. */
export function readGuidelineVersion(value: string | string[] | undefined): number | undefined {
  return typeof value === 'string' && /^[1-9]\d{0,8}$/.test(value) ? Number(value) : undefined
}

/** Versions on one page of the list. */
export const guidelineVersionsPageSize = 50

/** What the guideline page shows; all in its URL. */
export interface GuidelinePageQuery {
  /** The version of the text. */
  version?: number | undefined
  /** Shows the changes since this version. */
  since?: number | undefined
  /** Lists only versions before this one. */
  before?: number | undefined
}

export const guidelineHref = (slug: string, { version, since, before }: GuidelinePageQuery) =>
  withQuery(`/projects/${slug}/guideline`, {
    version: version?.toString(),
    since: since?.toString(),
    before: before?.toString(),
  })

/** The fields of a decision that its text in the guideline is made of. */
export function pickDecisionTextFields({
  decision,
  heading,
  text,
  example,
}: ReplyOf<typeof listDecisionsContract>['decisions'][number]): GuidelineDecision {
  return { decision, heading, text, example }
}
