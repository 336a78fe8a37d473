/** One side of an equation, as far as it could be read. Positions are UTF-16 units of the step. */
export interface EquationSide {
  /** NaN if unknown. */
  value: number
  hasOperator: boolean
  hasName: boolean
  hasPercent: boolean
  isAmbiguous: boolean
  decimals: number
  start: number
  end: number
}

export const makeEquationSide = (): EquationSide => ({
  value: NaN,
  hasOperator: false,
  hasName: false,
  hasPercent: false,
  isAmbiguous: false,
  decimals: 0,
  start: 0,
  end: 0,
})

/** Relative difference of doubles in an exact calculation. */
const exactTolerance = 1e-9
/** With rounded numbers in between. */
const roundingTolerance = 0.005
/** With an approximation sign. */
const approximationTolerance = 0.02

/**
 * Whether two sides are equal; null if unknown: nothing is computed, a value is unknown, a side is only a name, or the
 * sides differ but one of them can be read in several ways. A decimal result may be truncated or rounded.
 */
export function judgeEquality(
  left: EquationSide,
  right: EquationSide,
  isApproximate: boolean,
): boolean | null {
  const [a, b] = [left.value, right.value]
  if (!Number.isFinite(a) || !Number.isFinite(b)) return null
  if (!left.hasOperator && !right.hasOperator) return null
  // A name on its own is assigned a value, which may differ from an earlier one.
  if (isLoneName(left) || isLoneName(right)) return null
  if (isNear(a, b, exactTolerance) || isRounded(left, right, isApproximate)) return true
  if (left.hasPercent || right.hasPercent)
    if (isNear(a, b * 100, roundingTolerance) || isNear(a * 100, b, roundingTolerance)) return true
  return left.isAmbiguous || right.isAmbiguous ? null : false
}

const isLoneName = (side: EquationSide) => side.hasName && !side.hasOperator

const isNear = (a: number, b: number, share: number) =>
  Math.abs(a - b) <= share * Math.max(Math.abs(a), Math.abs(b))

function isRounded(left: EquationSide, right: EquationSide, isApproximate: boolean): boolean {
  const [a, b] = [left.value, right.value]
  const digits = Math.max(left.decimals, right.decimals)
  const distance = Math.abs(a - b)
  if (isApproximate)
    return (
      isNear(a, b, approximationTolerance) ||
      distance <= 0.5 * 10 ** -right.decimals * (1 + exactTolerance)
    )
  if (digits === 0) return false
  // A result with one decimal may be truncated after it; with more decimals, the operands may be rounded too.
  return (
    distance <= 10 ** -digits * (1 + exactTolerance) ||
    (digits >= 2 && isNear(a, b, roundingTolerance))
  )
}
