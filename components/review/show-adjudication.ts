import { shortenText } from '@/components/projects/shorten-text'
import { formatCount } from '@/lib/platform/format'
import { typesetText } from '@/lib/problems/typeset-text'
import type { ShownAdjudication } from './adjudication-table'
import { addressRuling, type Adjudications } from './review'

const excerptCharacters = 160

/** Sets the texts of a row: on the server, as all formulas. */
export function showAdjudication(
  slug: string,
  row: Adjudications['adjudications'][number],
): ShownAdjudication {
  const { adjudication, solution, problem, error, stepCount, note, isGold, by, at } = row
  return {
    ...{ adjudication, isGold, by, at },
    href: addressRuling(slug, solution),
    problem: shortenText(typesetText(problem), excerptCharacters),
    note: note === '' ? null : typesetText(note),
    words:
      error === null
        ? `No error in ${formatCount(stepCount)} steps`
        : `First error at step ${formatCount(error + 1)} of ${formatCount(stepCount)}`,
  }
}
