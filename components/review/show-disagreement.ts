import { shortenText } from '@/components/projects/shorten-text'
import { typesetText } from '@/lib/problems/typeset-text'
import { describeWorth } from '@/lib/review/worth'
import type { ShownDisagreement } from './disagreement-board'
import { addressRuling, type Disagreement, type ReviewFilter } from './review'

/** Two lines of the column, about. */
const excerptCharacters = 160

/** Sets the texts of a row: on the server, as all formulas. */
export function showDisagreement(
  slug: string,
  { kind }: ReviewFilter,
  highest: number | null,
  row: Disagreement,
): ShownDisagreement {
  const { solution, problem, step, firstStep, stepCount, people, worth, score, names } = row
  return {
    ...{ solution, firstStep, stepCount, people, worth, score },
    href: addressRuling(slug, solution, kind),
    problem: shortenText(typesetText(problem), excerptCharacters),
    step: shortenText(typesetText(step), excerptCharacters),
    why: describeWorth(row, { score, highest }).join(', '),
    names: names?.join(' and ') ?? null,
  }
}
