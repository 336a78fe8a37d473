import type { GroupNode, AstNode } from './ast-node'
import { formatEquationName, readEquationValue } from './read-equation'
import {
  type Finding,
  combineFindings,
  makeDifferentFinding,
  makePolicyFinding,
  makeSameFinding,
  makeUndecidedFinding,
} from './verdict'

type Compare = (a: AstNode, b: AstNode) => Finding

/** Values of the same names: the two rows of `m = 1, n = 2; m = 2, n = 1`, or of `(1, 2), (2, 1)`. */
interface Assignments {
  /** In alphabetical order, which is the order in which tuples list them; null if none is named. */
  names: string[] | null
  rows: AstNode[][]
}

const maxRows = 20
const maxPermuted = 3

/** Compares values by name with tuples of values, in any order of the rows. Null for other answers, and for two tuples. */
export function compareAssignments(a: AstNode, b: AstNode, compare: Compare): Finding | null {
  const [x, y] = [readAssignments(a), readAssignments(b)]
  if (!x || !y || (!x.names && !y.names)) return null
  if (x.names && y.names && x.names.join() !== y.names.join()) return null
  if (x.rows[0]!.length !== y.rows[0]!.length) return null
  if (x.names && y.names && x.rows.length + y.rows.length === 2) return null
  const finding = compareRows(x.rows, y.rows, compare)
  if (finding.outcome !== 'different' || (x.names && y.names)) return finding
  const orders = listOrders(x.rows[0]!.length)
  const findings = orders.map((order) =>
    compareRows(
      x.rows.map((row) => order.map((i) => row[i]!)),
      y.rows,
      compare,
    ),
  )
  if (findings.some(({ outcome }) => outcome === 'same'))
    return makePolicyFinding(
      'The same values, if the tuple lists them in another order than their names.',
    )
  return findings.every(({ outcome }) => outcome === 'different') && orders.length > 1
    ? finding
    : null
}

function listOrders(count: number): number[][] {
  if (count > maxPermuted) return []
  if (count === 1) return [[0]]
  return listOrders(count - 1).flatMap((order) =>
    Array.from({ length: count }, (_, i) => [...order.slice(0, i), count - 1, ...order.slice(i)]),
  )
}

function compareRows(a: readonly AstNode[][], b: readonly AstNode[][], compare: Compare): Finding {
  const compareRow = (row: readonly AstNode[], rowOfB: readonly AstNode[]) =>
    combineFindings(
      row.map((value, i) => compare(value, rowOfB[i]!)),
      '',
    )
  const findings = a.map((row) => b.map((rowOfB) => compareRow(row, rowOfB).outcome))
  const isMatched = (list: readonly Finding['outcome'][]) => list.includes('same')
  const columns = b.map((_, i) => findings.map((list) => list[i]!))
  if ([...findings, ...columns].every(isMatched))
    return makeSameFinding('Both give the same values to the same names.')
  const isUnmatched = (list: readonly Finding['outcome'][]) =>
    list.every((outcome) => outcome === 'different')
  return [...findings, ...columns].some(isUnmatched)
    ? makeDifferentFinding('One answer has values that the other does not have.')
    : makeUndecidedFinding('The values could not be distinguished.')
}

function readAssignments(node: AstNode): Assignments | null {
  const items = listItems(node)
  const rows: Map<string, AstNode>[] = []
  const tupleRows: AstNode[][] = []
  let tupleNames: string[] | null = null
  for (const item of items) {
    const namedTuple = readNamedTuple(item)
    if (namedTuple) {
      tupleNames = namedTuple.names
      rows.push(...namedTuple.rows)
    } else if (isTuple(item) && tupleNames?.length === item.items.length)
      rows.push(new Map(tupleNames.map((name, i) => [name, item.items[i]!])))
    else if (isTuple(item)) tupleRows.push(item.items)
    else if (!addNamed(item, rows)) return null
  }
  if (rows.length > 0 === tupleRows.length > 0) return null
  if (tupleRows.length > 0)
    return tupleRows.every((row) => row.length === tupleRows[0]!.length) &&
      tupleRows.length <= maxRows
      ? { names: null, rows: tupleRows }
      : null
  const names = [...rows[0]!.keys()].sort()
  const isComplete = rows.every(
    (row) => row.size === names.length && names.every((name) => row.has(name)),
  )
  // "x = 1 or y = 2" does not give both values.
  const isEither = node.kind === 'group' && node.isLoose && rows.length === 1
  if (!isComplete || names.length < 2 || rows.length > maxRows || isEither) return null
  return { names, rows: rows.map((row) => names.map((name) => row.get(name)!)) }
}

const isTuple = (node: AstNode): node is GroupNode =>
  node.kind === 'group' && node.open === '(' && node.close === ')' && node.items.length > 1

/** Lists the parts of a list, a set, a system, or a bracket around equations. */
function listItems(node: AstNode): readonly AstNode[] {
  if (node.kind === 'matrix') return node.isSystem ? node.rows.flat() : []
  if (node.kind !== 'group') return [node]
  const isOpen = node.open === '' || node.open === '{'
  const isBracketed = node.open === '(' && node.items.every(({ kind }) => kind === 'relation')
  return isOpen || isBracketed ? node.items.flatMap(listItems) : [node]
}

/** Reads `(m, n) = (1, 2)` and `(m, n) \in \{(1, 2), (2, 1)\}`. */
function readNamedTuple(node: AstNode): { names: string[]; rows: Map<string, AstNode>[] } | null {
  if (node.kind !== 'relation' || node.sides.length !== 2 || !/^[=∈]$/.test(node.signs[0]!))
    return null
  const [left, right] = node.sides as [AstNode, AstNode]
  if (!isTuple(left)) return null
  const names = left.items.map(formatEquationName)
  const tuples = listItems(right).filter(isTuple)
  if (tuples.length === 0 || !tuples.every(({ items }) => items.length === names.length))
    return null
  return {
    names,
    rows: tuples.map(({ items }) => new Map(names.map((name, i) => [name, items[i]!]))),
  }
}

/** Adds `m = 1` to the last row, or to a new row if that already has the name. */
function addNamed(item: AstNode, rows: Map<string, AstNode>[]): boolean {
  const namedValue = item.kind === 'relation' ? readEquationValue(item) : null
  if (namedValue?.name.kind !== 'symbol') return false
  const name = formatEquationName(namedValue.name)
  const lastRow = rows.at(-1)
  if (lastRow && !lastRow.has(name)) lastRow.set(name, namedValue.value)
  else rows.push(new Map([[name, namedValue.value]]))
  return true
}
