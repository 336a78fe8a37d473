import {
  collectSymbols,
  isExpression,
  makeGroup,
  mapNodes,
  type AstNode,
  hasNodeWith,
  makeInteger,
} from './ast-node'
import { compareValues } from './compare-values'
import { type Finding, makePolicyFinding } from './verdict'

const axes = ['i→', 'j→', 'k→']

/** Compares `3i - 2j` with a tuple or a column; null for any other two answers. */
export function compareVectors(
  a: AstNode,
  b: AstNode,
  compare: (a: AstNode, b: AstNode) => Finding,
): Finding | null {
  const [sum, otherNode] = isExpression(a) ? [a, b] : [b, a]
  const cells = isExpression(sum) ? listCells(otherNode) : null
  if (cells === null || cells.length < 2 || cells.length > 3) return null
  const symbols = collectSymbols(sum)
  if (axes.some((axis) => symbols.has(axis))) return compareCells(sum, cells, compare)
  // Plain letters can also be a variable and the imaginary unit.
  const isPlain = symbols.has('j') && hasNodeWith(sum, isImaginary)
  const finding = isPlain ? compareCells(renameAxes(sum), cells, compare) : null
  return finding?.outcome === 'same'
    ? makePolicyFinding('The same vector, if i and j are unit vectors.')
    : finding
}

const isImaginary = (node: AstNode) => node.kind === 'constant' && node.name === 'i'

const renameAxes = (node: AstNode): AstNode =>
  mapNodes(node, (part) => {
    if (isImaginary(part)) return { kind: 'symbol', name: 'i→' }
    const isAxis = part.kind === 'symbol' && /^[jk]$/.test(part.name)
    return isAxis ? { kind: 'symbol', name: `${part.name}→` } : part
  })

function listCells(node: AstNode): readonly AstNode[] | null {
  if (node.kind === 'matrix' && !node.isSystem)
    return node.rows.length === 1 || node.rows[0]!.length === 1 ? node.rows.flat() : null
  return node.kind === 'group' && /^[(⟨]$/.test(node.open) ? node.items : null
}

function compareCells(
  sum: AstNode,
  cells: readonly AstNode[],
  compare: (a: AstNode, b: AstNode) => Finding,
): Finding | null {
  const substituteAxes = (letter: string | null) =>
    mapNodes(sum, (part) =>
      part.kind === 'symbol' && axes.includes(part.name)
        ? makeInteger(part.name === letter ? 1 : 0)
        : part,
    )
  // A sum of multiples of unit vectors is 0 when all unit vectors are replaced by 0.
  if (compareValues(substituteAxes(null), makeInteger(0)).outcome !== 'same') return null
  const count = collectSymbols(sum).has('k→') ? 3 : cells.length
  const zeros = Array.from({ length: count - cells.length }, () => makeInteger(0))
  return compare(
    makeGroup(axes.slice(0, count).map(substituteAxes), '(', ')'),
    makeGroup([...cells, ...zeros], '(', ')'),
  )
}
