import { spendComparisonSteps } from './comparison-budget'

/** An exact fraction in lowest terms with a positive denominator. */
export interface Rational {
  numerator: bigint
  denominator: bigint
}

/** A real number, rounded to a double. `exact` is null if it isn't known to be a fraction. */
export interface RealNumber {
  value: number
  exact: Rational | null
}

/** Larger numbers are not computed, so that every answer is graded quickly. */
const maxBits = 4096
const tooLargeFrom = 1n << BigInt(maxBits)
const isTooLarge = (value: bigint) => value >= tooLargeFrom || value <= -tooLargeFrom

/** Finding the greatest common divisor of larger numbers is slow. */
const slowFrom = 1n << 256n
const isSlow = (value: bigint) => value >= slowFrom || value <= -slowFrom

/** Returns null if the number is too large, the denominator is 0, or the comparison budget is spent. */
export function makeRational(numerator: bigint, denominator = 1n): Rational | null {
  if (denominator === 0n || isTooLarge(numerator) || isTooLarge(denominator)) return null
  if (denominator === 1n) return { numerator, denominator }
  if ((isSlow(numerator) || isSlow(denominator)) && !spendComparisonSteps(200)) return null
  const divisor = findGreatestCommonDivisor(
    numerator < 0n ? -numerator : numerator,
    denominator < 0n ? -denominator : denominator,
  )
  const sign = denominator < 0n ? -1n : 1n
  return { numerator: (sign * numerator) / divisor, denominator: (sign * denominator) / divisor }
}

export function findGreatestCommonDivisor(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b]
  return a === 0n ? 1n : a
}

export const fromInteger = (value: number | bigint): Rational => ({
  numerator: BigInt(value),
  denominator: 1n,
})
export const isInteger = ({ denominator }: Rational): boolean => denominator === 1n
export const isEqual = (a: Rational, b: Rational): boolean =>
  a.numerator === b.numerator && a.denominator === b.denominator

export const add = (a: Rational, b: Rational): Rational | null =>
  makeRational(
    a.numerator * b.denominator + b.numerator * a.denominator,
    a.denominator * b.denominator,
  )
export const subtract = (a: Rational, b: Rational): Rational | null =>
  makeRational(
    a.numerator * b.denominator - b.numerator * a.denominator,
    a.denominator * b.denominator,
  )
export const multiply = (a: Rational, b: Rational): Rational | null =>
  makeRational(a.numerator * b.numerator, a.denominator * b.denominator)
export const divide = (a: Rational, b: Rational): Rational | null =>
  makeRational(a.numerator * b.denominator, a.denominator * b.numerator)
export const negate = ({ numerator, denominator }: Rational): Rational => ({
  numerator: -numerator,
  denominator,
})
export const absolute = (a: Rational): Rational => (a.numerator < 0n ? negate(a) : a)

export const isLess = (a: Rational, b: Rational): boolean =>
  a.numerator * b.denominator < b.numerator * a.denominator

const countBits = (value: bigint) => value.toString(16).length * 4

/**
 * Raises to an integer power. Returns null if the result is too large, the comparison budget is spent, or for 0 to the power
 * of 0 or less.
 */
export function raiseToPower(base: Rational, exponent: bigint): Rational | null {
  if (exponent < 0n) {
    const positive = raiseToPower(base, -exponent)
    return positive && makeRational(positive.denominator, positive.numerator)
  }
  if (base.numerator === 0n) return exponent === 0n ? null : base
  const isUnit = base.denominator === 1n && (base.numerator === 1n || base.numerator === -1n)
  if (isUnit) return exponent % 2n === 0n ? fromInteger(1) : base
  const bits = Math.max(countBits(base.numerator), countBits(base.denominator))
  if (exponent > BigInt(maxBits) || bits * Number(exponent) > 2 * maxBits) return null
  return makeRational(base.numerator ** exponent, base.denominator ** exponent)
}

/** Returns the root if it is a fraction, otherwise null. Negative numbers only have odd roots. */
export function findRoot(value: Rational, degree: number): Rational | null {
  if (value.numerator < 0n) {
    if (degree % 2 === 0) return null
    const root = findRoot(negate(value), degree)
    return root && negate(root)
  }
  const numerator = findWholeRoot(value.numerator, degree)
  const denominator = findWholeRoot(value.denominator, degree)
  return numerator === null || denominator === null ? null : { numerator, denominator }
}

function findWholeRoot(value: bigint, degree: number): bigint | null {
  if (value < 2n) return value
  const n = BigInt(degree)
  // Newton's method from above, where it decreases monotonically.
  let root = 1n << BigInt(Math.ceil(countBits(value) / degree) + 1)
  for (;;) {
    const next = ((n - 1n) * root + value / root ** (n - 1n)) / n
    if (next >= root) break
    root = next
  }
  return root ** n === value ? root : null
}

export function floorToInteger({ numerator, denominator }: Rational): bigint {
  const quotient = numerator / denominator
  return numerator < 0n && numerator % denominator !== 0n ? quotient - 1n : quotient
}

/** Converts to a double, even if numerator or denominator exceeds the range of a double. */
export function toNumber({ numerator, denominator }: Rational): number {
  const doubleQuotient = Number(numerator) / Number(denominator)
  if (Number.isFinite(doubleQuotient) && (doubleQuotient !== 0 || numerator === 0n))
    return doubleQuotient
  const shift = BigInt(Math.max(0, countBits(denominator) - countBits(numerator) + 64))
  return (
    (Number((numerator << shift) / denominator) / 2 ** Math.min(1000, Number(shift))) *
    (shift > 1000n ? 2 ** -(Number(shift) - 1000) : 1)
  )
}

/** Reads `12`, `-3.50`, `.5` and `1.5e-3` exactly. */
export function readDecimal(text: string): Rational | null {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e')
  const [integerDigits = '', decimalDigits = ''] = mantissa.split('.')
  const power = BigInt(exponent) - BigInt(decimalDigits.length)
  if (power > 2000n || power < -2000n) return null
  const digits = BigInt(integerDigits.replace('-', '') + decimalDigits || '0')
  const numerator = integerDigits.startsWith('-') ? -digits : digits
  return power < 0n
    ? makeRational(numerator, 10n ** -power)
    : makeRational(numerator * 10n ** power)
}

const maxDecimalPlaces = 15

/** `0.25`; null if the decimals don't end within `maxDecimalPlaces`. */
function formatDecimal({ numerator, denominator }: Rational): string | null {
  let scale = 1n
  for (let places = 0; places <= maxDecimalPlaces; places += 1) {
    if (scale % denominator === 0n) {
      const digits =
        `${(numerator < 0n ? -numerator : numerator) * (scale / denominator)}`.padStart(
          places + 1,
          '0',
        )
      const integer = digits.slice(0, digits.length - places)
      const decimals = places === 0 ? '' : `.${digits.slice(-places)}`
      return `${numerator < 0n ? '-' : ''}${integer}${decimals}`
    }
    scale *= 10n
  }
  return null
}

/**
 * Formats a number for a reason: as a whole number, a fraction, or (with `isDecimal`) a decimal if that ends. If the result
 * has more than 20 characters, returns `about` and six significant digits.
 */
export function formatRational(value: Rational, isDecimal = false): string {
  const fraction = isInteger(value)
    ? `${value.numerator}`
    : `${value.numerator}/${value.denominator}`
  const exact = (isDecimal ? formatDecimal(value) : null) ?? fraction
  return exact.length <= 20 ? exact : `about ${Number(toNumber(value).toPrecision(6))}`
}
