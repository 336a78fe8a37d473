import type { LabelledSolution } from '@/lib/agreement/agreement-accumulator'
import { makeAgreementWeights } from '@/lib/agreement/agreement-weights'
import {
  computeObservedAgreement,
  computeFleissKappa,
  computeGwetAc,
} from '@/lib/agreement/chance-corrected-agreement'
import {
  makeKrippendorffDistanceMatrixFunction,
  computeKrippendorffAlpha,
} from '@/lib/agreement/krippendorff-alpha'
import { computeCohenKappa } from './compute-cohen-kappa'
import { sumRatingsOverUnits } from './published-values'

const three = [-1, 0, 1]

/** Measures the same solutions without sums by problem: counts every pair of annotators separately. */
export function computeReferenceMeasures(solutions: readonly LabelledSolution[]) {
  const people = [...new Set(solutions.flatMap((each) => each.annotations.map((l) => l.labeler)))]
  const pairs = people.flatMap((a, i) =>
    people.slice(i + 1).map((b) => comparePair(a, b, solutions)),
  )
  const overlapping = pairs.filter(({ shared }) => shared > 0)
  const units = listUnits(solutions)
  const sums = sumRatingsOverUnits(units)
  const errors = sumRatingsOverUnits(
    units.map(([negative, neutral, positive]) => [negative, neutral + positive]),
  )
  const [identity, ordinal] = [
    makeAgreementWeights('identity', three),
    makeAgreementWeights('ordinal', three),
  ]
  return {
    firstErrorExact: averageOverPairs(overlapping, ({ exact }) => exact),
    anyErrorKappa: averageOverPairs(overlapping, ({ kappa }) => kappa),
    alphaError: computeKrippendorffAlpha(
      errors.coincidences,
      makeKrippendorffDistanceMatrixFunction('nominal', [0, 1]),
    ),
    alphaNominal: computeKrippendorffAlpha(
      sums.coincidences,
      makeKrippendorffDistanceMatrixFunction('nominal', three),
    ),
    alphaOrdinal: computeKrippendorffAlpha(
      sums.coincidences,
      makeKrippendorffDistanceMatrixFunction('ordinal', three),
    ),
    fleissKappa: computeFleissKappa(sums, identity),
    gwetAc1: computeGwetAc(sums, identity),
    gwetAc2: computeGwetAc(sums, ordinal),
    sameRating: computeObservedAgreement(sums, identity),
  }
}

interface PairComparison {
  shared: number
  exact: number
  kappa: number | null
}

function comparePair(a: string, b: string, solutions: readonly LabelledSolution[]): PairComparison {
  const table = [0, 0, 0, 0]
  let [sharedCount, sameCount] = [0, 0]
  for (const { annotations } of solutions) {
    const first = annotations.find(({ labeler }) => labeler === a)?.ratings
    const second = annotations.find(({ labeler }) => labeler === b)?.ratings
    if (!first || !second) continue
    sharedCount += 1
    if (first.indexOf(-1) === second.indexOf(-1)) sameCount += 1
    table[Number(first.includes(-1)) * 2 + Number(second.includes(-1))]! += 1
  }
  const kappa = computeCohenKappa(table, makeAgreementWeights('identity', [0, 1]))
  return { shared: sharedCount, exact: sameCount / sharedCount, kappa }
}

/** Mean over pairs with a value, weighted by shared solutions. */
function averageOverPairs(
  pairs: readonly PairComparison[],
  read: (pair: PairComparison) => number | null,
): number | null {
  const definedPairs = pairs.filter((pair) => read(pair) !== null)
  const total = definedPairs.reduce((sum, { shared }) => sum + shared, 0)
  if (total === 0) return null
  return definedPairs.reduce((sum, pair) => sum + pair.shared * read(pair)!, 0) / total
}

/** Counts of each rating, for each step with at least two ratings. */
function listUnits(solutions: readonly LabelledSolution[]): [number, number, number][] {
  return solutions.flatMap(({ annotations }) =>
    Array.from({ length: 20 }, (_, step): [number, number, number] => {
      const count = (rating: number) =>
        annotations.filter(({ ratings }) => ratings[step] === rating).length
      return [count(-1), count(0), count(1)]
    }).filter((counts) => counts.reduce((sum, each) => sum + each, 0) > 1),
  )
}
