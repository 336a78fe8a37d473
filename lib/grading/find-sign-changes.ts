import { listChildren, makeInteger, makeProduct, makeSum, type AstNode } from './ast-node'
import { spendComparisonSteps } from './comparison-budget'
import { findFractionRoots } from './polynomial-fraction'
import { fromInteger, type RealNumber } from './rational'
import {
  hasVariable,
  isLogarithm,
  isPositiveConstant,
  isZero,
  listIrrationalParts,
  solveForPart,
} from './solve-for-part'

/** Each replaces a sum by several expressions. */
const maxReplacements = 4
const maxNodes = 300

/**
 * Returns all real numbers at which an expression in one variable can change its sign or be undefined, and possibly others.
 * Null if they are not all known.
 */
export function findSignChanges(node: AstNode, replacements = 0): RealNumber[] | null {
  if (!hasVariable(node)) return []
  if (!spendComparisonSteps(1)) return null
  const findAll = (parts: readonly AstNode[], count = replacements) => {
    const lists = parts.map((part) => findSignChanges(part, count))
    return lists.every((list) => list !== null) ? lists.flat() : null
  }
  switch (node.kind) {
    case 'symbol':
      return [{ value: 0, exact: fromInteger(0) }]
    case 'product':
      return findAll(node.factors)
    case 'quotient':
      return findAll([node.numerator, node.denominator])
    case 'power':
      if (!hasVariable(node.exponent)) return findAll([node.base])
      return isPositiveConstant(node.base) ? findAll([node.exponent]) : null
    case 'call': {
      const [value, ...otherArgs] = node.args as [AstNode, ...AstNode[]]
      if (otherArgs.some(hasVariable)) return null
      if (isLogarithm(node)) return findAll([value, makeSum(value, makeInteger(-1))])
      return /^(?:abs|root|exp)$/.test(node.name) ? findAll([value]) : null
    }
    case 'sum': {
      const terms = node.terms.filter((term) => !isZero(term))
      if (terms.length < 2) return findAll(terms)
      const size = countNodes(node)
      if (size > maxNodes || !spendComparisonSteps(size)) return null
      const roots = findFractionRoots(node, false)
      if (roots) return roots
      // Roots, absolute values, powers and logarithms are replaced until only fractions are left.
      const expressions = replacements < maxReplacements ? replaceSum(terms) : null
      const changes = expressions && findAll(expressions, replacements + 1)
      if (changes) return changes
      return findFractionRoots(node, true)
    }
    default:
      return null
  }
}

/** Replaces a sum by other expressions: wherever it changes its sign, one of them does. Null if there are none. */
function replaceSum(terms: readonly AstNode[]): AstNode[] | null {
  const fractions = terms.map(splitTerm)
  const denominators = fractions.map(([, denominator]) => denominator)
  if (denominators.some(hasVariable)) {
    const products = fractions.map(([numerator], i) =>
      makeProduct(numerator, ...denominators.filter((_, j) => j !== i)),
    )
    return [makeSum(...products), ...denominators]
  }
  const sum = makeSum(...terms)
  const parts = listIrrationalParts(sum)
  // A constant part, such as a root, is replaced last.
  for (const part of [...parts.filter(hasVariable), ...parts]) {
    const expressions = solveForPart(sum, part)
    if (expressions) return expressions
  }
  return null
}

/** Splits a term into numerator and denominator. */
function splitTerm(term: AstNode): [AstNode, AstNode] {
  if (term.kind === 'quotient') return [term.numerator, term.denominator]
  if (term.kind !== 'product') return [term, makeInteger(1)]
  const fractions = term.factors.map(splitTerm)
  return [0, 1].map((i) => makeProduct(...fractions.map((fraction) => fraction[i]!))) as [
    AstNode,
    AstNode,
  ]
}

const countNodes = (node: AstNode): number =>
  listChildren(node).reduce((count, child) => count + countNodes(child), 1)
