import type { Disagreement } from './disagreement'

/** How much each part can give: together 100. */
export const maxParts = { distance: 40, score: 25, certainty: 20, earliness: 15 } as const

/** Each further step between two first errors gives so much, up to three. */
const pointsPerStep = 10
const maxStepDistance = 3

/** What ruling on a disagreement is worth, and why. */
export interface Priority {
  /** The sum of the parts: 0 to 100. */
  priority: number
  /** An error against none, more than two errors some steps apart, more than neutral against positive. */
  distance: number
  /** A solution that convinces the scorer. */
  score: number
  /** People who do not doubt. */
  certainty: number
  /** Where one parts early, everything after it hangs on it. */
  earliness: number
}

/** Whole numbers, as the database works them out (migration adjudication). `score`: 0 to 1; null for none. */
export function computePriority(disagreement: Disagreement, score: number | null): Priority {
  const { firstStep, stepCount, people, unflagged, foundError } = disagreement
  const parts = {
    distance: scoreDistance(disagreement),
    score: score === null ? 0 : Math.floor(maxParts.score * Math.min(1, Math.max(0, score)) + 0.5),
    certainty: Math.floor((maxParts.certainty * unflagged) / people),
    earliness: Math.floor((maxParts.earliness * (stepCount - firstStep)) / stepCount),
  }
  if (foundError > people) throw new RangeError('more errors than people')
  return { priority: parts.distance + parts.score + parts.certainty + parts.earliness, ...parts }
}

function scoreDistance({ foundError, people, earliestError, latestError }: Disagreement): number {
  if (foundError === 0) return 0
  if (foundError < people) return maxParts.distance
  return pointsPerStep * Math.min(maxStepDistance, latestError! - earliestError!)
}

const highScore = 0.8
const earlyShare = 1 / 3

/** Why it is worth ruling on, in a few words, what counts most first. `highest`: the highest score of the list. */
export function describePriority(
  disagreement: Disagreement,
  { score, highest }: { score: number | null; highest: number | null },
): string[] {
  const { firstStep, stepCount, unflagged, people, kind } = disagreement
  return [
    describeDistance(disagreement),
    kind === 'neutral' && 'neutral or positive',
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
    return `${spellNumber(foundError)} found an error, ${people - foundError === 1 && people === 2 ? 'the other none' : `${spellNumber(people - foundError)} did not`}`
  const distance = latestError! - earliestError!
  return distance === 0
    ? `${all} found the same error`
    : `${all} found an error, ${spellNumber(distance)} ${distance === 1 ? 'step' : 'steps'} apart`
}
