import {
  collectSymbols,
  isExpression,
  makeCall,
  makePower,
  makeProduct,
  makeSum,
  makeSymbol,
  mapNodes,
  negateNode,
  type AstNode,
  type RelationNode,
  makeInteger,
} from './ast-node'
import { compareEquationSolutions } from './compare-equation-solutions'
import { type Finding, makeUndecidedFinding } from './verdict'

const [x, y] = [makeSymbol('x'), makeSymbol('y')]
const radius = makeCall(
  'root',
  makeSum(makePower(x, makeInteger(2)), makePower(y, makeInteger(2))),
  makeInteger(2),
)
const angle = makeCall('arg', makeSum(x, makeProduct({ kind: 'constant', name: 'i' }, y)))

/** Compares a polar equation with a Cartesian one, such as `r = 4` and `x^2 + y^2 = 16`. Null for other equations. */
export function comparePolarEquation(a: RelationNode, b: RelationNode): Finding | null {
  const [cartesian, polar] = isIn(a, /^[xy]$/) ? [a, b] : [b, a]
  if (!isIn(cartesian, /^[xy]$/) || !isIn(polar, /^(?:r|\\theta)$/)) return null
  const finding = compareEquationSolutions(toZero(cartesian), mapNodes(toZero(polar), toCartesian))
  // Polar curves can have points with a negative radius, or only half of a line.
  return finding.outcome === 'different'
    ? makeUndecidedFinding('It is not known if the polar equation has the same curve.')
    : finding
}

function isIn(relation: RelationNode, names: RegExp): boolean {
  const symbols = [...collectSymbols(relation)]
  const isEquation = relation.signs.join('') === '=' && relation.sides.every(isExpression)
  return isEquation && symbols.length > 0 && symbols.every((name) => names.test(name))
}

const toZero = ({ sides }: RelationNode): AstNode => makeSum(sides[0]!, negateNode(sides[1]!))

function toCartesian(node: AstNode): AstNode {
  if (node.kind !== 'symbol') return node
  return node.name === 'r' ? radius : node.name === '\\theta' ? angle : node
}
