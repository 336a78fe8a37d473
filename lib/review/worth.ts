import type { Parting } from './parting'

/** How much each part can give: together 100. */
export const worthMax = { apart: 40, score: 25, sure: 20, early: 15 } as const

/** Each further step between two first errors gives so much, up to three. */
const perStepApart = 10
const mostStepsApart = 3

/** What ruling on a disagreement is worth, and why. */
export interface Worth {
  /** The sum of the parts: 0 to 100. */
  worth: number
  /** An error against none, more than two errors some steps apart, more than neutral against positive. */
  apart: number
  /** A solution that convinces the scorer. */
  score: number
  /** People who do not doubt. */
  sure: number
  /** Where one parts early, everything after it hangs on it. */
  early: number
}

/** Whole numbers, as the database works them out (migration adjudication). `score`: 0 to 1; null for none. */
export function measureWorth(parting: Parting, score: number | null): Worth {
  const { firstStep, stepCount, people, sure, found } = parting
  const parts = {
    apart: measureApart(parting),
    score: score === null ? 0 : Math.floor(worthMax.score * Math.min(1, Math.max(0, score)) + 0.5),
    sure: Math.floor((worthMax.sure * sure) / people),
    early: Math.floor((worthMax.early * (stepCount - firstStep)) / stepCount),
  }
  if (found > people) throw new RangeError('more errors than people')
  return { worth: parts.apart + parts.score + parts.sure + parts.early, ...parts }
}

function measureApart({ found, people, nearestError, farthestError }: Parting): number {
  if (found === 0) return 0
  if (found < people) return worthMax.apart
  return perStepApart * Math.min(mostStepsApart, farthestError! - nearestError!)
}

const highScore = 0.8
const earlyShare = 1 / 3

/** Why it is worth ruling on, in a few words, what counts most first. `highest`: the highest score of the list. */
export function describeWorth(
  parting: Parting,
  { score, highest }: { score: number | null; highest: number | null },
): string[] {
  const { firstStep, stepCount, sure, people, kind } = parting
  return [
    describeApart(parting),
    kind === 'neutral' && 'neutral against positive',
    score !== null && score === highest
      ? 'highest score of the list'
      : score !== null && score >= highScore && 'high score',
    firstStep < stepCount * earlyShare && stepCount > 2 && 'early step',
    sure < people && (sure === 0 ? 'nobody is sure' : 'somebody is unsure'),
  ].filter((words) => words !== false && words !== null)
}

const counts = [
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
const nameNumber = (count: number) => counts[count] ?? String(count)

function describeApart({ found, people, nearestError, farthestError }: Parting): string | null {
  if (found === 0) return null
  const all = people === 2 ? 'both' : 'all'
  if (found < people)
    return `${nameNumber(found)} found an error, ${people - found === 1 && people === 2 ? 'the other none' : `${nameNumber(people - found)} did not`}`
  const apart = farthestError! - nearestError!
  return apart === 0
    ? `${all} found the same error`
    : `${all} found an error, ${nameNumber(apart)} ${apart === 1 ? 'step' : 'steps'} apart`
}
