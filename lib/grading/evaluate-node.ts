import type { AstNode } from './ast-node'
import { isComparisonBudgetExhausted, spendComparisonSteps } from './comparison-budget'
import * as complex from './complex'
import { type Complex, makeComplex } from './complex'
import { computeExactValue } from './compute-exact-value'
import { toNumber } from './rational'
import { gamma, zeta } from './special-functions'

/** The values of the variables at one point. */
export interface VariableValues {
  valueOf: (symbol: string) => Complex
  /** The base of `\log` without an explicit base. */
  logBase: 'e' | '10'
}

const undefinedValue = makeComplex(NaN)
const maxTerms = 300
const unit = 2 ** -52

/** Evaluates a node at a point. NaN if the value is undefined, too large, or not a number, or the budget is exhausted. */
export function evaluateNode(node: AstNode, point: VariableValues): Complex {
  if (!spendComparisonSteps(1)) return undefinedValue
  switch (node.kind) {
    case 'number': {
      const value = toNumber(node.value)
      // A decimal with fewer than two digits counts as exact.
      const slack = node.digits >= 2 ? node.slack : 0
      return makeComplex(value, 0, Number.isInteger(value) ? 0 : Math.abs(value) * unit, slack)
    }
    case 'symbol':
      return point.valueOf(node.name)
    case 'constant':
      return constants[node.name]
    case 'sum':
      return fold(node.terms, complex.add, point)
    case 'product':
      return fold(node.factors, complex.multiply, point)
    case 'quotient':
      return complex.divide(
        evaluateNode(node.numerator, point),
        evaluateNode(node.denominator, point),
      )
    case 'power':
      return evaluatePower(node.base, node.exponent, point)
    case 'call':
      return evaluateCall(node.name, node.args, point)
    case 'measure':
      return node.unit === 'share:1/1'
        ? complex.multiply(evaluateNode(node.value, point), makeComplex(0.01, 0, unit))
        : evaluateNode(node.value, point)
    default:
      return undefinedValue
  }
}

const constants = {
  pi: makeComplex(Math.PI, 0, unit),
  e: makeComplex(Math.E, 0, unit),
  i: makeComplex(0, 1),
  infinity: undefinedValue,
} satisfies Record<string, Complex>

function fold(
  nodes: readonly AstNode[],
  join: (a: Complex, b: Complex) => Complex,
  point: VariableValues,
): Complex {
  let total = evaluateNode(nodes[0]!, point)
  for (let i = 1; i < nodes.length; i++) total = join(total, evaluateNode(nodes[i]!, point))
  return total
}

function evaluatePower(base: AstNode, exponent: AstNode, point: VariableValues): Complex {
  // e^x has a single value, although a power with another base can have several.
  if (base.kind === 'constant' && base.name === 'e')
    return complex.exp(evaluateNode(exponent, point))
  const exact = computeExactValue(exponent)
  const power = exact
    ? makeComplex(
        toNumber(exact),
        0,
        exact.denominator === 1n ? 0 : Math.abs(toNumber(exact)) * unit,
      )
    : evaluateNode(exponent, point)
  const value = evaluateNode(base, point)
  if (exact && exact.numerator === 1n && exact.denominator === 2n) return complex.sqrt(value)
  return complex.power(value, power)
}

function evaluateCall(name: string, args: readonly AstNode[], point: VariableValues): Complex {
  if (name === 'sum' || name === 'prod') return evaluateSeries(name, args, point)
  const values = args.map((arg) => evaluateNode(arg, point))
  const [first = undefinedValue, second] = values
  const simple = simpleCalls[name]
  if (simple) return values.length === 1 ? simple(first) : undefinedValue
  if (name === 'log') return evaluateLog(first, second, point)
  if (name === 'root') return evaluateRoot(first, second ?? makeComplex(2))
  if (name === 'factorial') return makeFactorial(first)
  if (name === 'binom' && second) return makeBinomial(first, second)
  if (name === 'max' || name === 'min')
    return values.reduce((a, b) => (a.re > b.re === (name === 'max') ? a : b))
  if (name.endsWith('()')) return applyUnknown(name, values)
  return undefinedValue
}

const simpleCalls: Readonly<Record<string, ((a: Complex) => Complex) | undefined>> = {
  sin: complex.sin,
  cos: complex.cos,
  tan: complex.tan,
  cot: (a) => complex.divide(complex.cos(a), complex.sin(a)),
  sec: (a) => complex.invert(complex.cos(a)),
  csc: (a) => complex.invert(complex.sin(a)),
  sinh: complex.sinh,
  cosh: complex.cosh,
  tanh: (a) => complex.divide(complex.sinh(a), complex.cosh(a)),
  coth: (a) => complex.divide(complex.cosh(a), complex.sinh(a)),
  arcsin: complex.arcsin,
  arccos: complex.arccos,
  arctan: complex.arctan,
  arccsc: (a) => complex.arcsin(complex.invert(a)),
  arcsec: (a) => complex.arccos(complex.invert(a)),
  arsinh: complex.arsinh,
  arcosh: complex.arcosh,
  artanh: complex.artanh,
  ln: complex.ln,
  lg: (a) => complex.divide(complex.ln(a), makeComplex(Math.LN10, 0, 4 * unit)),
  exp: complex.exp,
  abs: complex.modulusAsComplex,
  floor: (a) => complex.applyRealFunction(a, (value) => Math.floor(value + 1e-9)),
  ceil: (a) => complex.applyRealFunction(a, (value) => Math.ceil(value - 1e-9)),
  sgn: (a) => complex.applyRealFunction(a, Math.sign),
  Re: (a) => makeComplex(a.re, 0, a.error, a.slack),
  conj: (a) => ({ ...a, im: -a.im }),
  Im: (a) => makeComplex(a.im, 0, a.error, a.slack),
  degrees: (a) => complex.multiply(a, makeComplex(Math.PI / 180, 0, unit / 50)),
  arg: (a) => makeComplex(Math.atan2(a.im, a.re), 0, a.error / complex.modulus(a) + unit),
  gamma: (a) => applySpecial(a, gamma),
  zeta: (a) => applySpecial(a, zeta),
  cis: (a) => complex.exp(complex.multiply(a, makeComplex(0, 1))),
}

/** Applies a real function that is known to about 13 digits. */
function applySpecial(a: Complex, change: (x: number) => number): Complex {
  const value = a.im === 0 && a.error <= 1e-14 * (1 + Math.abs(a.re)) ? change(a.re) : NaN
  return makeComplex(value, 0, 1e-12 * Math.abs(value))
}

function evaluateLog(value: Complex, base: Complex | undefined, point: VariableValues): Complex {
  if (base) return complex.divide(complex.ln(value), complex.ln(base))
  if (point.logBase === 'e') return complex.ln(value)
  return complex.divide(complex.ln(value), makeComplex(Math.LN10, 0, 4 * unit))
}

function evaluateRoot(value: Complex, degree: Complex): Complex {
  if (degree.re === 2 && degree.im === 0) return complex.sqrt(value)
  const isOdd = Number.isInteger(degree.re) && degree.re % 2 !== 0
  // Schools define the odd root of a real number as real.
  if (isOdd && value.im === 0 && value.re < 0)
    return complex.negate(complex.power(complex.negate(value), complex.invert(degree)))
  return complex.power(value, complex.invert(degree))
}

function makeFactorial(value: Complex): Complex {
  const isWhole = value.im === 0 && Number.isInteger(value.re) && value.re >= 0 && value.re <= 170
  if (!isWhole) return undefinedValue
  let product = 1
  for (let i = 2; i <= value.re; i++) product *= i
  return makeComplex(product, 0, value.re > 18 ? product * value.re * unit : 0)
}

function makeBinomial(n: Complex, k: Complex): Complex {
  if (k.im !== 0 || !Number.isInteger(k.re) || k.re < 0 || k.re > 200) return undefinedValue
  let product = makeComplex(1)
  for (let i = 0; i < k.re; i++) {
    const factor = complex.add(n, makeComplex(-i))
    product = complex.divide(complex.multiply(product, factor), makeComplex(i + 1))
  }
  return product
}

function evaluateSeries(name: string, args: readonly AstNode[], point: VariableValues): Complex {
  const [index, from, to, body] = args
  if (index?.kind !== 'symbol' || !from || !to || !body) return undefinedValue
  const [first, last] = [evaluateNode(from, point), evaluateNode(to, point)]
  const areIntegerBounds = [first, last].every(
    (bound) => bound.im === 0 && Number.isInteger(bound.re),
  )
  if (!areIntegerBounds || last.re - first.re > maxTerms) return undefinedValue
  let total = makeComplex(name === 'sum' ? 0 : 1)
  let term = first.re
  const valueOf = (symbol: string) =>
    symbol === index.name ? makeComplex(term) : point.valueOf(symbol)
  const inner = { ...point, valueOf }
  for (; term <= last.re && !isComparisonBudgetExhausted(); term++) {
    const value = evaluateNode(body, inner)
    total = name === 'sum' ? complex.add(total, value) : complex.multiply(total, value)
  }
  return isComparisonBudgetExhausted() ? undefinedValue : total
}

/** A stand-in for an unknown function: equal arguments give equal values. */
function applyUnknown(name: string, values: readonly Complex[]): Complex {
  let total = makeComplex(hashToFraction(name))
  values.forEach((value, i) => {
    const shiftedValue = complex.multiply(value, makeComplex(0.7 + hashToFraction(`${name}${i}`)))
    total = complex.add(total, complex.sin(shiftedValue))
  })
  return total
}

/** Maps a text to a fixed number from 0 to 1. */
export function hashToFraction(text: string): number {
  let state = 0x811c9dc5
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193)
  state ^= state >>> 15
  state = Math.imul(state, 0x2c1b3c6d)
  state ^= state >>> 12
  state = Math.imul(state, 0x297a2d39)
  state ^= state >>> 15
  return (state >>> 0) / 2 ** 32
}
