import { evaluate } from './evaluate'
import { match, nowhere } from './sample-points'
import { isConstant } from './simplify'
import { isExpression, listChildren, type Node, type RelationNode } from './tree'

/** `x = 5`: a name, and what it stands for. */
export interface Named {
  name: Node
  value: Node
}

/**
 * The value that a chain of equations names: of `x = 2 + 3 = 5` the last, of `1/3 \approx 0.333` the exact one. Null
 * where it names none, as `a + b = 7`.
 */
export function readNamed(relation: RelationNode): Named | null {
  const exact = listExactSides(relation)
  if (exact === null) return null
  const first = exact[0]!
  const last = exact.at(-1)!
  if (isFalse(exact)) return null
  if (isName(first)) return { name: first, value: last }
  const isReversed = exact.length === 2 && isName(last) && isConstant(first)
  return isReversed ? { name: last, value: first } : null
}

/** The value of `2 + 3 = 5` and of `\sqrt{2} \approx 1.41`; null where letters make it an equation. */
export function readValue(relation: RelationNode): Node | null {
  const exact = listExactSides(relation)
  if (exact === null) return null
  const isApproximation = relation.signs[0] === '≈' && exact.length === 1
  if (isApproximation && isExpression(exact[0]!)) return exact[0]!
  if (isFalse(exact)) return null
  const isWorkedOut = exact.every((side) => isConstant(side.kind === 'measure' ? side.value : side))
  return isWorkedOut ? exact.at(-1)! : null
}

/** `2 = 3` names no value. */
function isFalse(sides: readonly Node[]): boolean {
  const values = sides.filter((side) => isConstant(side)).map((side) => evaluate(side, nowhere()))
  return values.some((value, i) => i > 0 && match(values[i - 1]!, value) === 'different')
}

/** What stands before the first ≈; of `x ≈ 3`, both. Null of other relations. */
function listExactSides({ sides, signs }: RelationNode): Node[] | null {
  if (!signs.every((sign) => sign === '=' || sign === '≈')) return null
  const rounded = signs.indexOf('≈')
  if (rounded < 0) return sides
  const exact = sides.slice(0, rounded + 1)
  return exact.length === 1 && isName(exact[0]!) ? sides.slice(0, 2) : exact
}

/** What stands for a value before `=`: a letter, a function's value, a segment, a tuple or ratio of such. */
export function isName(node: Node): boolean {
  switch (node.kind) {
    case 'symbol':
      return true
    case 'call':
      return node.name.endsWith('()') || (node.name === 'abs' && isName(node.args[0]!))
    case 'group':
      return node.items.length > 0 && node.items.every(isName)
    case 'ratio':
      return node.parts.every(isName)
    case 'quotient':
      return isSegment(node.over) && isSegment(node.under)
    case 'product':
      return isSegment(node) || isAngle(node.factors)
    default:
      return false
  }
}

/** `AB` */
const isSegment = (node: Node): boolean =>
  node.kind === 'product'
    ? node.factors.length <= 4 &&
      node.factors.every((factor) => isLetter(factor, /^[A-Z](?:_|'|$)/))
    : isLetter(node, /^[A-Z](?:_|'|$)|^\\overline/)

const isLetter = (node: Node | undefined, pattern: RegExp) =>
  node?.kind === 'symbol' && pattern.test(node.name)

/** `m\angle A` */
const isAngle = (factors: readonly Node[]) =>
  factors.length <= 2 && isLetter(factors[0], /^m$/) && isLetter(factors[1], /^\\angle/)

/** Spaces and kinds of bracket aside, the same text for the same name. */
export function writeName(node: Node): string {
  if (node.kind === 'symbol') return node.name.replace(/[{}\s]/g, '')
  const own = node.kind === 'call' ? node.name : node.kind
  return `${own}(${listChildren(node).map(writeName).join(',')})`
}

/** `y` and `f(x)`: what the value of a function is called. */
export const isFunctionValue = (node: Node): boolean =>
  (node.kind === 'symbol' && node.name === 'y') ||
  (node.kind === 'call' &&
    node.name.endsWith('()') &&
    node.args.every(({ kind }) => kind === 'symbol'))
