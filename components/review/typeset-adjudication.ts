import { shortenText } from '@/lib/problems/shorten-text'
import { formatCount } from '@/lib/platform/format'
import { typesetText } from '@/lib/problems/typeset-text'
import type { AdjudicationRowData } from './adjudication-table'
import { adjudicationHref, type Adjudications } from './review'

const excerptCharacters = 160

/** Builds a row. Runs on the server, which typesets all formulas. */
export function typesetAdjudication(
  slug: string,
  row: Adjudications['adjudications'][number],
): AdjudicationRowData {
  const { adjudication, solution, problem, error, stepCount, note, isGold, by, at } = row
  return {
    ...{ adjudication, isGold, by, at },
    href: adjudicationHref(slug, solution),
    problem: shortenText(typesetText(problem), excerptCharacters),
    note: note === '' ? null : typesetText(note),
    outcome:
      error === null
        ? `No error in ${formatCount(stepCount)} steps`
        : `First error at step ${formatCount(error + 1)} of ${formatCount(stepCount)}`,
  }
}
