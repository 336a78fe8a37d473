import type {
  getGuidelineContract,
  listGuidelineVersionsContract,
} from '@/lib/annotations/guideline-contract'
import type { ReplyOf } from '@/lib/platform/contract'
import type { listRulingsContract } from '@/lib/review/rulings-contract'
import type { RulingText } from '@/lib/review/write-rulings'

export type GuidelineReply = ReplyOf<typeof getGuidelineContract>
export type Guideline = NonNullable<GuidelineReply['guideline']>
export type GuidelineChanges = NonNullable<GuidelineReply['changes']>
export type GuidelineVersion = ReplyOf<typeof listGuidelineVersionsContract>['versions'][number]

/** A version in an address: `?version=2`. Whatever is no number is left out. */
export function readVersion(value: string | string[] | undefined): number | undefined {
  return typeof value === 'string' && /^[1-9]\d{0,8}$/.test(value) ? Number(value) : undefined
}

/** A ruling as far as the guideline says it. */
export function readRulingText({
  ruling,
  heading,
  words,
  example,
}: ReplyOf<typeof listRulingsContract>['rulings'][number]): RulingText {
  return { ruling, heading, words, example }
}
