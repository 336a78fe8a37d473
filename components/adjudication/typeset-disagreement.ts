import {
  adjudicationHref,
  type DisagreementListItem,
  type DisagreementListFilter,
} from '@/components/reviews/review'
import { describeAdjudicationPriority } from '@/lib/adjudication/adjudication-priority'
import type { ReplyTypesetter } from '@/lib/typesetting/reply-typesetter'
import type { DisagreementRowData } from './disagreement-table'

/** Builds a row. Runs on the server, which typesets all formulas. */
export function typesetDisagreement(
  { excerpt }: ReplyTypesetter,
  slug: string,
  { kind }: DisagreementListFilter,
  highestScore: number | null,
  row: DisagreementListItem,
): DisagreementRowData {
  const { solution, problem, step, firstStep, stepCount, people, priority, score, names } = row
  return {
    solution,
    firstDisagreedStep: firstStep,
    stepCount,
    people,
    priority,
    score,
    href: adjudicationHref(slug, solution, kind),
    problem: excerpt(problem),
    step: excerpt(step),
    explanation: describeAdjudicationPriority(row, { score, highest: highestScore }).join(' · '),
    names: names?.join(' and ') ?? null,
  }
}
