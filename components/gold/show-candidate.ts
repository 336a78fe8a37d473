import { shortenText } from '@/lib/problems/shorten-text'
import { typesetText } from '@/lib/problems/typeset-text'
import { type GoldCandidate, goldSolutionHref } from './gold'

const excerptCharacters = 160

/** A candidate with typeset texts. */
export type TypesetCandidate = ReturnType<typeof showCandidate>

export function showCandidate(slug: string, candidate: GoldCandidate) {
  const set = (text: string | null) =>
    text === null ? null : shortenText(typesetText(text), excerptCharacters)
  const { solution, error, people, stepCount, externalId } = candidate
  return {
    ...{ solution, error, people, stepCount, externalId },
    href: goldSolutionHref(slug, solution),
    problem: shortenText(typesetText(candidate.problem), excerptCharacters),
    step: set(candidate.step),
    explanation: set(candidate.explanation),
  }
}
