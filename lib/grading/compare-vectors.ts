import { compareValues } from './same-value'
import {
  collectSymbols,
  isExpression,
  makeGroup,
  mapTree,
  type Node,
  someNode,
  wholeNumber,
} from './tree'
import { type Finding, makePolicyFinding } from './verdict'

const axes = ['i→', 'j→', 'k→']

/** Compares `3i - 2j` with a tuple or a column; null if neither answer is such a sum. */
export function compareVectors(
  a: Node,
  b: Node,
  compare: (a: Node, b: Node) => Finding,
): Finding | null {
  const [sum, other] = isExpression(a) ? [a, b] : [b, a]
  const cells = isExpression(sum) ? listCells(other) : null
  if (cells === null || cells.length < 2 || cells.length > 3) return null
  const symbols = collectSymbols(sum)
  if (axes.some((axis) => symbols.has(axis))) return compareCells(sum, cells, compare)
  // Plain letters can also be a variable and the imaginary unit.
  const isPlain = symbols.has('j') && someNode(sum, isImaginary)
  const finding = isPlain ? compareCells(renameAxes(sum), cells, compare) : null
  return finding?.is === 'same'
    ? makePolicyFinding('The same vector, if i and j are unit vectors.')
    : finding
}

const isImaginary = (node: Node) => node.kind === 'constant' && node.name === 'i'

const renameAxes = (node: Node): Node =>
  mapTree(node, (part) => {
    if (isImaginary(part)) return { kind: 'symbol', name: 'i→' }
    const isAxis = part.kind === 'symbol' && /^[jk]$/.test(part.name)
    return isAxis ? { kind: 'symbol', name: `${part.name}→` } : part
  })

function listCells(node: Node): readonly Node[] | null {
  if (node.kind === 'matrix' && !node.isSystem)
    return node.rows.length === 1 || node.rows[0]!.length === 1 ? node.rows.flat() : null
  return node.kind === 'group' && /^[(⟨]$/.test(node.open) ? node.items : null
}

function compareCells(
  sum: Node,
  cells: readonly Node[],
  compare: (a: Node, b: Node) => Finding,
): Finding | null {
  const put = (letter: string | null) =>
    mapTree(sum, (part) =>
      part.kind === 'symbol' && axes.includes(part.name)
        ? wholeNumber(part.name === letter ? 1 : 0)
        : part,
    )
  // A sum of multiples of unit vectors is 0 when all unit vectors are replaced by 0.
  if (compareValues(put(null), wholeNumber(0)).is !== 'same') return null
  const count = collectSymbols(sum).has('k→') ? 3 : cells.length
  const rest = Array.from({ length: count - cells.length }, () => wholeNumber(0))
  return compare(
    makeGroup(axes.slice(0, count).map(put), '(', ')'),
    makeGroup([...cells, ...rest], '(', ')'),
  )
}
