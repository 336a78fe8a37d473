import type { Disagreement } from '@/lib/agreement/disagreement'

const highScore = 0.8
const earlyShare = 1 / 3

/** Short reasons for the priority, most important first. `highest`: the highest score in the list. */
export function describeAdjudicationPriority(
  disagreement: Disagreement,
  { score, highest }: { score: number | null; highest: number | null },
): string[] {
  const { firstStep, stepCount, unflagged, people, kind } = disagreement
  return [
    describeDistance(disagreement),
    kind === 'neutral' && 'neutral vs positive',
    score !== null && score === highest
      ? 'highest score in the list'
      : score !== null && score >= highScore && 'high score',
    firstStep < stepCount * earlyShare && stepCount > 2 && 'early step',
    unflagged < people && (unflagged === 0 ? 'all unsure' : 'some unsure'),
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
  if (foundError < people)
    return people === 2
      ? 'only one found an error'
      : `${spellNumber(foundError)} found an error, ${spellNumber(people - foundError)} did not`
  const distance = latestError! - earliestError!
  return distance === 0
    ? `${all} found the same error`
    : `${all} found an error, ${spellNumber(distance)} ${distance === 1 ? 'step' : 'steps'} apart`
}
