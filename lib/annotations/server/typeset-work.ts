import type { ReplyTypesetter } from '@/lib/typesetting/reply-typesetter'
import { typesetReply } from '@/lib/typesetting/server/typeset-reply'
import { labellingTypesetBudget } from '@/lib/typesetting/typeset-limits'

/**
 * Typesets the texts of a reply with work, sharing nothing with other replies: the time must not depend on whether others
 * have read it. Gold is read by many, and would be recognisable by its speed.
 */
export function typesetWorkWithOwnCache<Reply>(
  build: (typesetter: ReplyTypesetter) => Reply,
  { maxWaitMs }: { maxWaitMs?: number } = {},
): Promise<Reply> {
  return typesetReply(build, {
    budget: labellingTypesetBudget,
    usesOwnCache: true,
    ...(maxWaitMs !== undefined && { maxWaitMs }),
  })
}
