import { isExpression, listChildren, type AstNode, type RelationNode } from './ast-node'
import { evaluateNode } from './evaluate-node'
import { compareValuesAtPoint, makeEmptyVariableValues } from './sample-points'
import { hasConstantValue } from './simplify-node'

/** A name with its value: `x = 5`. */
export interface NamedValue {
  name: AstNode
  value: AstNode
}

/**
 * Returns the value that a chain of equations gives: the last of `x = 2 + 3 = 5`, the exact one of `x = 1/3 \approx 0.333`.
 * Null if there is none, as in `a + b = 7`, or if it is false, as in `x = 2 = 3`.
 */
export function readEquationValue(relation: RelationNode): NamedValue | null {
  const exact = listExactSides(relation)
  if (exact === null) return null
  const first = exact[0]!
  const last = exact.at(-1)!
  if (isFalse(exact)) return null
  if (isEquationName(first)) return { name: first, value: last }
  const isReversed = exact.length === 2 && isEquationName(last) && hasConstantValue(first)
  return isReversed ? { name: last, value: first } : null
}

/** Returns the value of `2 + 3 = 5` or `\sqrt{2} \approx 1.41`; null if variables make it an equation. */
export function readConstantEquationValue(relation: RelationNode): AstNode | null {
  const exact = listExactSides(relation)
  if (exact === null) return null
  const isApproximation = relation.signs[0] === '≈' && exact.length === 1
  if (isApproximation && isExpression(exact[0]!)) return exact[0]!
  if (isFalse(exact)) return null
  const isWorkedOut = exact.every((side) =>
    hasConstantValue(side.kind === 'measure' ? side.value : side),
  )
  return isWorkedOut ? exact.at(-1)! : null
}

/** Whether the sides have different values, as in `2 = 3`. */
function isFalse(sides: readonly AstNode[]): boolean {
  const values = sides
    .filter((side) => hasConstantValue(side))
    .map((side) => evaluateNode(side, makeEmptyVariableValues()))
  return values.some(
    (value, i) => i > 0 && compareValuesAtPoint(values[i - 1]!, value) === 'different',
  )
}

/** Returns the sides before the first ≈, both sides of `x ≈ 3`, or all without ≈; null if there are other signs. */
function listExactSides({ sides, signs }: RelationNode): AstNode[] | null {
  if (!signs.every((sign) => sign === '=' || sign === '≈')) return null
  const roundingSign = signs.indexOf('≈')
  if (roundingSign < 0) return sides
  const exact = sides.slice(0, roundingSign + 1)
  return exact.length === 1 && isEquationName(exact[0]!) ? sides.slice(0, 2) : exact
}

/** Whether a node can be a name before `=`: a letter, a function's value, a segment, or a tuple or ratio of these. */
export function isEquationName(node: AstNode): boolean {
  switch (node.kind) {
    case 'symbol':
      return true
    case 'call':
      return node.name.endsWith('()') || (node.name === 'abs' && isEquationName(node.args[0]!))
    case 'group':
      return node.items.length > 0 && node.items.every(isEquationName)
    case 'ratio':
      return node.parts.every(isEquationName)
    case 'quotient':
      return isSegment(node.numerator) && isSegment(node.denominator)
    case 'product':
      return isSegment(node) || isAngle(node.factors)
    default:
      return false
  }
}

/** Whether a node is a segment: `AB`. */
const isSegment = (node: AstNode): boolean =>
  node.kind === 'product'
    ? node.factors.length <= 4 &&
      node.factors.every((factor) => isLetter(factor, /^[A-Z](?:_|'|$)/))
    : isLetter(node, /^[A-Z](?:_|'|$)|^\\overline/)

const isLetter = (node: AstNode | undefined, pattern: RegExp) =>
  node?.kind === 'symbol' && pattern.test(node.name)

/** Whether factors are the measure of an angle: `m\angle A`. */
const isAngle = (factors: readonly AstNode[]) =>
  factors.length <= 2 && isLetter(factors[0], /^m$/) && isLetter(factors[1], /^\\angle/)

/** Formats a name so that spaces and kinds of bracket don't matter. */
export function formatEquationName(node: AstNode): string {
  if (node.kind === 'symbol') return node.name.replace(/[{}\s]/g, '')
  if (node.kind === 'number') return `${node.value.numerator}/${node.value.denominator}`
  const label = node.kind === 'call' ? node.name : node.kind
  return `${label}(${listChildren(node).map(formatEquationName).join(',')})`
}

/** Whether a node is a variable `y` or a function's value `f(x)`. */
export const isDependentVariable = (node: AstNode): boolean =>
  (node.kind === 'symbol' && node.name === 'y') ||
  (node.kind === 'call' &&
    node.name.endsWith('()') &&
    node.args.every(({ kind }) => kind === 'symbol'))
