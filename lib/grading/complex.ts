/** A complex number with its error bounds. */
export interface Complex {
  re: number
  im: number
  /** Error of double arithmetic. */
  error: number
  /** Error of decimals that may have been rounded when they were written. */
  slack: number
  /** A small part was lost next to a far larger one, so equality can't be detected. */
  isBlurred: boolean
}

const epsilon = 2 ** -52

export const makeComplex = (re: number, im = 0, error = 0, slack = 0): Complex => ({
  re,
  im,
  error,
  slack,
  isBlurred: false,
})

export const modulus = (a: Complex): number => Math.hypot(a.re, a.im)
export const isDefined = (a: Complex): boolean =>
  Number.isFinite(a.re) && Number.isFinite(a.im) && Number.isFinite(a.error)
export const distance = (a: Complex, b: Complex): number => Math.hypot(a.re - b.re, a.im - b.im)

/** Builds the result of an operation whose derivatives with respect to `a` and `b` are `da` and `db`. */
function derive(re: number, im: number, da: number, a: Complex, db = 0, b?: Complex): Complex {
  return {
    re,
    im,
    error: da * a.error + (b ? db * b.error : 0) + epsilon * Math.hypot(re, im),
    slack: da * a.slack + (b ? db * b.slack : 0),
    isBlurred: a.isBlurred || (b?.isBlurred ?? false),
  }
}

export function add(a: Complex, b: Complex): Complex {
  const sum = derive(a.re + b.re, a.im + b.im, 1, a, 1, b)
  const [small, large] = [modulus(a), modulus(b)].sort((x, y) => x - y) as [number, number]
  sum.error += epsilon * large
  if (small > 0 && small < 1e-12 * large) sum.isBlurred = true
  return sum
}

/** Doubles lose precision below this, so a smaller value is unknown rather than 0. */
const minMagnitude = 1e-290
const rejectTiny = (result: Complex, isZero: boolean): Complex =>
  !isZero && Math.abs(result.re) + Math.abs(result.im) < minMagnitude ? makeComplex(NaN) : result

export function multiply(a: Complex, b: Complex): Complex {
  const product = derive(
    a.re * b.re - a.im * b.im,
    a.re * b.im + a.im * b.re,
    modulus(b),
    a,
    modulus(a),
    b,
  )
  return rejectTiny(product, (a.re === 0 && a.im === 0) || (b.re === 0 && b.im === 0))
}

export function divide(a: Complex, b: Complex): Complex {
  const square = b.re * b.re + b.im * b.im
  const re = (a.re * b.re + a.im * b.im) / square
  const im = (a.im * b.re - a.re * b.im) / square
  const absoluteB = Math.sqrt(square)
  // Division by a value that may be 0 has no result.
  if (absoluteB <= 8 * b.error) return makeComplex(NaN)
  const quotient = derive(re, im, 1 / absoluteB, a, Math.hypot(re, im) / absoluteB, b)
  return rejectTiny(quotient, a.re === 0 && a.im === 0)
}

export function exp(a: Complex): Complex {
  const scale = Math.exp(a.re)
  const result = derive(scale * Math.cos(a.im), scale * Math.sin(a.im), scale * 2, a)
  return rejectTiny(result, false)
}

export function ln(a: Complex): Complex {
  const length = modulus(a)
  if (length <= 8 * a.error) return makeComplex(NaN)
  const result = derive(Math.log(length), Math.atan2(a.im, a.re), 1 / length, a)
  result.error += epsilon
  return keepBranch(a, result)
}

/** Keeps the branch of `result` when rounding put `a` on the wrong side of the cut along the negative numbers. */
function keepBranch(a: Complex, result: Complex): Complex {
  const isAtCut = a.re < 0 && a.im !== 0 && Math.abs(a.im) <= 8 * a.error
  return isAtCut ? { ...result, im: Math.abs(result.im) } : result
}

export function sqrt(a: Complex): Complex {
  const length = modulus(a)
  const re = Math.sqrt((length + Math.abs(a.re)) / 2)
  const im = length === 0 ? 0 : Math.abs(a.im) / (2 * re)
  const isAtCut = a.re < 0 && Math.abs(a.im) <= 8 * a.error
  const sign = a.im < 0 && !isAtCut ? -1 : 1
  const [x, y] = a.re >= 0 ? [re, sign * im] : [im, sign * re]
  const root = Math.sqrt(length)
  // Near 0, the error of a root is the root of the error.
  const slope = 1 / (2 * Math.max(root, Math.sqrt(a.error), 1e-300))
  return derive(x, y, slope, a)
}

export function power(a: Complex, b: Complex): Complex {
  const isWhole = b.im === 0 && b.error === 0 && Number.isInteger(b.re) && Math.abs(b.re) <= 1024
  if (isWhole) return b.re < 0 ? divide(makeComplex(1), raise(a, -b.re)) : raise(a, b.re)
  if (modulus(a) === 0) return b.re > 0 ? makeComplex(0) : makeComplex(NaN)
  return exp(multiply(b, ln(a)))
}

function raise(a: Complex, exponent: number): Complex {
  if (exponent === 0) return modulus(a) === 0 ? makeComplex(NaN) : makeComplex(1)
  let result: Complex | null = null
  for (let square = a, remainingExponent = exponent; ; square = multiply(square, square)) {
    if (remainingExponent % 2 === 1) result = result === null ? square : multiply(result, square)
    remainingExponent = Math.floor(remainingExponent / 2)
    if (remainingExponent === 0) return result!
  }
}

const one = makeComplex(1)
const half = makeComplex(0.5)
const i = makeComplex(0, 1)
export const negate = (a: Complex): Complex => ({ ...a, re: -a.re, im: -a.im })
const minus = (a: Complex, b: Complex) => add(a, negate(b))

export function sin(a: Complex): Complex {
  const re = Math.sin(a.re) * Math.cosh(a.im)
  const im = Math.cos(a.re) * Math.sinh(a.im)
  const result = derive(re, im, Math.cosh(a.im), a)
  result.error += epsilon * (1 + Math.abs(a.re)) * Math.cosh(a.im)
  return result
}

const quarterTurn = makeComplex(Math.PI / 2, 0, epsilon)
export const cos = (a: Complex): Complex => {
  const re = Math.cos(a.re) * Math.cosh(a.im)
  const im = -Math.sin(a.re) * Math.sinh(a.im)
  const result = derive(re, im, Math.cosh(a.im), a)
  result.error += epsilon * (1 + Math.abs(a.re)) * Math.cosh(a.im)
  return result
}

export const tan = (a: Complex): Complex => divide(sin(a), cos(a))
export const sinh = (a: Complex): Complex => multiply(half, minus(exp(a), exp(negate(a))))
export const cosh = (a: Complex): Complex => multiply(half, add(exp(a), exp(negate(a))))

export function arcsin(a: Complex): Complex {
  const isReal = a.im === 0 && Math.abs(a.re) <= 1
  if (isReal) {
    const slope = 1 / Math.max(Math.sqrt(1 - a.re * a.re), Math.sqrt(a.error), 1e-300)
    return derive(Math.asin(a.re), 0, slope, a)
  }
  const root = sqrt(minus(one, multiply(a, a)))
  return negate(multiply(i, ln(add(multiply(i, a), root))))
}

export const arccos = (a: Complex): Complex => minus(quarterTurn, arcsin(a))

export function arctan(a: Complex): Complex {
  if (a.im === 0) return derive(Math.atan(a.re), 0, 1 / (1 + a.re * a.re), a)
  const iTimesA = multiply(i, a)
  return multiply(makeComplex(0, 0.5), minus(ln(minus(one, iTimesA)), ln(add(one, iTimesA))))
}

export const arsinh = (a: Complex): Complex => ln(add(a, sqrt(add(multiply(a, a), one))))
export const arcosh = (a: Complex): Complex =>
  ln(add(a, multiply(sqrt(minus(a, one)), sqrt(add(a, one)))))
export const artanh = (a: Complex): Complex =>
  multiply(half, minus(ln(add(one, a)), ln(minus(one, a))))
export const invert = (a: Complex): Complex => divide(one, a)
/** Applies a real function that has no rounding error, such as floor. */
export const applyRealFunction = (a: Complex, change: (value: number) => number): Complex =>
  Math.abs(a.im) <= 8 * a.error ? derive(change(a.re), 0, 0, a) : makeComplex(NaN)
export const modulusAsComplex = (a: Complex): Complex => derive(modulus(a), 0, 1, a)
