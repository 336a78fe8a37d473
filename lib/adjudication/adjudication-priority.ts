import type { Disagreement } from '@/lib/agreement/disagreement'

const highScore = 0.8

/** Short reasons for the priority, most important first. `highest`: the highest score in the list. */
export function describeAdjudicationPriority(
  disagreement: Disagreement,
  { score, highest }: { score: number | null; highest: number | null },
): string[] {
  const { unflagged, people, kind } = disagreement
  return [
    kind === 'neutral' && 'only neutral vs positive',
    describeDistance(disagreement),
    score !== null && score === highest
      ? 'highest model score in the list'
      : score !== null && score >= highScore && 'high model score',
    unflagged < people &&
      (unflagged === 0 ? 'flagged by all' : `flagged by ${people - unflagged} of ${people}`),
  ].filter((part) => part !== false && part !== null)
}

const numberWords = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
] as const
const spellNumber = (count: number) => numberWords[count] ?? String(count)

function describeDistance({
  foundError,
  people,
  earliestError,
  latestError,
}: Disagreement): string | null {
  if (foundError === 0) return null
  const all = people === 2 ? 'both' : 'all'
  if (foundError < people) return `error found by ${foundError} of ${people}`
  const distance = latestError! - earliestError!
  return distance === 0
    ? `${all} found the same error`
    : `${all} found an error, ${spellNumber(distance)} ${distance === 1 ? 'step' : 'steps'} apart`
}
