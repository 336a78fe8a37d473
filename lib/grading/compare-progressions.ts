import { collectSymbols, makeCall, type AstNode, hasNodeWith } from './ast-node'
import { isDefined, makeComplex } from './complex'
import { evaluateNode } from './evaluate-node'
import { formatEquationName, readEquationValue } from './read-equation'
import { simplifyNode } from './simplify-node'
import {
  type Finding,
  makeDifferentFinding,
  makePolicyFinding,
  makeSameFinding,
  makeUndecidedFinding,
} from './verdict'

/** The numbers `start + period * n` for all integers n. */
interface Progression {
  start: number
  period: number
}

/** Values that depend on a letter which can be any integer, as in `x = \frac{\pi}{4} + \pi n`. */
interface IntegerFamily {
  values: AstNode[]
  /** The variable that has these values; null if none is named. */
  name: string | null
  /** The letter that the answer declares as an integer; null if it declares none. */
  letter: string | null
}

const integerLetter = /^[nkmljNKM]$/
/** `(-1)^n\frac{\pi}{6} + \pi n` has two progressions. More than this many are not searched. */
const maxSplit = 4
const maxValues = 12
/** Parts of a turn that are recognised: 1/10,080, so also degrees and sevenths of π. */
const finestTurn = 10_080

/**
 * Compares two sets of values that depend on an integer, such as all solutions of a trigonometric equation, whatever
 * the letter and the start. Null if they are not such sets.
 */
export function compareProgressions(a: AstNode, b: AstNode): Finding | null {
  const [familyA, familyB] = [readFamily(simplifyNode(a)), readFamily(simplifyNode(b))]
  if (!familyA || !familyB) return null
  if (familyA.name && familyB.name && familyA.name !== familyB.name) return null
  const isDeclared = familyA.letter !== null || familyB.letter !== null
  const [listA, listB] = [readProgressions(familyA), readProgressions(familyB)]
  if (!listA || !listB)
    return isDeclared ? makeUndecidedFinding('One answer depends on an integer.') : null
  if (!isDeclared && ![...listA, ...listB].every(hasPeriodOfTurns)) return null
  if (hasDegrees(a) !== hasDegrees(b))
    return makePolicyFinding('Only one of the two families of values is in degrees.')
  const isSame = isSameSet(listA, listB)
  if (isSame === null)
    return makeUndecidedFinding('The periods of the two families have no common multiple.')
  return isSame
    ? makeSameFinding('Both are the same values for all integers.')
    : makeDifferentFinding('The two have different values for all integers.')
}

const hasDegrees = (node: AstNode) =>
  hasNodeWith(
    node,
    (part) =>
      (part.kind === 'call' && part.name === 'degrees') ||
      (part.kind === 'measure' && part.unit === 'angle:1/1'),
  )

/** Whether the period is a rational part of a turn, so that a letter can only be an integer. */
const hasPeriodOfTurns = ({ period }: Progression) => isWhole((finestTurn * period) / (2 * Math.PI))

function readFamily(node: AstNode): IntegerFamily | null {
  const isList = node.kind === 'group' && (node.open === '' || node.open === '{')
  const items = isList ? node.items : [node]
  const family: IntegerFamily = { values: [], name: null, letter: null }
  for (const item of items) {
    const letter = readDeclaration(item)
    if (letter !== null) family.letter = letter
    else if (!addValue(item, family)) return null
  }
  return family.values.length > 0 ? family : null
}

function addValue(item: AstNode, family: IntegerFamily): boolean {
  if (item.kind !== 'relation') return family.values.push(...listAlternatives(item)) > 0
  const namedValue = readEquationValue(item)
  const name = namedValue && formatEquationName(namedValue.name)
  if (!namedValue || (family.name !== null && family.name !== name)) return false
  family.name = name
  return family.values.push(...listAlternatives(namedValue.value)) > 0
}

const listAlternatives = (node: AstNode): readonly AstNode[] =>
  node.kind === 'group' && node.open === '' ? node.items : [node]

/** Reads the letter of `n \in \mathbb{Z}`. */
function readDeclaration(node: AstNode): string | null {
  if (node.kind !== 'relation' || node.signs.join('') !== '∈') return null
  const [letter, set] = node.sides
  const isIntegers = set?.kind === 'symbol' && /^\\mathbb ?Z$/.test(set.name)
  return isIntegers && letter?.kind === 'symbol' ? letter.name : null
}

function readProgressions({ values, letter }: IntegerFamily): Progression[] | null {
  const lists = values.map((value) => readProgression(value, letter))
  return lists.every((list) => list !== null) && lists.length <= maxValues ? lists.flat() : null
}

function readProgression(value: AstNode, declared: string | null): Progression[] | null {
  const node =
    value.kind === 'measure' && value.unit === 'angle:1/1'
      ? makeCall('degrees', value.value)
      : value
  const symbols = [...collectSymbols(node)]
  const letter = declared ?? symbols[0]
  if (symbols.length !== 1 || letter !== symbols[0] || !(declared ?? integerLetter.test(letter!)))
    return null
  const valueAt = (n: number): number => {
    const result = evaluateNode(node, { valueOf: () => makeComplex(n), logBase: 'e' })
    return isDefined(result) && Math.abs(result.im) < 1e-12 ? result.re : NaN
  }
  for (let split = 1; split <= maxSplit; split++) {
    const parts = Array.from({ length: split }, (_, remainder) =>
      readProgressionPart(valueAt, split, remainder),
    )
    if (parts.every((part) => part !== null)) return parts
  }
  return null
}

/** Reads the values at every `split`-th integer as a progression. */
function readProgressionPart(
  valueAt: (n: number) => number,
  split: number,
  remainder: number,
): Progression | null {
  const start = valueAt(remainder)
  const period = valueAt(remainder + split) - start
  const isEven = [-5, -1, 2, 3, 7].every(
    (step) =>
      Math.abs(valueAt(remainder + step * split) - start - step * period) <=
      1e-9 * (1 + Math.abs(start) + Math.abs(period)),
  )
  return isEven && Math.abs(period) > 1e-6 ? { start, period: Math.abs(period) } : null
}

/** Whether two unions of progressions are the same set; null if their periods have no common multiple. */
function isSameSet(a: readonly Progression[], b: readonly Progression[]): boolean | null {
  const common = findCommonPeriod([...a, ...b].map(({ period }) => period))
  if (common === null) return null
  const [startsA, startsB] = [listStarts(a, common), listStarts(b, common)]
  const isPart = (starts: readonly number[], otherStarts: readonly number[]) =>
    starts.every((start) => otherStarts.some((candidate) => isCongruent(start, candidate, common)))
  return isPart(startsA, startsB) && isPart(startsB, startsA)
}

function findCommonPeriod(periods: readonly number[]): number | null {
  const longest = Math.max(...periods)
  for (let count = 1; count <= 60; count++)
    if (periods.every((period) => isWhole((count * longest) / period))) return count * longest
  return null
}

const isWhole = (value: number) => Math.abs(value - Math.round(value)) < 1e-9
const isCongruent = (a: number, b: number, period: number) => isWhole((a - b) / period)

const listStarts = (list: readonly Progression[], common: number): number[] =>
  list.flatMap(({ start, period }) =>
    Array.from(
      { length: Math.min(1000, Math.round(common / period)) },
      (_, i) => start + i * period,
    ),
  )
