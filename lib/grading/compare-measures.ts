import {
  isExpression,
  makeCall,
  makeNumber,
  makeProduct,
  makeQuotient,
  type AstNode,
  makeInteger,
} from './ast-node'
import { compareValues } from './compare-values'
import { computeExactValue } from './compute-exact-value'
import { multiply, makeRational, type Rational, toNumber } from './rational'
import { findUnitConversionFactor, listUnitWords } from './units'
import {
  type Finding,
  makeDifferentFinding,
  makeUndecidedFinding,
  makePolicyFinding,
  makeSameFinding,
} from './verdict'

type Measure = Extract<AstNode, { kind: 'measure' }>
type Compare = (a: AstNode, b: AstNode) => Finding

/** Words after a number that change its meaning. Unlike a unit, they can't be omitted. */
const meaningWords =
  /^(?:more|less|fewer|greater|larger|smaller|higher|lower|increase|decrease|gain|loss|lost|profit|deficit|debt|drop|rise|off|discount|above|below|over|under|before|after|ago|early|late|later|earlier|ahead|behind|north|south|east|west|up|down|upward|downward|upstream|downstream|forward|backward|clockwise|counterclockwise|anticlockwise|false|not|non|no|or|and|least|most|point|older|younger|taller|shorter|longer|heavier|lighter|faster|slower|bigger|wider|times|time|squared|cubed|factorial|prime|complement|choose|is|are|was|were|wrong|incorrect)s?$/
/** Words that stand for a number in counts, such as "pair" or "third". */
const countNouns =
  /^(?:pair|couple|trio|gross|score|quarter|half|halve|third|fourth|fifth|sixth|eighth|tenth|set|pack|box|boxe|roll|thousandth|point)s?$/

const hasWord = (unit: string, pattern: RegExp) =>
  unit.split(' ').some((word) => pattern.test(word))

/** Compares values with units: the same unit, units of one kind, or a unit on one side only. */
export function compareMeasures(a: AstNode, b: AstNode, compare: Compare): Finding {
  if (a.kind === 'measure' && b.kind === 'measure') return compareUnits(a, b, compare)
  if (a.kind === 'measure') return compareWithoutUnit(a, b, compare)
  return b.kind === 'measure'
    ? compareWithoutUnit(b, a, compare)
    : makeUndecidedFinding('The two answers are of different kinds.')
}

/** Compares a value with a unit to one without. */
function compareWithoutUnit(measure: Measure, bare: AstNode, compare: Compare): Finding {
  const { unit, value } = measure
  const finding = compare(value, bare)
  if (unit === 'ordinal')
    return finding.outcome === 'undecided'
      ? finding
      : makePolicyFinding('One is an ordinal, the other a number.')
  if (finding.outcome === 'same')
    return hasWord(unit, meaningWords)
      ? makePolicyFinding('The same number, but only one answer has the text after it.')
      : makeSameFinding('Both have the same value. Only one has a unit.')
  if (finding.outcome !== 'different' || !isExpression(value) || !isExpression(bare)) return finding
  if (hasWord(unit, countNouns)) return makePolicyFinding('The two answers count different things.')
  if (unit === 'angle:1/1') {
    const radianFinding = compareValues(makeCall('degrees', value), bare)
    if (radianFinding.outcome === 'same')
      return makeSameFinding('Both are the same angle, one in degrees and one in radians.')
    if (radianFinding.outcome === 'policy') return radianFinding
  }
  const share = makeQuotient(value, makeNumber(makeRational(100n)!))
  const shareFinding = unit === 'share:1/1' ? compareValues(share, bare) : finding
  if (shareFinding.outcome !== 'different') return shareFinding
  return hasWord(unit, meaningWords)
    ? makeUndecidedFinding('Only one answer has words that can change the number.')
    : finding
}

const degrees = 'angle:1/1'
const temperature = /^(?:celsius|fahrenheit):/

function compareUnits(a: Measure, b: Measure, compare: Compare): Finding {
  const finding = compare(a.value, b.value)
  if (a.unit === b.unit)
    return finding.outcome === 'different' ? (compareTurns(a, b) ?? finding) : finding
  const factor = findUnitConversionFactor(a.unit, b.unit)
  if (factor) return describeConversion(compareConverted(a.value, b.value, factor, compare))
  const turnFinding = compareAngles(a, b)
  if (turnFinding) return turnFinding
  const isBareDegree = [a, b].some(({ unit }) => unit === degrees)
  if (finding.outcome === 'same') {
    if (isBareDegree && [a, b].some(({ unit }) => temperature.test(unit)))
      return makeSameFinding('Both have the same value. Only one has a scale.')
    if (isPartOf(a.unit, b.unit) || isPartOf(b.unit, a.unit))
      return makeSameFinding(
        'Both have the same value. One describes in more detail what it counts.',
      )
    return makePolicyFinding('The same number with different words after it.')
  }
  if (finding.outcome !== 'different') return finding
  return makePolicyFinding('Different numbers in units with no known relation.')
}

/** Whether `longUnit` has all words of `shortUnit`, and its other words don't change the meaning. */
function isPartOf(shortUnit: string, longUnit: string): boolean {
  const [shortWords, longWords] = [listUnitWords(shortUnit), listUnitWords(longUnit)]
  const extra = longWords.filter((word) => !shortWords.includes(word))
  return (
    shortWords.every((word) => longWords.includes(word)) &&
    !extra.some((word) => meaningWords.test(word))
  )
}

/** Compares directions: `-90^\circ` and `270^\circ` can be the same. */
function compareTurns(a: Measure, b: Measure): Finding | null {
  const [x, y] = [computeExactValue(a.value), computeExactValue(b.value)]
  if (a.unit !== degrees || !x || !y) return null
  return (toNumber(x) - toNumber(y)) % 360 === 0
    ? makePolicyFinding('The two angles differ by full turns.')
    : null
}

function compareAngles(a: Measure, b: Measure): Finding | null {
  const [inDegrees, inRadians] = a.unit === degrees ? [a, b] : [b, a]
  if (inDegrees.unit !== degrees || inRadians.unit !== 'radian:1/1') return null
  return compareValues(makeCall('degrees', inDegrees.value), inRadians.value)
}

/** Says that the numbers in the reason are converted ones. */
const describeConversion = ({ outcome, reason }: Finding): Finding => ({
  outcome,
  reason: `After converting the units, ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`,
})

function compareConverted(a: AstNode, b: AstNode, factor: Rational, compare: Compare): Finding {
  if (a.kind === 'number') {
    const value = multiply(a.value, factor)
    if (value) return compare(makeNumber(value, a.slack * toNumber(factor), a.digits), b)
  }
  return compare(makeProduct(makeNumber(factor), a), b)
}

/** Compares ratios, such as `6:4` and `3:2`. */
export function compareRatios(a: AstNode, b: AstNode, compare: Compare): Finding {
  if (a.kind !== 'ratio' || b.kind !== 'ratio')
    return makeUndecidedFinding('One is a ratio, the other is not.')
  const findings = a.parts.map((part, i) => compare(part, b.parts[i]!))
  if (findings.every(({ outcome }) => outcome === 'same'))
    return makeSameFinding('Both are the same ratio.')
  if (![...a.parts, ...b.parts].every(isExpression))
    return (
      findings.find(({ outcome }) => outcome !== 'same') ??
      makeUndecidedFinding('The two answers are of different kinds.')
    )
  // Cross products are all 0 if a part is 0, so they can't distinguish such ratios.
  const isZero = (part: AstNode) => compareValues(part, makeInteger(0)).outcome === 'same'
  if ([...a.parts, ...b.parts].some(isZero))
    return makePolicyFinding('The ratio contains 0, so it cannot be compared by proportion.')
  const crossProducts = a.parts
    .slice(1)
    .map((part, i) =>
      compareValues(makeProduct(part, b.parts[0]!), makeProduct(b.parts[i + 1]!, a.parts[0]!)),
    )
  const findOutcome = (outcome: Finding['outcome']) =>
    crossProducts.find((finding) => finding.outcome === outcome)
  // The reason of a finding about cross products would name numbers that neither answer has.
  if (findOutcome('different')) return makeDifferentFinding('The two are different ratios.')
  return (
    findOutcome('undecided') ?? findOutcome('policy') ?? makeSameFinding('Both are the same ratio.')
  )
}
