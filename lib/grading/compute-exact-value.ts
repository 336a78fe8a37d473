import type { AstNode } from './ast-node'
import * as rational from './rational'
import type { Rational } from './rational'

/** Larger factorials are approximated. */
const maxFactorial = 600n

/** Returns the exact value as a fraction; null if there is none of reasonable size. */
export function computeExactValue(node: AstNode): Rational | null {
  switch (node.kind) {
    case 'number':
      return node.value
    case 'sum':
      return fold(node.terms, rational.add, 0)
    case 'product':
      return fold(node.factors, rational.multiply, 1)
    case 'quotient': {
      const numerator = computeExactValue(node.numerator)
      const denominator = numerator && computeExactValue(node.denominator)
      return numerator && denominator && rational.divide(numerator, denominator)
    }
    case 'power': {
      const base = computeExactValue(node.base)
      const exponent = base && computeExactValue(node.exponent)
      return base && exponent && raise(base, exponent)
    }
    case 'call':
      return computeCall(node.name, node.args)
    default:
      return null
  }
}

function fold(
  nodes: readonly AstNode[],
  join: (a: Rational, b: Rational) => Rational | null,
  start: number,
): Rational | null {
  let total: Rational | null = null
  for (const node of nodes) {
    const value = computeExactValue(node)
    if (value === null) return null
    total = total === null ? value : join(total, value)
    if (total === null) return null
  }
  return total ?? rational.fromInteger(start)
}

function raise(base: Rational, exponent: Rational): Rational | null {
  if (rational.isInteger(exponent)) return rational.raiseToPower(base, exponent.numerator)
  if (exponent.denominator > 60n) return null
  // By principal values, a root of a negative number is complex.
  if (base.numerator < 0n) return null
  const root = rational.findRoot(base, Number(exponent.denominator))
  return root && rational.raiseToPower(root, exponent.numerator)
}

function computeCall(name: string, args: readonly AstNode[]): Rational | null {
  if (!functionsByName.has(name)) return null
  const values: Rational[] = []
  for (const arg of args) {
    const value = computeExactValue(arg)
    if (value === null) return null
    values.push(value)
  }
  const [first, second] = values
  return first ? functionsByName.get(name)!(first, second, values) : null
}

const plusOne = rational.fromInteger(1)
const minusOne = rational.fromInteger(-1)

type Call = (first: Rational, second: Rational | undefined, all: Rational[]) => Rational | null

const functionsByName: ReadonlyMap<string, Call> = new Map<string, Call>([
  ['root', (value, degree) => findRoot(value, degree!)],
  ['abs', rational.absolute],
  ['factorial', (value) => findFactorial(value)],
  ['doubleFactorial', (value) => findFactorial(value, 2n)],
  ['binom', (n, k) => (k ? choose(n, k) : null)],
  ['gamma', (value) => findFactorial(rational.subtract(value, plusOne) ?? minusOne)],
  ['totient', (value) => countCoprime(value)],
  ['floor', (value) => rational.makeRational(rational.floorToInteger(value))],
  ['ceil', (value) => rational.makeRational(-rational.floorToInteger(rational.negate(value)))],
  ['max', (_first, _second, all) => all.reduce((a, b) => (rational.isLess(a, b) ? b : a))],
  ['min', (_first, _second, all) => all.reduce((a, b) => (rational.isLess(b, a) ? b : a))],
  ['gcd', (_first, _second, all) => foldIntegers(all, rational.findGreatestCommonDivisor)],
  [
    'lcm',
    (_first, _second, all) =>
      foldIntegers(all, (a, b) => (a / rational.findGreatestCommonDivisor(a, b)) * b),
  ],
])

function findRoot(value: Rational, degree: Rational): Rational | null {
  const isSupportedDegree =
    rational.isInteger(degree) && degree.numerator >= 2n && degree.numerator <= 60n
  return isSupportedDegree ? rational.findRoot(value, Number(degree.numerator)) : null
}

function findFactorial(value: Rational, step = 1n): Rational | null {
  if (!rational.isInteger(value) || value.numerator < 0n || value.numerator > maxFactorial)
    return null
  let product = 1n
  for (let i = value.numerator; i > 1n; i -= step) product *= i
  return rational.makeRational(product)
}

const maxTotient = 1_000_000n

/** Euler's function: how many numbers from 1 to `value` share no factor with it. */
function countCoprime(value: Rational): Rational | null {
  if (!rational.isInteger(value) || value.numerator < 1n || value.numerator > maxTotient)
    return null
  let [count, remainingFactor] = [value.numerator, value.numerator]
  for (let prime = 2n; prime * prime <= remainingFactor; prime++) {
    if (remainingFactor % prime !== 0n) continue
    while (remainingFactor % prime === 0n) remainingFactor /= prime
    count -= count / prime
  }
  return rational.fromInteger(remainingFactor > 1n ? count - count / remainingFactor : count)
}

function choose(n: Rational, k: Rational): Rational | null {
  const areIntegers = rational.isInteger(n) && rational.isInteger(k)
  if (
    !areIntegers ||
    k.numerator < 0n ||
    n.numerator < k.numerator ||
    n.numerator > 4n * maxFactorial
  )
    return null
  const smallerK = k.numerator < n.numerator - k.numerator ? k.numerator : n.numerator - k.numerator
  let product = 1n
  for (let i = 1n; i <= smallerK; i++) product = (product * (n.numerator - smallerK + i)) / i
  return rational.makeRational(product)
}

function foldIntegers(values: Rational[], join: (a: bigint, b: bigint) => bigint): Rational | null {
  if (!values.every((value) => rational.isInteger(value) && value.numerator > 0n)) return null
  return rational.makeRational(values.map(({ numerator }) => numerator).reduce(join))
}
