import type { Interval } from '@/lib/platform/bootstrap'
import { formatNoun } from '@/lib/platform/format'
import { fewestSolutions, type Measure, type MeasureName } from './report'

export const refuse = (reason: string): Measure => ({
  value: null,
  low: null,
  high: null,
  refused: reason,
})

/** @param whyUndefined said where there is no value */
export const report = (found: Interval | null, whyUndefined: string): Measure =>
  found === null ? refuse(whyUndefined) : { ...found, refused: null }

/** "14 solutions are labelled by two people; 20 are needed", or null where there are enough. */
export function findLack(solutions: number, what: string): string | null {
  if (solutions >= fewestSolutions) return null
  const has =
    solutions === 0 ? 'No solution is' : formatNoun(solutions, 'solution is', 'solutions are')
  return `${has} ${what}; ${fewestSolutions} are needed`
}

const allTheSame = 'All ratings are the same, so chance alone would agree as much'
const nothingShared = 'No step is rated by two people'

/** Why each has no value on a sample that is large enough. */
export const whyUndefined: Readonly<Record<MeasureName, string>> = {
  firstErrorExact: nothingShared,
  firstErrorWithinOne: nothingShared,
  anyErrorKappa:
    'Any two people see an error in all solutions that they share, or in none, so chance alone would agree as much',
  alphaError:
    'No step that two people rated is negative, or all are, so chance alone would agree as much',
  alphaNominal: allTheSame,
  alphaOrdinal: allTheSame,
  fleissKappa: allTheSame,
  gwetAc1: nothingShared,
  gwetAc2: nothingShared,
  sameRating: nothingShared,
  goldF1:
    'It takes solutions with an error and solutions without, and one of them is missing among those with known first errors',
}
