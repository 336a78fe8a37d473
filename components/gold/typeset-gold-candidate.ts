import type { ReplyTypesetter } from '@/lib/typesetting/reply-typesetter'
import { type GoldCandidate, goldSolutionHref } from './gold'

/** A candidate with typeset texts. */
export type TypesetGoldCandidate = ReturnType<typeof typesetGoldCandidate>

export function typesetGoldCandidate(
  { excerpt }: ReplyTypesetter,
  slug: string,
  candidate: GoldCandidate,
) {
  const typesetOptionalText = (text: string | null) => (text === null ? null : excerpt(text))
  const { solution, error, people, stepCount, externalId } = candidate
  return {
    solution,
    error,
    people,
    stepCount,
    externalId,
    href: goldSolutionHref(slug, solution),
    problem: excerpt(candidate.problem),
    step: typesetOptionalText(candidate.step),
    explanation: typesetOptionalText(candidate.explanation),
  }
}
