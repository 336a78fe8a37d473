import { fromInteger, type Rational } from './rational'

export type RelationSign = '=' | '≠' | '<' | '>' | '≤' | '≥' | '≈' | '∈'
export type OpeningBracket = '' | '(' | '[' | '{' | ']' | '⟨'
export type ClosingBracket = '' | ')' | ']' | '}' | '[' | '⟩'

/** A parsed answer. */
export type AstNode =
  | NumberNode
  | { kind: 'symbol'; name: string }
  | { kind: 'constant'; name: 'pi' | 'e' | 'i' | 'infinity' }
  | { kind: 'sum'; terms: AstNode[] }
  | { kind: 'product'; factors: AstNode[] }
  | { kind: 'quotient'; numerator: AstNode; denominator: AstNode }
  | { kind: 'power'; base: AstNode; exponent: AstNode }
  | { kind: 'call'; name: string; args: AstNode[] }
  /** The sign of a ± term; `isUpper` means plus comes first. */
  | { kind: 'sign'; isUpper: boolean }
  | GroupNode
  | { kind: 'matrix'; rows: AstNode[][]; isSystem: boolean }
  | RelationNode
  | { kind: 'union'; parts: AstNode[] }
  | { kind: 'without'; base: AstNode; removed: AstNode }
  | { kind: 'ratio'; parts: AstNode[] }
  | { kind: 'measure'; value: AstNode; unit: string }
  | { kind: 'based'; digits: string; base: number }

export interface NumberNode {
  kind: 'number'
  value: Rational
  /** The maximum rounding error: half a unit of the last decimal place, a whole one before dots. 0 for exact numbers. */
  slack: number
  /** Significant digits of a decimal; 0 for exact numbers. */
  digits: number
}

export interface GroupNode {
  kind: 'group'
  open: OpeningBracket
  close: ClosingBracket
  items: AstNode[]
  /** True if order doesn't matter: joined by "or", or the two values of ±. */
  isLoose: boolean
  /** True if joined by "and". */
  isJoint: boolean
}

export interface RelationNode {
  kind: 'relation'
  sides: AstNode[]
  /** The signs between the sides, one fewer than sides. */
  signs: RelationSign[]
}

export const isEquation = (node: AstNode): boolean =>
  node.kind === 'relation' && node.signs.every((sign) => sign === '=')

export const makeNumber = (value: Rational, slack = 0, digits = 0): NumberNode => ({
  kind: 'number',
  value,
  slack,
  digits,
})
export const makeInteger = (value: number | bigint): NumberNode => makeNumber(fromInteger(value))
export const makeSymbol = (name: string): AstNode => ({ kind: 'symbol', name })
export const makeCall = (name: string, ...args: AstNode[]): AstNode => ({
  kind: 'call',
  name,
  args,
})
export const makeProduct = (...factors: AstNode[]): AstNode =>
  factors.length === 1 ? factors[0]! : { kind: 'product', factors }
export const makeSum = (...terms: AstNode[]): AstNode =>
  terms.length === 1 ? terms[0]! : { kind: 'sum', terms }
export const makeQuotient = (numerator: AstNode, denominator: AstNode): AstNode => ({
  kind: 'quotient',
  numerator,
  denominator,
})
export const makePower = (base: AstNode, exponent: AstNode): AstNode => ({
  kind: 'power',
  base,
  exponent,
})
export const negateNode = (node: AstNode): AstNode =>
  node.kind === 'number'
    ? makeNumber(
        { numerator: -node.value.numerator, denominator: node.value.denominator },
        node.slack,
        node.digits,
      )
    : makeProduct(makeInteger(-1), node)
export const makeGroup = (
  items: AstNode[],
  open: OpeningBracket = '',
  close: ClosingBracket = '',
  isLoose = false,
  isJoint = false,
): GroupNode => ({ kind: 'group', open, close, items, isLoose, isJoint })

export function listChildren(node: AstNode): readonly AstNode[] {
  switch (node.kind) {
    case 'sum':
      return node.terms
    case 'product':
      return node.factors
    case 'quotient':
      return [node.numerator, node.denominator]
    case 'power':
      return [node.base, node.exponent]
    case 'call':
      return node.args
    case 'group':
      return node.items
    case 'matrix':
      return node.rows.flat()
    case 'relation':
      return node.sides
    case 'union':
    case 'ratio':
      return node.parts
    case 'without':
      return [node.base, node.removed]
    case 'measure':
      return [node.value]
    default:
      return []
  }
}

/** Maps every node of a tree, children first. */
export function mapNodes(node: AstNode, change: (node: AstNode) => AstNode): AstNode {
  const map = (child: AstNode) => mapNodes(child, change)
  switch (node.kind) {
    case 'sum':
      return change({ kind: 'sum', terms: node.terms.map(map) })
    case 'product':
      return change({ kind: 'product', factors: node.factors.map(map) })
    case 'quotient':
      return change(makeQuotient(map(node.numerator), map(node.denominator)))
    case 'power':
      return change(makePower(map(node.base), map(node.exponent)))
    case 'call':
      return change({ ...node, args: node.args.map(map) })
    case 'group':
      return change({ ...node, items: node.items.map(map) })
    case 'matrix':
      return change({ ...node, rows: node.rows.map((row) => row.map(map)) })
    case 'relation':
      return change({ ...node, sides: node.sides.map(map) })
    case 'union':
    case 'ratio':
      return change({ ...node, parts: node.parts.map(map) })
    case 'without':
      return change({ kind: 'without', base: map(node.base), removed: map(node.removed) })
    case 'measure':
      return change({ ...node, value: map(node.value) })
    default:
      return change(node)
  }
}

export function hasNodeWith(node: AstNode, test: (node: AstNode) => boolean): boolean {
  return test(node) || listChildren(node).some((child) => hasNodeWith(child, test))
}

export function collectSymbols(node: AstNode, symbols = new Set<string>()): Set<string> {
  if (node.kind === 'symbol') symbols.add(node.name)
  for (const child of listChildren(node)) collectSymbols(child, symbols)
  return symbols
}

/** Whether a node is a number or formula, without a list, set, matrix, relation, ratio, unit or base in it. */
export function isExpression(node: AstNode): boolean {
  switch (node.kind) {
    case 'group':
    case 'matrix':
    case 'relation':
    case 'union':
    case 'without':
    case 'ratio':
    case 'measure':
    case 'based':
      return false
    default:
      return listChildren(node).every(isExpression)
  }
}

/** Whether two trees are written the same. They are not evaluated. */
export function isSameAst(a: AstNode, b: AstNode): boolean {
  if (formatOwnPart(a) !== formatOwnPart(b)) return false
  const [partsA, partsB] = [listChildren(a), listChildren(b)]
  return partsA.length === partsB.length && partsA.every((part, i) => isSameAst(part, partsB[i]!))
}

/** Formats a node without its children. */
function formatOwnPart(node: AstNode): string {
  switch (node.kind) {
    case 'number':
      return `${node.value.numerator}/${node.value.denominator}`
    case 'symbol':
    case 'constant':
    case 'call':
      return `${node.kind} ${node.name}`
    case 'sign':
      return `± ${node.isUpper}`
    case 'relation':
      return node.signs.join(' ')
    case 'group':
      return `${node.open}${node.close}`
    case 'measure':
      return node.unit
    case 'based':
      return `${node.digits}_${node.base}`
    case 'matrix':
      return node.rows.map((row) => row.length).join(' ')
    default:
      return node.kind
  }
}
