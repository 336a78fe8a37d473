import {
  collectSymbols,
  hasNodeWith,
  isSameAst,
  makeCall,
  makeInteger,
  makeNumber,
  makePower,
  makeProduct,
  makeQuotient,
  makeSum,
  negateNode,
  type AstNode,
} from './ast-node'
import { isDefined } from './complex'
import { computeExactValue } from './compute-exact-value'
import { evaluateNode } from './evaluate-node'
import { makeEmptyVariableValues } from './sample-points'

const [zero, one, two] = [0, 1, 2].map(makeInteger) as [AstNode, AstNode, AstNode]

/** Lists the outermost calls and powers, except powers with a small whole exponent. */
export function listIrrationalParts(node: AstNode): AstNode[] {
  switch (node.kind) {
    case 'sum':
      return node.terms.flatMap(listIrrationalParts)
    case 'product':
      return node.factors.flatMap(listIrrationalParts)
    case 'quotient':
      return [node.numerator, node.denominator].flatMap(listIrrationalParts)
    case 'power':
      return readSmallExponent(node) === null ? [node] : listIrrationalParts(node.base)
    case 'call':
      return [node]
    default:
      return []
  }
}

/**
 * Eliminates `part`, a call or power in `node`: returns expressions of which one changes its sign wherever `node` does. Null
 * if there are none.
 */
export function solveForPart(node: AstNode, part: AstNode): AstNode[] | null {
  const isAbsolute = part.kind === 'call' && part.name === 'abs'
  const value = isAbsolute ? part.args[0]! : readSquareRoot(part)
  const square = isAbsolute ? makePower(value!, two) : value
  const split = splitByPart(node, part, square)
  if (!split) return null
  const [rest, factor] = split
  if (!value || !square)
    return hasVariable(rest) || hasVariable(factor)
      ? null
      : invertPart(part, negateNode(makeQuotient(rest, factor)))
  // Where a + b|u| is 0, a + bu or a - bu is. Where a + b√u is 0, a² - b²u is.
  const [left, right] = isAbsolute
    ? [
        makeSum(rest, makeProduct(factor, value)),
        makeSum(rest, negateNode(makeProduct(factor, value))),
      ]
    : [makeSum(makePower(rest, two), negateNode(makeProduct(factor, factor, square))), one]
  return [left, right, value, rest, factor]
}

export const hasVariable = (node: AstNode) => collectSymbols(node).size > 0

/** Returns the radicand of `\sqrt{u}` and `u^{1/2}`. */
function readSquareRoot(node: AstNode): AstNode | null {
  const exponent = readRootExponent(node)
  const isSquareRoot = exponent?.numerator === 1n && exponent.denominator === 2n
  return isSquareRoot ? readArgument(node) : null
}

const readArgument = (node: AstNode): AstNode | null =>
  node.kind === 'call' ? node.args[0]! : node.kind === 'power' ? node.base : null

/** Reads q of a root or power u^q. */
const readRootExponent = (node: AstNode) =>
  node.kind === 'power'
    ? computeExactValue(node.exponent)
    : node.kind === 'call' && node.name === 'root'
      ? computeExactValue(makeQuotient(one, node.args[1] ?? two))
      : null

type Split = [rest: AstNode, factor: AstNode]

/** Writes `node` as `rest + factor * part`. `square` is the square of the part, written without it. */
function splitByPart(node: AstNode, part: AstNode, square: AstNode | null): Split | null {
  const isPart = (child: AstNode) => isSameAst(child, part)
  if (isPart(node)) return [zero, one]
  if (!hasNodeWith(node, isPart)) return [node, zero]
  const splitAll = (nodes: readonly AstNode[]) => {
    const splits = nodes.map((child) => splitByPart(child, part, square))
    return splits.every((split) => split !== null) ? splits : null
  }
  const splitProduct = (factors: readonly AstNode[]) =>
    splitAll(factors)?.reduce<Split | null>(
      (a, b) => a && multiplySplits(a, b, square),
      [one, zero],
    ) ?? null
  switch (node.kind) {
    case 'sum': {
      const splits = splitAll(node.terms)
      return splits && ([0, 1].map((i) => makeSum(...splits.map((split) => split[i]!))) as Split)
    }
    case 'product':
      return splitProduct(node.factors)
    case 'quotient': {
      const isBelow = hasNodeWith(node.denominator, isPart)
      const split = isBelow ? null : splitByPart(node.numerator, part, square)
      return split && (split.map((side) => makeQuotient(side, node.denominator)) as Split)
    }
    case 'power': {
      const count = readSmallExponent(node)
      return count === null ? null : splitProduct(Array.from({ length: count }, () => node.base))
    }
    default:
      return null
  }
}

function readSmallExponent(node: AstNode): number | null {
  const value = node.kind === 'power' ? computeExactValue(node.exponent) : null
  const isSmall = value?.denominator === 1n && value.numerator > 0n && value.numerator < 5n
  return isSmall ? Number(value.numerator) : null
}

export const isZero = (node: AstNode) => computeExactValue(node)?.numerator === 0n

function multiplySplits([a, b]: Split, [c, d]: Split, square: AstNode | null): Split | null {
  const hasSquare = !isZero(b) && !isZero(d)
  if (hasSquare && !square) return null
  const rest = makeProduct(a, c)
  return [
    hasSquare ? makeSum(rest, makeProduct(b, d, square!)) : rest,
    makeSum(makeProduct(a, d), makeProduct(b, c)),
  ]
}

/** Returns expressions that include all sign changes of `part - value`, where `value` is a constant. */
function invertPart(part: AstNode, value: AstNode): AstNode[] | null {
  const equal = (node: AstNode, target: AstNode) => makeSum(node, negateNode(target))
  const argument = part.kind === 'call' ? part.args[0]! : part
  if (isLogarithm(part)) return [argument, equal(argument, makePower(readBase(part)!, value))]
  const exponent = readRootExponent(part)
  if (exponent) {
    const base = part.kind === 'power' ? part.base : argument
    const target = makePower(makeCall('abs', value), makeQuotient(one, makeNumber(exponent)))
    return [base, equal(base, target), makeSum(base, target)]
  }
  const isExponential = part.kind === 'power' && isPositiveConstant(part.base)
  if (!isExponential && !(part.kind === 'call' && part.name === 'exp')) return null
  const power = isExponential ? part.exponent : argument
  const logarithm = makeCall('ln', value)
  if (isPositiveConstant(negateNode(value))) return [power]
  const base = isExponential ? makeCall('ln', part.base) : one
  return isPositiveConstant(value) ? [power, equal(power, makeQuotient(logarithm, base))] : null
}

/** Whether a call is a logarithm with a known base. The base of a plain `\log` is not known. */
export const isLogarithm = (node: AstNode): boolean => isPositiveConstant(readBase(node))

function readBase(node: AstNode): AstNode | null {
  if (node.kind !== 'call') return null
  if (node.name === 'ln') return { kind: 'constant', name: 'e' }
  if (node.name === 'lg') return makeInteger(10)
  return node.name === 'log' ? (node.args[1] ?? null) : null
}

export function isPositiveConstant(node: AstNode | null): boolean {
  if (!node || hasVariable(node)) return false
  const value = evaluateNode(node, makeEmptyVariableValues())
  return isDefined(value) && value.im === 0 && value.re > 1e3 * value.error
}
