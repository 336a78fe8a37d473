import { adjudicationHref, type AdjudicationsReply } from '@/components/reviews/review'
import { formatCount } from '@/lib/platform/format'
import type { ReplyTypesetter } from '@/lib/typesetting/reply-typesetter'
import type { AdjudicationRowData } from './adjudications-table'

/** Builds a row. Runs on the server, which typesets all formulas. */
export function typesetAdjudication(
  { excerpt, text }: ReplyTypesetter,
  slug: string,
  row: AdjudicationsReply['adjudications'][number],
): AdjudicationRowData {
  const { adjudication, solution, problem, error, stepCount, note, isGold, by, at } = row
  return {
    adjudication,
    isGold,
    by,
    at,
    href: adjudicationHref(slug, solution),
    problem: excerpt(problem),
    note: note === '' ? null : text(note),
    outcome:
      error === null
        ? `No error in ${formatCount(stepCount)} steps`
        : `First error at step ${formatCount(error + 1)} of ${formatCount(stepCount)}`,
  }
}
