import type { AstNode } from './ast-node'
import { spendComparisonSteps } from './comparison-budget'
import { computeExactValue } from './compute-exact-value'
import type { Rational } from './rational'

/** Fixed-point numbers: integers in units of 2^-bits. Most bits are a reserve for small divisors and logarithms. */
const bits = 1024n
const one = 1n << bits
/** Values that agree to this many bits (about 70 digits) count as equal. */
const agreedBits = 240n
/** A smaller value may be 0, so nothing is divided by it. */
const minMagnitude = one >> 200n
/** Larger values would lose digits after the point. */
const maxMagnitude = one << 120n

/** Thrown if a value isn't a real number of reasonable size, or the budget is exhausted. */
class Imprecise extends Error {}

/** Whether two constants agree to about 70 digits; null if both are near 0, or can't be computed precisely or in budget. */
export function isEqualAtHighPrecision(a: AstNode, b: AstNode): boolean | null {
  try {
    const [x, y] = [evaluate(a), evaluate(b)]
    const [gap, scale] = [
      absolute(x - y),
      [absolute(x), absolute(y)].reduce((p, q) => (p > q ? p : q)),
    ]
    return scale < minMagnitude ? null : gap << agreedBits <= scale
  } catch (error) {
    if (error instanceof Imprecise) return null
    throw error
  }
}

const absolute = (value: bigint) => (value < 0n ? -value : value)

function evaluate(node: AstNode): bigint {
  if (!spendComparisonSteps(500)) throw new Imprecise()
  const exact = computeExactValue(node)
  if (exact) return checkMagnitude((exact.numerator * one) / exact.denominator)
  switch (node.kind) {
    case 'constant':
      if (node.name === 'pi') return pi()
      if (node.name === 'e') return exp(one)
      throw new Imprecise()
    case 'sum':
      return checkMagnitude(node.terms.map(evaluate).reduce((a, b) => a + b))
    case 'product':
      return node.factors.map(evaluate).reduce((a, b) => multiply(a, b))
    case 'quotient':
      return divide(evaluate(node.numerator), evaluate(node.denominator))
    case 'power':
      return raise(evaluate(node.base), node.exponent)
    case 'call':
      return call(node.name, node.args)
    default:
      throw new Imprecise()
  }
}

function checkMagnitude(value: bigint): bigint {
  if (value > maxMagnitude || value < -maxMagnitude) throw new Imprecise()
  return value
}

const multiply = (a: bigint, b: bigint) => checkMagnitude((a * b) >> bits)

function divide(a: bigint, b: bigint): bigint {
  if (absolute(b) < minMagnitude) throw new Imprecise()
  return checkMagnitude((a << bits) / b)
}

function raise(base: bigint, exponent: AstNode): bigint {
  const exact = computeExactValue(exponent)
  if (exact?.denominator === 1n) return raiseWhole(base, exact)
  if (base < minMagnitude) throw new Imprecise()
  return exp(multiply(ln(base), evaluate(exponent)))
}

function raiseWhole(base: bigint, { numerator }: Rational): bigint {
  if (numerator > 400n || numerator < -400n) throw new Imprecise()
  let result = one
  for (let i = 0n; i < (numerator < 0n ? -numerator : numerator); i++)
    result = multiply(result, base)
  return numerator < 0n ? divide(one, result) : result
}

function call(name: string, args: readonly AstNode[]): bigint {
  if (!/^(?:root|ln|exp|sin|cos|tan|log|degrees|abs|sec|csc|cot)$/.test(name)) throw new Imprecise()
  const value = evaluate(args[0]!)
  switch (name) {
    case 'root':
      return findRoot(value, args[1]!)
    case 'ln':
      return ln(value)
    case 'log':
      if (!args[1]) return ln(value)
      return divide(ln(value), ln(evaluate(args[1])))
    case 'exp':
      return exp(value)
    case 'abs':
      return absolute(value)
    case 'degrees':
      return multiply(value, pi()) / 180n
    case 'cos':
      return sin(value + pi() / 2n)
    case 'sin':
      return sin(value)
    case 'sec':
      return divide(one, sin(value + pi() / 2n))
    case 'csc':
      return divide(one, sin(value))
    case 'tan':
      return divide(sin(value), sin(value + pi() / 2n))
    default:
      return divide(sin(value + pi() / 2n), sin(value))
  }
}

function findRoot(value: bigint, degreeNode: AstNode): bigint {
  const degree = computeExactValue(degreeNode)
  if (degree?.denominator !== 1n || degree.numerator < 2n || degree.numerator > 12n)
    throw new Imprecise()
  if (value < 0n) {
    if (degree.numerator % 2n === 0n) throw new Imprecise()
    return -findRoot(-value, degreeNode)
  }
  if (value === 0n) return 0n
  const n = degree.numerator
  const radicand = value << (bits * (n - 1n))
  let root = 1n << (BigInt(radicand.toString(16).length * 4) / n + 1n)
  for (;;) {
    const next = ((n - 1n) * root + radicand / root ** (n - 1n)) / n
    if (next >= root) return root
    root = next
  }
}

let knownPi: bigint | undefined
/** Machin: pi/4 = 4 arctan(1/5) - arctan(1/239). */
function pi(): bigint {
  knownPi ??= 4n * (4n * arctanOfInverse(5n) - arctanOfInverse(239n))
  return knownPi
}

function arctanOfInverse(value: bigint): bigint {
  let power = one / value
  let total = power
  for (let i = 3n, isMinus = true; power !== 0n; i += 2n, isMinus = !isMinus) {
    power /= value * value
    total += isMinus ? -power / i : power / i
  }
  return total
}

function exp(value: bigint): bigint {
  if (value > 80n * one || value < -80n * one) throw new Imprecise()
  // e^x = (e^(x / 2^k))^(2^k)
  const halvings = 16n
  const small = value >> halvings
  let term = one
  let total = one
  for (let i = 1n; term !== 0n && i < 600n; i++) {
    term = ((term * small) >> bits) / i
    if (term === -1n) break
    total += term
  }
  for (let i = 0n; i < halvings; i++) total = (total * total) >> bits
  return checkMagnitude(total)
}

/** Halley's method on exp, starting from the double value. */
function ln(value: bigint): bigint {
  if (value < minMagnitude) throw new Imprecise()
  const shift = BigInt(value.toString(2).length) - bits
  const mantissa = Number((value << 60n) >> (bits + shift)) / 2 ** 60
  let guess =
    BigInt(Math.round((Math.log(mantissa) + Number(shift) * Math.LN2) * 2 ** 40)) << (bits - 40n)
  for (let i = 0; i < 6; i++) {
    const power = exp(guess)
    guess += (2n * (value - power) * one) / (value + power)
  }
  return guess
}

function sin(value: bigint): bigint {
  const turn = 2n * pi()
  if (value > 1000n * turn || value < -1000n * turn) throw new Imprecise()
  const angle = ((value % turn) + turn) % turn
  const square = multiply(angle, angle)
  let term = angle
  let total = angle
  for (let i = 2n; term !== 0n && i < 800n; i += 2n) {
    term = -(((term * square) >> bits) / (i * (i + 1n)))
    if (term === -1n || term === 1n) break
    total += term
  }
  return total
}
