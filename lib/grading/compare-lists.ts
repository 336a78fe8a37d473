import type { GroupNode, AstNode } from './ast-node'
import {
  formatEquationName,
  type NamedValue,
  readEquationValue,
  readConstantEquationValue,
} from './read-equation'
import { hasConstantValue } from './simplify-node'
import {
  makeDifferentFinding,
  type Finding,
  combineFindings,
  makeUndecidedFinding,
  makePolicyFinding,
  makeSameFinding,
} from './verdict'

type Compare = (a: AstNode, b: AstNode) => Finding

/** Longer lists are only compared in order, because matching takes quadratic time. */
const maxUnordered = 40

/** The values of a list, set, solution or system. */
export interface NamedOrListedValues {
  items: AstNode[]
  /** The variable that each value belongs to; null if none is named. */
  names: (string | null)[]
  /** True if order doesn't matter: a set, values joined by "or", several values of one variable. */
  isUnordered: boolean
  isSet: boolean
  /** True if any of the values is meant: joined by "or", in a set, or the two values of ±. */
  isEither: boolean
  /** True if "and" joins the values. */
  isBoth: boolean
}

/** Reads a node as a list of values; null if it is a single value without a name. */
export function readListedValues(node: AstNode): NamedOrListedValues | null {
  if (node.kind === 'relation') return readRelation(node)
  if (node.kind === 'matrix' && node.isSystem) return readItems(node.rows.flat(), false)
  if (node.kind !== 'group') return null
  if (node.open === '{') return { ...readItems(node.items, true), isSet: true }
  return node.open === '' ? readItems(node.items, node.isLoose, node.isJoint) : null
}

function readRelation(node: Extract<AstNode, { kind: 'relation' }>): NamedOrListedValues | null {
  if (node.signs.length === 1 && node.signs[0] === '∈') {
    const [, set] = node.sides
    return set?.kind === 'group' && set.open === '{' ? readListedValues(set) : null
  }
  const namedValue = readEquationValue(node)
  if (!namedValue) return null
  const name = formatEquationName(namedValue.name)
  const inner = namedValue.value.kind === 'group' ? readListedValues(namedValue.value) : null
  if (inner) return { ...inner, names: inner.items.map(() => name), isUnordered: true }
  return { ...noJoin, items: [namedValue.value], names: [name] }
}

const noJoin = { isUnordered: false, isSet: false, isEither: false, isBoth: false }

/** Reads `(x, y) = (1, 2)` as one value per name. */
export function readTupleEquation({ name, value }: NamedValue): NamedOrListedValues | null {
  if (name.kind !== 'group' || value.kind !== 'group' || name.items.length < 2) return null
  if (name.items.length !== value.items.length || value.open !== '(') return null
  return { ...noJoin, items: value.items, names: name.items.map(formatEquationName) }
}

/** Reads the items of a list. In `x = 1, 2`, the name also applies to the 2. */
function readItems(
  items: readonly AstNode[],
  isLoose: boolean,
  isJoint = false,
): NamedOrListedValues {
  const values: NamedOrListedValues = {
    items: [],
    names: [],
    isUnordered: isLoose,
    isSet: false,
    isEither: isLoose,
    isBoth: isJoint,
  }
  let name: string | null = null
  for (const item of items) {
    const namedValues = item.kind === 'relation' ? readRelation(item) : null
    const value = item.kind === 'relation' && !namedValues ? readConstantEquationValue(item) : null
    if (namedValues) {
      name = namedValues.names[0] ?? null
      values.items.push(...namedValues.items)
      values.names.push(...namedValues.names)
      if (namedValues.items.length > 1) values.isUnordered = true
    } else {
      values.items.push(value ?? item)
      values.names.push(item.kind === 'relation' ? null : name)
    }
  }
  const isOneName =
    values.names.length > 1 && values.names[0] !== null && new Set(values.names).size === 1
  const isTuples = values.items.length > 1 && values.items.every(isTuple)
  if (isOneName || isTuples) values.isUnordered = true
  return values
}

const isTuple = (node: AstNode) =>
  node.kind === 'group' && node.open === '(' && node.items.length > 1

export function compareValueLists(
  a: NamedOrListedValues,
  b: NamedOrListedValues,
  compareValues: Compare,
): Finding {
  const isInSet = a.isSet && b.isSet
  const compare: Compare = (x, y) => compareNested(x, y, isInSet) ?? compareValues(x, y)
  const byName = compareByName(a, b, compare)
  if (byName) return byName
  if (hasOppositeJoin(a, b))
    return makePolicyFinding('One answer joins its values with "and", the other with "or".')
  const isFree = a.isUnordered || b.isUnordered
  const finding = compareItems(a, b, isFree, compare)
  const [isNamedA, isNamedB] = [hasSeveralNames(a), hasSeveralNames(b)]
  const isRenamed = isNamedA && isNamedB && a.names.join() !== b.names.join()
  return finding.outcome === 'same' && (isRenamed || (isFree && (isNamedA || isNamedB)))
    ? makePolicyFinding('The same values, but the answers name them differently.')
    : finding
}

const hasSeveralNames = ({ names }: NamedOrListedValues) =>
  new Set(names.filter((name) => name !== null)).size > 1

function compareItems(
  a: NamedOrListedValues,
  b: NamedOrListedValues,
  isFree: boolean,
  compare: Compare,
): Finding {
  const [itemsA, itemsB] = isFree
    ? [dropRepeats(a.items, compare), dropRepeats(b.items, compare)]
    : [a.items, b.items]
  const count = itemsA.length
  if (count !== itemsB.length) return compareLengths(itemsA, itemsB, compareRepeated(a, b, compare))
  if (count === 1) return compare(itemsA[0]!, itemsB[0]!)
  const inOrder = combineFindings(
    itemsA.map((item, i) => compare(item, itemsB[i]!)),
    'Both list the same values.',
  )
  if (inOrder.outcome === 'same' || count > maxUnordered) return inOrder
  const anyOrder = matchItems(itemsA, itemsB, compare)
  if (anyOrder.outcome !== 'same')
    return isFree || anyOrder.outcome !== 'different'
      ? anyOrder
      : inOrder.outcome === 'different'
        ? anyOrder
        : inOrder
  const isOrdered =
    !isFree && (!a.items.every(isNumber) || hasSeveralNames(a) || hasSeveralNames(b))
  return isOrdered ? makePolicyFinding('The same values in another order.') : anyOrder
}

/** Whether a value is a number, whose position in a list of solutions means nothing. */
const isNumber = (node: AstNode) => hasConstantValue(node.kind === 'measure' ? node.value : node)

/** Whether "and" and "or" differ in meaning: they do between names (`A or B`), but both just list numbers. */
const hasOppositeJoin = (a: NamedOrListedValues, b: NamedOrListedValues): boolean =>
  ((a.isEither && b.isBoth) || (a.isBoth && b.isEither)) &&
  [...a.items, ...b.items].every(({ kind }) => kind === 'symbol' || kind === 'call')

/** A set inside a list is a single value, and equals only the same set. */
function compareNested(a: AstNode, b: AstNode, isInSet: boolean): Finding | null {
  const isSet = (node: AstNode) => node.kind === 'group' && node.open === '{'
  if (isSet(a) === isSet(b)) return null
  const reason = 'One is a set, the other a value of it.'
  return isInSet ? makeDifferentFinding(reason) : makePolicyFinding(reason)
}

/** Compares `2, 2` with `2`: some lists repeat a value with multiplicity. */
function compareRepeated(
  a: NamedOrListedValues,
  b: NamedOrListedValues,
  compare: Compare,
): Finding | null {
  const [itemsA, itemsB] = [dropRepeats(a.items, compare), dropRepeats(b.items, compare)]
  if (itemsA.length !== itemsB.length) return null
  const isSame = matchItems(itemsA, itemsB, compare).outcome === 'same'
  return isSame ? makePolicyFinding('The same values, but one answer repeats some of them.') : null
}

function compareLengths(
  a: readonly AstNode[],
  b: readonly AstNode[],
  knownFinding: Finding | null = null,
): Finding {
  if (knownFinding) return knownFinding
  const isUnclear = [...a, ...b].some((item) => item.kind === 'relation')
  if (isUnclear) return makeUndecidedFinding('The two lists differ in length.')
  return makeDifferentFinding(`One has ${countValues(a.length)}, the other ${b.length}.`)
}

const countValues = (count: number) => (count === 1 ? 'one value' : `${count} values`)

/** Compares `a = 1, b = 2` by name. Returns null unless every value has its own name. */
function compareByName(
  a: NamedOrListedValues,
  b: NamedOrListedValues,
  compare: Compare,
): Finding | null {
  if (a.items.length < 2 || a.items.length !== b.items.length) return null
  if (!isNamed(a) || !isNamed(b)) return null
  const isSameNames = a.names.every((name) => b.names.includes(name))
  if (!isSameNames) {
    const finding = compareValueLists(
      { ...a, names: a.names.map(() => null) },
      { ...b, names: b.names.map(() => null) },
      compare,
    )
    return finding.outcome === 'same'
      ? makePolicyFinding('The same values under other names.')
      : finding
  }
  const finding = combineFindings(
    a.items.map((item, i) => compare(item, b.items[b.names.indexOf(a.names[i]!)]!)),
    'Both give the same value to each name.',
  )
  return finding.outcome === 'same' && a.isEither !== b.isEither
    ? makePolicyFinding('The same values, joined with "and" in one answer and "or" in the other.')
    : finding
}

const isNamed = ({ names }: NamedOrListedValues) =>
  names.every((name) => name !== null) && new Set(names).size === names.length

function dropRepeats(items: readonly AstNode[], compare: Compare): AstNode[] {
  if (items.length > maxUnordered) return [...items]
  return items.filter(
    (item, i) => !items.slice(0, i).some((earlier) => compare(item, earlier).outcome === 'same'),
  )
}

/** Matches each value with an equal one, in any order. */
function matchItems(a: readonly AstNode[], b: readonly AstNode[], compare: Compare): Finding {
  const unmatched = new Set(b)
  const unmatchedItems = a.filter((item) => {
    const match = [...unmatched].find((candidate) => compare(item, candidate).outcome === 'same')
    if (match) unmatched.delete(match)
    return !match
  })
  if (unmatchedItems.length === 0) return makeSameFinding('Both list the same values.')
  for (const item of unmatchedItems) {
    const findings = [...unmatched].map((candidate) => compare(item, candidate))
    if (findings.every(({ outcome }) => outcome === 'different'))
      return makeDifferentFinding('One answer has a value that the other does not have.')
  }
  const findings = unmatchedItems.flatMap((item) =>
    [...unmatched].map((candidate) => compare(item, candidate)),
  )
  return (
    findings.find(({ outcome }) => outcome === 'undecided') ??
    findings.find(({ outcome }) => outcome === 'policy') ??
    makeUndecidedFinding('The values could not be distinguished.')
  )
}

/** Compares values in brackets: points, intervals, vectors. */
export function compareTuples(a: GroupNode, b: GroupNode, compare: Compare): Finding {
  if (a.items.length !== b.items.length) return compareLengths(a.items, b.items)
  const finding = combineFindings(
    a.items.map((item, i) => compare(item, b.items[i]!)),
    'Both have the same values in the same positions.',
  )
  const isSameBrackets = a.open === b.open && a.close === b.close
  if (finding.outcome !== 'same' || isSameBrackets) return finding
  if (a.open === '⟨' || b.open === '⟨') return finding
  if (a.items.length === 2)
    return makeDifferentFinding('The brackets include different ends of the interval.')
  return makePolicyFinding('The same values in other brackets.')
}

/** Compares a list, a set or the cells of a matrix with a tuple. */
export function compareTupleWithList(
  a: readonly AstNode[],
  b: readonly AstNode[],
  compare: Compare,
): Finding {
  if (a.length !== b.length) return compareLengths(a, b)
  if (a.length > maxUnordered) return makeUndecidedFinding('Two long lists in different forms.')
  const finding = matchItems(a, b, compare)
  return finding.outcome === 'same'
    ? makePolicyFinding('The same values, but one is a tuple and the other a list, set or matrix.')
    : finding
}
