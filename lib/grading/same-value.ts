import { type Complex, distance, isDefined, modulus } from './complex'
import { evaluate } from './evaluate'
import { computeExactValue } from './exact'
import {
  describeRational,
  isLess,
  isSame,
  type Rational,
  subtract,
  absolute,
  toNumber,
} from './rational'
import { applyOtherReading, hasConjugate, hasOtherReading, otherReadings } from './other-readings'
import { isSamePrecisely } from './precise'
import { compareFamilies } from './compare-families'
import { formatEquationName } from './read-equation'
import {
  compareAtPoints,
  maxFullPrecisionTolerance,
  matchAtPoint,
  makeEmptyPoint,
  roundedReason,
} from './sample-points'
import { collectSymbols, isSameTree, mapTree, type Node, someNode } from './tree'
import {
  makeDifferentFinding,
  type Finding,
  makeUndecidedFinding,
  makePolicyFinding,
  makeSameFinding,
} from './verdict'

/** Compares numbers and expressions. */
export function compareValues(a: Node, b: Node): Finding {
  const finding = compareByValue(a, b)
  if (finding.is === 'undecided' && isSameTree(a, b))
    return makeSameFinding('Both are the same formula.')
  if (finding.is !== 'different') return finding
  if (listUnknownValues(a) !== listUnknownValues(b))
    return makeUndecidedFinding('The value of a function is not known.')
  return compareOtherReadings(a, b) ?? finding
}

const unknownFunction = /^(?!norm|derivative).*\(\)$/

/** Lists the values of unknown functions, such as `f(3)`. The evaluator invents them, so they show no difference. */
function listUnknownValues(node: Node): string {
  const names = new Set<string>()
  someNode(node, (part) => {
    if (part.kind === 'call' && unknownFunction.test(part.name)) names.add(formatEquationName(part))
    return false
  })
  return [...names].sort().join(' ')
}

/** Compares other readings of the formulas; null if none makes them equal. */
function compareOtherReadings(a: Node, b: Node): Finding | null {
  if (!hasOtherReading(a) && !hasOtherReading(b)) return null
  for (const reading of otherReadings) {
    const [x, y] = [applyOtherReading(a, reading), applyOtherReading(b, reading)]
    if ((x || y) && compareByValue(x ?? a, y ?? b).is === 'same')
      return reading.isCertain ? makeSameFinding(reading.reason) : makePolicyFinding(reading.reason)
  }
  return hasConjugate(a) === hasConjugate(b)
    ? null
    : makeUndecidedFinding('Only one has a conjugate.')
}

function compareByValue(a: Node, b: Node): Finding {
  const [exactA, exactB] = [computeExactValue(a), computeExactValue(b)]
  if (exactA && exactB) return compareNumbers(a, b, exactA, exactB)
  const infinities = compareInfinities(a, b)
  if (infinities) return infinities
  const symbols = [collectSymbols(a), collectSymbols(b)] as const
  if (symbols[0].size === 0 && symbols[1].size === 0) return compareConstants(a, b)
  return compareFunctions(a, b, symbols)
}

function compareNumbers(a: Node, b: Node, exactA: Rational, exactB: Rational): Finding {
  if (isSame(exactA, exactB))
    return makeSameFinding(`Both are the number ${describeRational(exactA)}.`)
  const differ = `The numbers differ: ${describeRational(exactA)} and ${describeRational(exactB)}.`
  const gap = subtract(exactA, exactB)
  if (!gap) return makeDifferentFinding(differ)
  return (
    compareRounded(a, b, toNumber(absolute(gap)), isLess(absolute(exactA), absolute(exactB))) ??
    makeDifferentFinding(differ)
  )
}

/** Compares two different numbers of which one may be rounded; null if neither is a rounded form of the other. */
function compareRounded(a: Node, b: Node, gap: number, isLessA: boolean): Finding | null {
  const [first, second] = [evaluate(a, makeEmptyPoint()), evaluate(b, makeEmptyPoint())]
  const isDecimal = [first, second].some(({ slack }) => slack > 0)
  if (!isDecimal) return null
  const scale = Math.max(modulus(first), modulus(second))
  if (hasManyDigits(a, 15) || hasManyDigits(b, 15))
    if (gap <= 5e-15 * scale) return makeSameFinding('Both are the same number to the last digit.')
  const slack = first.slack + second.slack
  if (gap <= slack * (1 + 1e-6)) {
    // Two different decimals with many digits are two numbers.
    const isFull =
      slack <= maxFullPrecisionTolerance * scale && (first.slack === 0 || second.slack === 0)
    return isFull
      ? makeSameFinding('Both are the same number to all given digits.')
      : makePolicyFinding(roundedReason)
  }
  const shorter = isLessA ? first : second
  const isCut =
    shorter.slack > 0 && hasManyDigits(isLessA ? a : b, 3) && gap <= 2 * slack * (1 + 1e-6)
  if (isCut)
    return gap < 2 * slack * (1 - 1e-6) && slack <= maxFullPrecisionTolerance * scale
      ? makeSameFinding('Both are the same number to all given digits.')
      : makePolicyFinding(roundedReason)
  return compareToWhole(a, b, gap)
}

/** A whole number of at least three digits may be the other value, rounded. */
function compareToWhole(a: Node, b: Node, gap: number): Finding | null {
  const isWhole = (node: Node) =>
    node.kind === 'number' &&
    node.value.under === 1n &&
    node.slack === 0 &&
    toNumber(absolute(node.value)) >= 100
  return isWhole(a) !== isWhole(b) && gap <= 0.5 ? makePolicyFinding(roundedReason) : null
}

const hasManyDigits = (node: Node, count: number) =>
  someNode(node, (part) => part.kind === 'number' && part.digits >= count)

/** Returns 1 or -1 for the infinities, 0 for anything else. */
export function findInfinity(node: Node): number {
  if (node.kind === 'constant') return node.name === 'infinity' ? 1 : 0
  if (node.kind === 'product') {
    const infinite = node.factors.filter((factor) => findInfinity(factor) !== 0)
    if (infinite.length !== 1) return 0
    let sign = findInfinity(infinite[0]!)
    for (const factor of node.factors) {
      const value = factor === infinite[0] ? null : computeExactValue(factor)
      if (value) sign *= value.over < 0n ? -1 : value.over === 0n ? 0 : 1
    }
    return sign
  }
  if (node.kind === 'sum' && node.terms.length > 0) {
    const signs = node.terms.map(findInfinity).filter((sign) => sign !== 0)
    return signs.every((sign) => sign === signs[0]) ? (signs[0] ?? 0) : 0
  }
  return 0
}

function compareInfinities(a: Node, b: Node): Finding | null {
  const [signA, signB] = [findInfinity(a), findInfinity(b)]
  if (signA === 0 && signB === 0) return null
  if (signA === signB) return makeSameFinding('Both are infinite.')
  if (signA !== 0 && signB !== 0)
    return makeDifferentFinding('One is infinite, the other minus infinity.')
  const other = signA === 0 ? a : b
  return isDefined(evaluate(other, makeEmptyPoint())) || collectSymbols(other).size > 0
    ? makeDifferentFinding('One is infinite, the other is not.')
    : makeUndecidedFinding('One is infinite, and no value was found for the other.')
}

function compareConstants(a: Node, b: Node): Finding {
  const values = [evaluate(a, makeEmptyPoint()), evaluate(b, makeEmptyPoint())] as const
  const comparison = matchAtPoint(values[0], values[1])
  if (comparison === 'same') return confirmConstants(a, b)
  if (comparison === 'near') return makePolicyFinding(roundedReason)
  if (comparison === 'different') {
    const gap = distance(values[0], values[1])
    if (hasPlainLog(a) || hasPlainLog(b)) {
      const [x, y] = [evaluate(a, makeEmptyPoint('10')), evaluate(b, makeEmptyPoint('10'))]
      if (matchAtPoint(x, y) === 'same')
        return makePolicyFinding('The two are equal if the logarithm is to base 10.')
    }
    if (hasManyDigits(a, 3) || hasManyDigits(b, 3)) {
      const finding = compareRounded(a, b, gap, modulus(values[0]) < modulus(values[1]))
      if (finding) return finding
    }
    return (
      compareToWhole(a, b, gap) ??
      makeDifferentFinding(
        `The values differ: ${describe(a, values[0])} and ${describe(b, values[1])}.`,
      )
    )
  }
  const isPrecise = comparison === 'blurred' ? isSamePrecisely(a, b) : null
  if (isPrecise !== null)
    return isPrecise
      ? makeSameFinding('Both have the same value.')
      : makeDifferentFinding('The values have the same first digits and then differ.')
  if (comparison === 'half' && isDefined(values[0]) !== isDefined(values[1]))
    return makeUndecidedFinding('One of the two has no value that could be computed.')
  return makeUndecidedFinding(
    'Their values could not be computed precisely enough to compare them.',
  )
}

/** Computes many more digits where doubles can't distinguish the values. */
function confirmConstants(a: Node, b: Node): Finding {
  const isPrecise = isSamePrecisely(a, b)
  if (isPrecise === false && !hasManyDigits(a, 10) && !hasManyDigits(b, 10))
    return makeDifferentFinding('The values have the same first digits and then differ.')
  return makeSameFinding('Both have the same value.')
}

function describe(node: Node, value: Complex): string {
  const exact = computeExactValue(node)
  if (exact) return describeRational(exact)
  const write = (part: number) => String(Number(part.toPrecision(6)))
  const isReal = Math.abs(value.im) <= 1e-9 * modulus(value)
  if (isReal) return `about ${write(value.re)}`
  return `about ${write(value.re)} ${value.im < 0 ? '-' : '+'} ${write(Math.abs(value.im))}i`
}

const hasPlainLog = (node: Node) =>
  someNode(node, (part) => part.kind === 'call' && part.name === 'log' && part.args.length === 1)

function compareFunctions(a: Node, b: Node, symbols: readonly [Set<string>, Set<string>]): Finding {
  const finding = compareAtPoints(a, b, 'e')
  if (finding.is !== 'different') return finding
  if (hasPlainLog(a) || hasPlainLog(b))
    if (compareAtPoints(a, b, '10').is === 'same')
      return makePolicyFinding('The two are equal if the logarithm is to base 10.')
  return (
    compareFamilies(a, b, symbols) ??
    compareCapitals(a, b) ??
    compareRenamed(a, b, symbols) ??
    finding
  )
}

/** Compares with E and I as e and i, as programs write them. */
function compareCapitals(a: Node, b: Node): Finding | null {
  const [x, y] = [a, b].map((node) =>
    rename(rename(node, 'E', { kind: 'constant', name: 'e' }), 'I', {
      kind: 'constant',
      name: 'i',
    }),
  ) as [Node, Node]
  if (
    collectSymbols(x).size + collectSymbols(y).size ===
    collectSymbols(a).size + collectSymbols(b).size
  )
    return null
  return compareValues(x, y).is === 'same'
    ? makePolicyFinding('The two are equal if E or I is the constant e or i.')
    : null
}

/** Compares with one variable renamed, or with a constant of integration. */
function compareRenamed(
  a: Node,
  b: Node,
  [inA, inB]: readonly [Set<string>, Set<string>],
): Finding | null {
  const onlyA = [...inA].filter((name) => !inB.has(name))
  const onlyB = [...inB].filter((name) => !inA.has(name))
  // Names of sets can't be renamed.
  if (onlyA.concat(onlyB).every((name) => name.startsWith('\\mathbb'))) return null
  const spell = (names: Set<string>) =>
    [...names]
      .map((name) => name.replace(/\\[a-z]+|[{}\s]/g, ''))
      .sort()
      .join('')
  if (onlyA.length + onlyB.length > 0 && spell(inA) !== '' && spell(inA) === spell(inB))
    return makePolicyFinding('The same letters in another style.')
  if (onlyA.length === 1 && onlyB.length === 1) {
    const renamed = rename(a, onlyA[0]!, { kind: 'symbol', name: onlyB[0]! })
    if (compareAtPoints(renamed, b, 'e').is === 'same')
      return isConstantName(onlyA[0], onlyB[0]) &&
        [onlyA[0]!, onlyB[0]!].every((name) => /^[CcKk](?:_|$)/.test(name)) &&
        [...inA].some((name) => /^[d-jl-z\\]/.test(name))
        ? makeSameFinding('Both are the same up to the name of the constant.')
        : makePolicyFinding('The two are equal if one letter is renamed.')
  }
  const mayBeConstants = [...onlyA, ...onlyB].every((name) => /^[A-EKa-ek](?:_|$)/.test(name))
  if (mayBeConstants && onlyA.length === onlyB.length && isConstantName(onlyA[0], onlyB[0]))
    return makeUndecidedFinding('The two have different constants.')
  if (onlyA.length === 1 && onlyB.length === 1) return null
  const [extra] = [...onlyA, ...onlyB]
  const isConstant = onlyA.length + onlyB.length === 1 && /^[Cck](?:_|$)/.test(extra!)
  if (!isConstant) return null
  const zero: Node = { kind: 'number', value: { over: 0n, under: 1n }, slack: 0, digits: 0 }
  const without = [rename(a, extra!, zero), rename(b, extra!, zero)] as const
  return compareAtPoints(without[0], without[1], 'e').is === 'same'
    ? makePolicyFinding('The two are equal up to a constant.')
    : null
}

/** Whether one of two different names is a constant of integration: `C`, `K`, `c_1`. */
const isConstantName = (...names: readonly (string | undefined)[]): boolean =>
  names.some((name) => name !== undefined && /^(?:[CK](?:_|$)|[ck]_)/.test(name)) &&
  names.every((name) => name === undefined || /^[A-EKa-ek](?:_|$)/.test(name))

function rename(node: Node, from: string, to: Node): Node {
  return mapTree(node, (part) => (part.kind === 'symbol' && part.name === from ? to : part))
}
