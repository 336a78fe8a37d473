import {
  collectSymbols,
  type RelationSign,
  isEquation,
  isExpression,
  makeSum,
  negateNode,
  type AstNode,
  type RelationNode,
} from './ast-node'
import { compareEquationSolutions } from './compare-equation-solutions'
import { compareLevelCurves } from './compare-level-curves'
import { comparePolarEquation } from './compare-polar'
import { haveSameSingularities } from './compare-singularities'
import { isDefined } from './complex'
import { evaluateAt, findConstantFactor, makeValues, type Values } from './find-constant-factor'
import {
  formatEquationName,
  isDependentVariable,
  type NamedValue,
  readEquationValue,
} from './read-equation'
import { compareRealSets, readRealSet } from './real-number-set'
import {
  makeDifferentFinding,
  type Finding,
  combineFindings,
  makeUndecidedFinding,
  makePolicyFinding,
  makeSameFinding,
} from './verdict'

type Compare = (a: AstNode, b: AstNode) => Finding

/** Compares equations and inequalities. */
export function compareRelations(a: RelationNode, b: RelationNode, compare: Compare): Finding {
  const polar = comparePolarEquation(a, b)
  if (polar) return polar
  const [namedA, namedB] = [readEquationValue(a), readEquationValue(b)]
  if (namedA && namedB) return compareNamed(namedA, namedB, compare)
  const sets = [readRealSet(a), readRealSet(b)]
  if (sets[0] && sets[1]) return compareRealSets(sets[0], sets[1])
  if (isEquation(a) && isEquation(b)) return compareEquations(a, b, compare)
  if (isEquation(a)) return compareEquationWithInequality(a, b)
  if (isEquation(b)) return compareEquationWithInequality(b, a)
  return compareInequalities(a, b, compare)
}

function compareNamed(a: NamedValue, b: NamedValue, compare: Compare): Finding {
  const isSameName = formatEquationName(a.name) === formatEquationName(b.name)
  const finding = compare(a.value, b.value)
  if (isSameName || finding.outcome === 'undecided') return finding
  if (isDependentVariable(a.name) && isDependentVariable(b.name)) return finding
  const [areValuesExpressions, areNamesExpressions] = [
    isExpression(a.value) && isExpression(b.value),
    isExpression(a.name) && isExpression(b.name),
  ]
  const isImplicit = collectSymbols(a.value).size + collectSymbols(b.value).size > 0
  if (areValuesExpressions && areNamesExpressions && isImplicit) {
    const equations = compareEquationSolutions(
      makeSum(a.name, negateNode(a.value)),
      makeSum(b.name, negateNode(b.value)),
    )
    if (equations.outcome === 'same') return equations
    if (finding.outcome !== 'same') return equations
  }
  return finding.outcome === 'same'
    ? makePolicyFinding('The same value with a different name.')
    : finding
}

/** Compares equations such as `2x + y = 3` and `y = 3 - 2x`. */
function compareEquations(a: RelationNode, b: RelationNode, compare: Compare): Finding {
  if (a.sides.length !== 2 || b.sides.length !== 2) return compareSides(a, b, compare)
  if (![...a.sides, ...b.sides].every(isExpression)) return compareSides(a, b, compare)
  const [x, y] = [subtractSides(a), subtractSides(b)]
  const finding = compareEquationSolutions(x, y)
  return finding.outcome === 'same' ? finding : (compareLevelCurves(x, y) ?? finding)
}

const subtractSides = ({ sides }: RelationNode) => makeSum(sides[0]!, negateNode(sides[1]!))

const maxPoints = 36

/**
 * Compares an equation with an inequality. They differ if a point fulfils only the inequality; `x = 1` and `(x - 1)^2 \le 0`
 * have the same solutions.
 */
function compareEquationWithInequality(equation: RelationNode, inequality: RelationNode): Finding {
  const symbols = [...collectSymbols(equation), ...collectSymbols(inequality)]
  for (let i = 0; i < maxPoints; i++) {
    const scale = 30 ** (i % 3)
    const values = new Map([...makeValues(symbols, i)].map(([name, x]) => [name, scale * x]))
    if (isFulfilled(inequality, values) === true && isFulfilled(equation, values) === false)
      return makeDifferentFinding('One is an equation, the other is not.')
  }
  return makeUndecidedFinding('It is not known if the two relations are the same.')
}

/** Whether a relation is true for these values. Null if they are too imprecise to tell, or not real. */
function isFulfilled({ sides, signs }: RelationNode, values: Values): boolean | null {
  const results = signs.map((sign, i) => {
    const gap = evaluateAt(makeSum(sides[i]!, negateNode(sides[i + 1]!)), values)
    const isClear = isDefined(gap) && Math.abs(gap.re) > 32 * gap.error + 2 * gap.slack
    if (!isClear || gap.im !== 0 || sign === '≈' || sign === '∈') return null
    return sign === '≠' || (sign !== '=' && gap.re < 0 === (sign === '<' || sign === '≤'))
  })
  if (results.includes(false)) return false
  return results.includes(null) ? null : true
}

/** Compares chains, and sides that aren't numbers, side by side. */
function compareSides(a: RelationNode, b: RelationNode, compare: Compare): Finding {
  const alignedB = a.signs.join('') === b.signs.join('') ? b : flipRelation(b)
  if (a.signs.join('') !== alignedB.signs.join(''))
    return makeUndecidedFinding('The two relations could not be compared.')
  const findings = a.sides.map((side, i) => compare(side, alignedB.sides[i]!))
  if (findings.every(({ outcome }) => outcome === 'same'))
    return makeSameFinding('Both are the same relation.')
  const isOrdered = a.signs.length > 1 && a.signs.every((sign) => sign !== '=')
  const isPermuted = a.sides.every((side) =>
    alignedB.sides.some((part) => compare(side, part).outcome === 'same'),
  )
  if (isOrdered && isPermuted)
    return makeDifferentFinding('The two relations order the same values differently.')
  const finding = combineFindings(findings, '')
  return finding.outcome === 'different'
    ? makeUndecidedFinding('The sides differ. It is not known if the relations do.')
    : finding
}

const flippedSigns: Readonly<Record<RelationSign, RelationSign>> = {
  '<': '>',
  '>': '<',
  '≤': '≥',
  '≥': '≤',
  '=': '=',
  '≠': '≠',
  '≈': '≈',
  '∈': '∈',
}

const flipRelation = ({ sides, signs }: RelationNode): RelationNode => ({
  kind: 'relation',
  sides: [...sides].reverse(),
  signs: [...signs].reverse().map((sign) => flippedSigns[sign]),
})

/** Compares `x + y < 5` and `y < 5 - x`: with everything on one side, one is a positive multiple of the other. */
function compareInequalities(a: RelationNode, b: RelationNode, compare: Compare): Finding {
  const isSimple = (relation: RelationNode) =>
    relation.sides.length === 2 && relation.sides.every(isExpression)
  if (!isSimple(a) || !isSimple(b)) return compareSides(a, b, compare)
  const [upA, upB] = [a, b].map((relation) =>
    /^[<≤]$/.test(relation.signs[0]!) ? relation : flipRelation(relation),
  ) as [RelationNode, RelationNode]
  const symbols = [...collectSymbols(a), ...collectSymbols(b)]
  const [x, y] = [subtractSides(upA), subtractSides(upB)]
  const factor = findConstantFactor(x, y, [...new Set(symbols)])
  const isSameSign = upA.signs[0] === upB.signs[0]
  const isSame = factor !== null && isSameSign && (factor > 0 || upA.signs[0] === '≠')
  if (factor === null || (isSame && !haveSameSingularities(x, y)))
    return makeUndecidedFinding('It is not known if the two relations are the same.')
  if (isSame) return makeSameFinding('Both are the same inequality.')
  return makeDifferentFinding(
    isSameSign
      ? 'The two inequalities point in opposite directions.'
      : 'One inequality is strict, the other is not.',
  )
}
