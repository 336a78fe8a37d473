import { spendComparisonSteps } from './comparison-budget'

/** An exact fraction in lowest terms with a positive denominator. */
export interface Rational {
  over: bigint
  under: bigint
}

/** Larger numbers are not computed, so that every answer is graded quickly. */
const maxBits = 4096
const limit = 1n << BigInt(maxBits)

const maxMagnitude = 1n << 256n
const isLong = (value: bigint) => value >= maxMagnitude || value <= -maxMagnitude
const isLarge = (value: bigint) => value >= limit || value <= -limit

/** Returns null if the number is too large, or the denominator is 0. */
export function makeRational(over: bigint, under = 1n): Rational | null {
  if (under === 0n || isLarge(over) || isLarge(under)) return null
  if (under === 1n) return { over, under }
  // The gcd of long numbers is slow.
  if ((isLong(over) || isLong(under)) && !spendComparisonSteps(200)) return null
  const divisor = findGreatestCommonDivisor(over < 0n ? -over : over, under < 0n ? -under : under)
  const sign = under < 0n ? -1n : 1n
  return { over: (sign * over) / divisor, under: (sign * under) / divisor }
}

export function findGreatestCommonDivisor(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b]
  return a === 0n ? 1n : a
}

export const fromInteger = (value: number | bigint): Rational => ({
  over: BigInt(value),
  under: 1n,
})
export const isInteger = ({ under }: Rational): boolean => under === 1n
export const isEqual = (a: Rational, b: Rational): boolean =>
  a.over === b.over && a.under === b.under

export const add = (a: Rational, b: Rational): Rational | null =>
  makeRational(a.over * b.under + b.over * a.under, a.under * b.under)
export const subtract = (a: Rational, b: Rational): Rational | null =>
  makeRational(a.over * b.under - b.over * a.under, a.under * b.under)
export const multiply = (a: Rational, b: Rational): Rational | null =>
  makeRational(a.over * b.over, a.under * b.under)
export const divide = (a: Rational, b: Rational): Rational | null =>
  makeRational(a.over * b.under, a.under * b.over)
export const negate = ({ over, under }: Rational): Rational => ({ over: -over, under })
export const absolute = (a: Rational): Rational => (a.over < 0n ? negate(a) : a)

export const isLess = (a: Rational, b: Rational): boolean => a.over * b.under < b.over * a.under

const countBits = (value: bigint) => value.toString(16).length * 4

/** Raises to an integer power; null if the result is too large, or for 0 to a negative power. */
export function raiseToPower(base: Rational, exponent: bigint): Rational | null {
  if (exponent < 0n) {
    const positive = raiseToPower(base, -exponent)
    return positive && makeRational(positive.under, positive.over)
  }
  if (base.over === 0n) return exponent === 0n ? null : base
  const isUnit = base.under === 1n && (base.over === 1n || base.over === -1n)
  if (isUnit) return exponent % 2n === 0n ? fromInteger(1) : base
  const bits = Math.max(countBits(base.over), countBits(base.under))
  if (exponent > BigInt(maxBits) || bits * Number(exponent) > 2 * maxBits) return null
  return makeRational(base.over ** exponent, base.under ** exponent)
}

/** Returns the root if it is a fraction, otherwise null. Negative numbers only have odd roots. */
export function findRoot(value: Rational, degree: number): Rational | null {
  if (value.over < 0n) {
    if (degree % 2 === 0) return null
    const root = findRoot(negate(value), degree)
    return root && negate(root)
  }
  const over = findWholeRoot(value.over, degree)
  const under = findWholeRoot(value.under, degree)
  return over === null || under === null ? null : { over, under }
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

export function floorToInteger({ over, under }: Rational): bigint {
  const quotient = over / under
  return over < 0n && over % under !== 0n ? quotient - 1n : quotient
}

/** Converts to a double, even if both parts are too large for one. */
export function toNumber({ over, under }: Rational): number {
  const doubleQuotient = Number(over) / Number(under)
  if (Number.isFinite(doubleQuotient) && (doubleQuotient !== 0 || over === 0n))
    return doubleQuotient
  const shift = BigInt(Math.max(0, countBits(under) - countBits(over) + 64))
  return (
    (Number((over << shift) / under) / 2 ** Math.min(1000, Number(shift))) *
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
  const over = integerDigits.startsWith('-') ? -digits : digits
  return power < 0n ? makeRational(over, 10n ** -power) : makeRational(over * 10n ** power)
}

const maxDecimalPlaces = 15

/** `0.25`; null if the number has no end or more places than that. */
function formatDecimal({ over, under }: Rational): string | null {
  let scale = 1n
  for (let places = 0; places <= maxDecimalPlaces; places += 1) {
    if (scale % under === 0n) {
      const digits = `${(over < 0n ? -over : over) * (scale / under)}`.padStart(places + 1, '0')
      const integer = digits.slice(0, digits.length - places)
      const decimals = places === 0 ? '' : `.${digits.slice(-places)}`
      return `${over < 0n ? '-' : ''}${integer}${decimals}`
    }
    scale *= 10n
  }
  return null
}

/** Formats for people: a short whole number, fraction or decimal as it is, otherwise six digits. */
export function formatRational(value: Rational, isDecimal = false): string {
  const fraction = isInteger(value) ? `${value.over}` : `${value.over}/${value.under}`
  const exact = (isDecimal ? formatDecimal(value) : null) ?? fraction
  return exact.length <= 20 ? exact : `about ${Number(toNumber(value).toPrecision(6))}`
}
