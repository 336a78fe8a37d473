import {
  makeAgreementWeights,
  type SquareMatrix,
  type AgreementWeightKind,
} from '@/lib/agreement/agreement-weights'
import { computeFleissKappa, computeGwetAc } from '@/lib/agreement/chance-corrected-agreement'
import {
  makeKrippendorffDistanceMatrixFunction,
  computeKrippendorffAlpha,
  type DistanceMatrixFunction,
} from '@/lib/agreement/krippendorff-alpha'
import { addUnitToSums, computeRatingSumsLength, readRatingSums } from '@/lib/agreement/rating-sums'
import { computeCohenKappa } from './compute-cohen-kappa'

type Value = string | number

/** A published value and its data. */
export interface PublishedValue {
  name: string
  expected: number
  decimals: number
  ratersByUnits?: (Value | null)[][]
  categories?: Value[]
  unitCounts?: number[][]
  table?: number[][]
  level?: 'nominal' | 'ordinal' | 'interval' | 'ratio'
  weights?: AgreementWeightKind
}

export function computePublishedValue(published: PublishedValue): number | null {
  const kind = published.weights ?? 'identity'
  const units = listUnits(published)
  const values = listValues(published, units[0]!.length)
  const weights = makeAgreementWeights(kind, values)
  if (published.name.startsWith('cohen')) return computeCohenKappa(published.table!.flat(), weights)
  const sums = sumRatingsOverUnits(units)
  if (published.level)
    return computeKrippendorffAlpha(
      sums.coincidences,
      makeKrippendorffDistanceMatrixFunction(published.level, values),
    )
  if (published.name.includes('alpha'))
    return computeKrippendorffAlpha(sums.coincidences, makeDistanceFunctionFromWeights(weights))
  return published.name.includes('fleiss')
    ? computeFleissKappa(sums, weights)
    : computeGwetAc(sums, weights)
}

export function sumRatingsOverUnits(units: readonly (readonly number[])[]) {
  const size = units[0]!.length
  const sums = new Float64Array(computeRatingSumsLength(size))
  for (const counts of units) addUnitToSums(sums, 0, counts)
  return readRatingSums(sums, 0, size)
}

function listValues({ categories }: PublishedValue, size: number): number[] {
  const numbers = categories?.filter((value) => typeof value === 'number') ?? []
  return numbers.length === size ? numbers : Array.from({ length: size }, (_, i) => i + 1)
}

/** Counts of each category by unit. */
function listUnits({ unitCounts, table, categories, ratersByUnits }: PublishedValue): number[][] {
  if (unitCounts) return unitCounts
  if (table)
    return table.flatMap((row, k) =>
      row.flatMap((units, l) =>
        Array.from({ length: units }, () => row.map((_, i) => Number(i === k) + Number(i === l))),
      ),
    )
  return ratersByUnits![0]!.map((_, unit) =>
    categories!.map((value) => ratersByUnits!.filter((ratings) => ratings[unit] === value).length),
  )
}

/**
 * Gwet's weights as distances. The `ordinal` weights differ from Krippendorff's ordinal metric and give other numbers.
 */
export function makeDistanceFunctionFromWeights(weights: SquareMatrix): DistanceMatrixFunction {
  const distances = Float64Array.from(weights, (weight) => 1 - weight)
  return () => distances
}
