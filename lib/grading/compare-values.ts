import {
  applyAlternativeReading,
  hasConjugate,
  hasAlternativeReading,
  alternativeReadings,
} from './alternative-readings'
import { collectSymbols, isSameAst, type AstNode, hasNodeWith } from './ast-node'
import { compareFunctionFamilies } from './compare-function-families'
import { compareWithRenamedVariable, renameVariable } from './compare-renamed-variables'
import { type Complex, distance, isDefined, modulus } from './complex'
import { computeExactValue } from './compute-exact-value'
import { isEqualAtHighPrecision } from './equal-at-high-precision'
import { evaluateNode } from './evaluate-node'
import {
  formatRational,
  isLess,
  isEqual,
  type Rational,
  subtract,
  absolute,
  toNumber,
} from './rational'
import { formatEquationName } from './read-equation'
import {
  compareAtSamplePoints,
  maxFullPrecisionTolerance,
  compareValuesAtPoint,
  explainRounding,
  makeEmptyVariableValues,
  equalAfterRoundingReason,
} from './sample-points'
import {
  makeDifferentFinding,
  type Finding,
  makeUndecidedFinding,
  makePolicyFinding,
  makeSameFinding,
} from './verdict'

/** Compares numbers and expressions. */
export function compareValues(a: AstNode, b: AstNode): Finding {
  const finding = compareByValue(a, b)
  if (finding.outcome === 'undecided' && isSameAst(a, b))
    return makeSameFinding('Both are the same formula.')
  if (finding.outcome !== 'different') return finding
  if (listUnknownValues(a) !== listUnknownValues(b))
    return makeUndecidedFinding('The value of a function is not known.')
  return compareOtherReadings(a, b) ?? finding
}

const unknownFunction = /^(?!norm|derivative).*\(\)$/

/** Lists the values of unknown functions, such as `f(3)`. The evaluator invents them, so they prove no difference. */
function listUnknownValues(node: AstNode): string {
  const names = new Set<string>()
  hasNodeWith(node, (part) => {
    if (part.kind === 'call' && unknownFunction.test(part.name)) names.add(formatEquationName(part))
    return false
  })
  return [...names].sort().join(' ')
}

/** Compares other readings of the formulas; null if none makes them equal. */
function compareOtherReadings(a: AstNode, b: AstNode): Finding | null {
  if (!hasAlternativeReading(a) && !hasAlternativeReading(b)) return null
  for (const reading of alternativeReadings) {
    const [x, y] = [applyAlternativeReading(a, reading), applyAlternativeReading(b, reading)]
    if ((x || y) && compareByValue(x ?? a, y ?? b).outcome === 'same')
      return reading.isCertain ? makeSameFinding(reading.reason) : makePolicyFinding(reading.reason)
  }
  return hasConjugate(a) === hasConjugate(b)
    ? null
    : makeUndecidedFinding('Only one has a conjugate.')
}

function compareByValue(a: AstNode, b: AstNode): Finding {
  const [exactA, exactB] = [computeExactValue(a), computeExactValue(b)]
  if (exactA && exactB) return compareNumbers(a, b, exactA, exactB)
  const infinities = compareInfinities(a, b)
  if (infinities) return infinities
  const symbols = [collectSymbols(a), collectSymbols(b)] as const
  if (symbols[0].size === 0 && symbols[1].size === 0) return compareConstants(a, b)
  return compareFunctions(a, b, symbols)
}

function compareNumbers(a: AstNode, b: AstNode, exactA: Rational, exactB: Rational): Finding {
  if (isEqual(exactA, exactB))
    return makeSameFinding(`Both are the number ${formatExactValue(b, exactB)}.`)
  const differ = `The numbers differ: ${formatExactValue(a, exactA)} and ${formatExactValue(b, exactB)}.`
  const gap = subtract(exactA, exactB)
  if (!gap) return makeDifferentFinding(differ)
  return (
    compareRounded(a, b, toNumber(absolute(gap)), isLess(absolute(exactA), absolute(exactB))) ??
    makeDifferentFinding(differ)
  )
}

/** Writes a value as a decimal if the answer has one, otherwise as a fraction. */
const formatExactValue = (node: AstNode, value: Rational) =>
  formatRational(value, hasManyDigits(node, 1))

/** Compares two different numbers of which one may be rounded; null if neither is a rounded form of the other. */
function compareRounded(a: AstNode, b: AstNode, gap: number, isLessA: boolean): Finding | null {
  const [first, second] = [
    evaluateNode(a, makeEmptyVariableValues()),
    evaluateNode(b, makeEmptyVariableValues()),
  ]
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
      : makePolicyFinding(explainRounding(first, second, gap))
  }
  const shorter = isLessA ? first : second
  const isCut =
    shorter.slack > 0 && hasManyDigits(isLessA ? a : b, 3) && gap <= 2 * slack * (1 + 1e-6)
  if (isCut)
    return gap < 2 * slack * (1 - 1e-6) && slack <= maxFullPrecisionTolerance * scale
      ? makeSameFinding('Both are the same number to all given digits.')
      : makePolicyFinding(explainRounding(first, second, gap))
  return compareToWhole(a, b, gap)
}

/** A whole number of at least three digits may be the other value, rounded. */
function compareToWhole(a: AstNode, b: AstNode, gap: number): Finding | null {
  const isWhole = (node: AstNode) =>
    node.kind === 'number' &&
    node.value.denominator === 1n &&
    node.slack === 0 &&
    toNumber(absolute(node.value)) >= 100
  return isWhole(a) !== isWhole(b) && gap <= 0.5
    ? makePolicyFinding(equalAfterRoundingReason)
    : null
}

const hasManyDigits = (node: AstNode, count: number) =>
  hasNodeWith(node, (part) => part.kind === 'number' && part.digits >= count)

/** Returns 1 or -1 for the infinities, 0 for anything else. */
export function getInfinitySign(node: AstNode): number {
  if (node.kind === 'constant') return node.name === 'infinity' ? 1 : 0
  if (node.kind === 'product') {
    const infinite = node.factors.filter((factor) => getInfinitySign(factor) !== 0)
    if (infinite.length !== 1) return 0
    let sign = getInfinitySign(infinite[0]!)
    for (const factor of node.factors) {
      const value = factor === infinite[0] ? null : computeExactValue(factor)
      if (value) sign *= value.numerator < 0n ? -1 : value.numerator === 0n ? 0 : 1
    }
    return sign
  }
  if (node.kind === 'sum' && node.terms.length > 0) {
    const signs = node.terms.map(getInfinitySign).filter((sign) => sign !== 0)
    return signs.every((sign) => sign === signs[0]) ? (signs[0] ?? 0) : 0
  }
  return 0
}

function compareInfinities(a: AstNode, b: AstNode): Finding | null {
  const [signA, signB] = [getInfinitySign(a), getInfinitySign(b)]
  if (signA === 0 && signB === 0) return null
  if (signA === signB) return makeSameFinding('Both are infinite.')
  if (signA !== 0 && signB !== 0)
    return makeDifferentFinding('One is infinite, the other minus infinity.')
  const otherNode = signA === 0 ? a : b
  return isDefined(evaluateNode(otherNode, makeEmptyVariableValues())) ||
    collectSymbols(otherNode).size > 0
    ? makeDifferentFinding('One is infinite, the other is not.')
    : makeUndecidedFinding('One is infinite, and no value was found for the other.')
}

function compareConstants(a: AstNode, b: AstNode): Finding {
  const values = [
    evaluateNode(a, makeEmptyVariableValues()),
    evaluateNode(b, makeEmptyVariableValues()),
  ] as const
  const comparison = compareValuesAtPoint(values[0], values[1])
  if (comparison === 'same') return confirmConstants(a, b)
  if (comparison === 'near') return makePolicyFinding(explainRounding(...values))
  if (comparison === 'different') {
    const gap = distance(values[0], values[1])
    if (hasPlainLog(a) || hasPlainLog(b)) {
      const [x, y] = [
        evaluateNode(a, makeEmptyVariableValues('10')),
        evaluateNode(b, makeEmptyVariableValues('10')),
      ]
      if (compareValuesAtPoint(x, y) === 'same')
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
  const isPrecise = comparison === 'blurred' ? isEqualAtHighPrecision(a, b) : null
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
function confirmConstants(a: AstNode, b: AstNode): Finding {
  const isPrecise = isEqualAtHighPrecision(a, b)
  if (isPrecise === false && !hasManyDigits(a, 10) && !hasManyDigits(b, 10))
    return makeDifferentFinding('The values have the same first digits and then differ.')
  return makeSameFinding('Both have the same value.')
}

function describe(node: AstNode, value: Complex): string {
  const exact = computeExactValue(node)
  if (exact) return formatExactValue(node, exact)
  const formatPart = (part: number) => String(Number(part.toPrecision(6)))
  const isReal = Math.abs(value.im) <= 1e-9 * modulus(value)
  if (isReal) return `about ${formatPart(value.re)}`
  return `about ${formatPart(value.re)} ${value.im < 0 ? '-' : '+'} ${formatPart(Math.abs(value.im))}i`
}

const hasPlainLog = (node: AstNode) =>
  hasNodeWith(node, (part) => part.kind === 'call' && part.name === 'log' && part.args.length === 1)

function compareFunctions(
  a: AstNode,
  b: AstNode,
  symbols: readonly [Set<string>, Set<string>],
): Finding {
  const finding = compareAtSamplePoints(a, b, 'e')
  if (finding.outcome !== 'different') return finding
  if (hasPlainLog(a) || hasPlainLog(b))
    if (compareAtSamplePoints(a, b, '10').outcome === 'same')
      return makePolicyFinding('The two are equal if the logarithm is to base 10.')
  return (
    compareFunctionFamilies(a, b, symbols) ??
    compareCapitals(a, b) ??
    compareWithRenamedVariable(a, b, symbols) ??
    finding
  )
}

/** Compares with E and I as e and i, as programs write them. */
function compareCapitals(a: AstNode, b: AstNode): Finding | null {
  const [x, y] = [a, b].map((node) =>
    renameVariable(renameVariable(node, 'E', { kind: 'constant', name: 'e' }), 'I', {
      kind: 'constant',
      name: 'i',
    }),
  ) as [AstNode, AstNode]
  if (
    collectSymbols(x).size + collectSymbols(y).size ===
    collectSymbols(a).size + collectSymbols(b).size
  )
    return null
  return compareValues(x, y).outcome === 'same'
    ? makePolicyFinding('The two are equal if E or I is the constant e or i.')
    : null
}
