import {
  type GroupNode,
  isExpression,
  listChildren,
  makeGroup,
  makeNumber,
  makeProduct,
  makeQuotient,
  makeSum,
  mapNodes,
  negateNode,
  type AstNode,
  hasNodeWith,
  makeInteger,
} from './ast-node'
import { computeExactValue } from './compute-exact-value'
import { findUnitConversionFactor } from './units'

type Matrix = Extract<AstNode, { kind: 'matrix' }>

/** Larger matrices are not multiplied, because the number of terms explodes. */
const maxMatrixSize = 6
const maxCellNodes = 30
const maxMatrixPower = 6n

/** Reduces the number of forms: splits ±, computes matrix arithmetic, turns a degree sign into a unit. */
export function simplifyNode(node: AstNode): AstNode {
  if (node.kind === 'symbol' && /^\\(?:emptyset|varnothing)$/.test(node.name))
    return makeGroup([], '{', '}')
  if (isPlain(node)) return node
  const computedNode = hasNodeWith(node, ({ kind }) => kind === 'matrix')
    ? mapNodes(node, computeMatrices)
    : node
  const hasSign = hasNodeWith(computedNode, ({ kind }) => kind === 'sign')
  return attachUnits(hasSign ? splitSigns(computedNode) : computedNode)
}

/** Adds two measures in the unit of the second; null if they measure different quantities. */
export function addMeasures(a: AstNode, b: AstNode): AstNode | null {
  if (a.kind !== 'measure' || b.kind !== 'measure') return null
  const factor = findUnitConversionFactor(a.unit, b.unit)
  if (!factor) return null
  return {
    kind: 'measure',
    value: makeSum(makeProduct(makeNumber(factor), a.value), b.value),
    unit: b.unit,
  }
}

const isPlain = (node: AstNode) => node.kind === 'number' || node.kind === 'symbol'

/** A degree sign at the end applies to the whole expression: `180 - 2x^\circ`. Inside a formula it is a factor. */
function attachUnits(node: AstNode): AstNode {
  if (node.kind === 'group') return addAll(node) ?? { ...node, items: node.items.map(attachUnits) }
  if (node.kind === 'product' && isPoint(node.factors)) return node.factors[1]!
  const hasAngleFunction = hasNodeWith(
    node,
    ({ kind, ...part }) =>
      kind === 'call' &&
      'name' in part &&
      /^(?:arc)?(?:sin|cos|tan|cot|sec|csc|cis)$/.test(part.name),
  )
  const value = hasAngleFunction ? null : dropDegrees(node)
  return value ? { kind: 'measure', value, unit: 'angle:1/1' } : node
}

/** Adds the parts of `5 feet, 3 inches`. */
function addAll(list: GroupNode): AstNode | null {
  const { items } = list
  const units = items.map((item) => (item.kind === 'measure' ? item.unit : ''))
  const isCompound = list.open === '' && !list.isLoose && new Set(units).size === items.length
  if (!isCompound || units.includes('')) return null
  return items
    .slice(1)
    .reduce<AstNode | null>((sum, item) => sum && addMeasures(sum, item), items[0]!)
}

/** Removes a degree sign at the end; null if there is none. */
function dropDegrees(node: AstNode): AstNode | null {
  if (node.kind === 'call' && node.name === 'degrees') return node.args[0]!
  if (node.kind !== 'sum' && node.kind !== 'product') return null
  const parts = node.kind === 'sum' ? node.terms : node.factors
  const last = dropDegrees(parts.at(-1)!)
  const before = parts.slice(0, -1)
  if (last === null) return null
  return node.kind === 'sum'
    ? makeSum(...before.map((part) => dropDegrees(part) ?? part), last)
    : makeProduct(...before, last)
}

/** Whether a name with a bracket is a named point: `A(1, 2)`. */
const isPoint = ([name, group]: readonly AstNode[]) =>
  name?.kind === 'symbol' &&
  /^[ABD-Z]/.test(name.name) &&
  group?.kind === 'group' &&
  group.items.length > 1

/** Replaces each item with ± by a list with one item per sign. */
function splitSigns(node: AstNode): AstNode {
  // (±1, ±1) can be two points or four, so keep it.
  if (node.kind === 'group' && hasSeveralPlusMinusSigns(node))
    return { ...node, items: node.items.map(splitSigns) }
  const split = (item: AstNode) =>
    hasNodeWith(item, ({ kind }) => kind === 'sign') && !hasSeveralPlusMinusSigns(item)
      ? [choose(item, 1), choose(item, -1)]
      : [item]
  if (node.kind === 'relation') {
    const last = node.sides.at(-1)!
    if (node.sides.slice(0, -1).some((side) => hasNodeWith(side, ({ kind }) => kind === 'sign')))
      return node
    return { ...node, sides: [...node.sides.slice(0, -1), splitSigns(last)] }
  }
  const isList = node.kind === 'group' && (node.open === '' || node.open === '{')
  if (isList)
    return {
      ...node,
      isLoose: true,
      items: node.items.flatMap((item) => flatten(splitSigns(item))),
    }
  if (node.kind === 'measure') return { ...node, value: splitSigns(node.value) }
  return makeGroup(split(node), '', '', true)
}

/** Whether a tuple has ± at more than one position. */
export const hasSeveralPlusMinusSigns = (node: AstNode): boolean =>
  node.kind === 'group' &&
  node.open !== '' &&
  node.open !== '{' &&
  node.items.filter((item) => hasNodeWith(item, ({ kind }) => kind === 'sign')).length > 1

const flatten = (node: AstNode) => (node.kind === 'group' && node.open === '' ? node.items : [node])

const choose = (node: AstNode, sign: 1 | -1): AstNode =>
  mapNodes(node, (part) => (part.kind === 'sign' ? makeInteger(part.isUpper ? sign : -sign) : part))

/** Computes sums, products, powers and determinants of matrices, and their products and quotients with numbers. */
function computeMatrices(node: AstNode): AstNode {
  if (node.kind === 'sum' && node.terms.every(isMatrix))
    return node.terms.slice(1).reduce(addMatrices, node.terms[0]!)
  if (node.kind === 'product' && node.factors.some(isMatrix))
    return multiplyAll(node.factors) ?? node
  if (node.kind === 'power' && isMatrix(node.base))
    return raiseMatrix(node.base, node.exponent) ?? node
  if (node.kind === 'quotient' && isMatrix(node.numerator) && isExpression(node.denominator)) {
    const { denominator } = node
    return mapCells(node.numerator, (cell) => ({ kind: 'quotient', numerator: cell, denominator }))
  }
  if (node.kind === 'call' && node.name === 'det') {
    const [matrix] = node.args
    return matrix && isMatrix(matrix) && isWorkable(matrix)
      ? (findDeterminant(matrix) ?? node)
      : node
  }
  if (node.kind === 'group' && node.items.length === 1 && isMatrix(node.items[0]!))
    return node.items[0]
  return node
}

const isMatrix = (node: AstNode): node is Matrix => node.kind === 'matrix' && !node.isSystem

const mapCells = (
  matrix: Matrix,
  change: (cell: AstNode, row: number, column: number) => AstNode,
): AstNode => ({
  ...matrix,
  rows: matrix.rows.map((row, i) => row.map((cell, j) => change(cell, i, j))),
})

function addMatrices(a: AstNode, b: AstNode): AstNode {
  const isSameSize =
    isMatrix(a) &&
    isMatrix(b) &&
    a.rows.length === b.rows.length &&
    a.rows[0]!.length === b.rows[0]!.length
  if (!isSameSize) return makeSum(a, b)
  return mapCells(a, (cell, i, j) => makeSum(cell, b.rows[i]![j]!))
}

function multiplyAll(factors: readonly AstNode[]): AstNode | null {
  const scalars = factors.filter((factor) => !isMatrix(factor))
  if (!scalars.every(isExpression)) return null
  let product: Matrix | null = null
  for (const factor of factors.filter(isMatrix)) {
    product = product === null ? factor : multiplyMatrices(product, factor)
    if (product === null) return null
  }
  return (
    product &&
    (scalars.length === 0 ? product : mapCells(product, (cell) => makeProduct(...scalars, cell)))
  )
}

function multiplyMatrices(a: Matrix, b: Matrix): Matrix | null {
  const isFit = a.rows[0]!.length === b.rows.length
  if (!isFit || !isWorkable(a) || !isWorkable(b)) return null
  const columns = b.rows[0]!.map((_, j) => b.rows.map((row) => row[j]!))
  const rows = a.rows.map((row) =>
    columns.map((column) => makeSum(...row.map((cell, k) => makeProduct(cell, column[k]!)))),
  )
  return { ...a, rows }
}

/** Computes a transpose, an inverse, or a small power. Null if the matrix can't be raised to the exponent. */
function raiseMatrix(matrix: Matrix, exponent: AstNode): AstNode | null {
  const columns = matrix.rows[0]!.map((_, j) => matrix.rows.map((row) => row[j]!))
  if (exponent.kind === 'symbol')
    return /^(?:T|\\top)$/.test(exponent.name) ? { ...matrix, rows: columns } : null
  const power = computeExactValue(exponent)
  if (power?.denominator !== 1n || columns.length !== matrix.rows.length || !isWorkable(matrix))
    return null
  if (power.numerator === -1n) return invertMatrix(matrix)
  if (power.numerator < 1n || power.numerator > maxMatrixPower) return null
  let result: Matrix | null = matrix
  for (let i = 1n; i < power.numerator && result; i++) result = multiplyMatrices(result, matrix)
  return result
}

/** Computes the inverse of a matrix with two rows. */
function invertMatrix(matrix: Matrix): AstNode | null {
  const [[a, b], [c, d]] = [matrix.rows[0]!, matrix.rows[1] ?? []]
  const determinant = findDeterminant(matrix)
  if (matrix.rows.length !== 2 || !determinant) return null
  const rows = [
    [d!, negateNode(b!)],
    [negateNode(c!), a!],
  ]
  return mapCells({ ...matrix, rows }, (cell) => makeQuotient(cell, determinant))
}

const isWorkable = ({ rows }: Matrix): boolean =>
  rows.every(
    (row) => row.length <= maxMatrixSize && row.every((cell) => countNodes(cell) <= maxCellNodes),
  )

const countNodes = (node: AstNode): number =>
  listChildren(node).reduce((count, child) => count + countNodes(child), 1)

function findDeterminant(node: AstNode): AstNode | null {
  if (!isMatrix(node) || node.rows.length !== node.rows[0]!.length) return null
  const { rows } = node
  if (rows.length === 1) return rows[0]![0]!
  if (rows.length > 3) return null
  const terms = rows[0]!.map((cell, j) => {
    const minorRows = rows.slice(1).map((row) => row.filter((_, column) => column !== j))
    const minor = findDeterminant({ ...node, rows: minorRows })!
    return makeProduct(makeInteger(j % 2 === 0 ? 1 : -1), cell, minor)
  })
  return makeSum(...terms)
}

/** Whether a node is a value without variables or unknown functions. */
export const hasConstantValue = (node: AstNode): boolean =>
  isExpression(node) &&
  (computeExactValue(node) !== null ||
    !hasNodeWith(
      node,
      (part) => part.kind === 'symbol' || (part.kind === 'call' && part.name.endsWith('()')),
    ))
