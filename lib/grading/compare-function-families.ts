import type { AstNode } from './ast-node'
import { isDefined, makeComplex } from './complex'
import { evaluateNode, hashToFraction } from './evaluate-node'
import { solveLinearSystem } from './linear-system'
import { type Finding, makePolicyFinding, makeSameFinding, makeUndecidedFinding } from './verdict'

/** Names of constants of integration: `C`, `k`, `C_1`, `c_{2}`. */
const ownName = /^[CcKk](?:_\{?\w+\}?)?$/
/** Names that are constants only next to another answer's constants: `A\cos x + B\sin x`. */
const borrowedName = /^[A-EK](?:_\{?\w+\}?)?$/
const maxConstants = 3

/** An expression with constants that can have any value. */
interface Family {
  node: AstNode
  constants: readonly string[]
}

type Values = ReadonlyMap<string, number>

/**
 * Compares two formulas with arbitrary constants as families of functions: `\ln|2x| + C` and `\ln|x| + C`, `2Ce^x` and
 * `Ce^x`. They are equal if each member of one is a member of the other. Null if they differ or aren't such families.
 */
export function compareFunctionFamilies(
  a: AstNode,
  b: AstNode,
  [inA, inB]: readonly [Set<string>, Set<string>],
): Finding | null {
  const families = readFamilies(a, b, inA, inB)
  if (!families) return null
  const [x, y, variables] = families
  const findings = [checkMembership(x, y, variables), checkMembership(y, x, variables)]
  if (findings.includes('different')) return null
  if (findings.includes('undecided'))
    return makeUndecidedFinding('It is not known if the two differ only in their constants.')
  return findings.includes('positive')
    ? makePolicyFinding(
        'The two are equal up to constants for positive values, but not for all others.',
      )
    : makeSameFinding('Both are the same up to the choice of the constants.')
}

/** Returns both families and their variables; null if their constants differ in number or could be something else. */
function readFamilies(
  a: AstNode,
  b: AstNode,
  inA: ReadonlySet<string>,
  inB: ReadonlySet<string>,
): [Family, Family, string[]] | null {
  const [constantsA, constantsB] = dropParameters(listConstants(inA, inB), listConstants(inB, inA))
  const count = constantsA.length
  if (count === 0 || count !== constantsB.length || count > maxConstants) return null
  const families: [Family, Family] = [
    { node: a, constants: constantsA },
    { node: b, constants: constantsB },
  ]
  if (!families.some(isCertain) || families.some(mayBeParameter)) return null
  const constants = new Set([...constantsA, ...constantsB])
  const variables = [...new Set([...inA, ...inB])].filter((name) => !constants.has(name))
  // Capital letters are quantities of a formula, such as V in `\frac{1}{2}CV^2`.
  const isPlain =
    variables.length > 0 && variables.every((name) => /^(?:[d-z]|\\[a-z]+)(?:_|$)/.test(name))
  return isPlain ? [...families, variables] : null
}

/**
 * Lists the constants of an answer: its own, and those with borrowed names if it has no own ones or if the other answer
 * numbers its own.
 */
function listConstants(names: ReadonlySet<string>, otherNames: ReadonlySet<string>): string[] {
  const ownConstants = [...names].filter((name) => ownName.test(name))
  const isBorrowing =
    ownConstants.length === 0 || [...otherNames].some((name) => /^[CcKk]_/.test(name))
  return isBorrowing
    ? [...names].filter((name) => borrowedName.test(name) || ownConstants.includes(name))
    : ownConstants
}

/** If the answers have different numbers of constants, drops lower-case letters that are in both: they are parameters. */
function dropParameters(a: string[], b: string[]): [string[], string[]] {
  if (a.length === b.length) return [a, b]
  const isConstant = (otherConstants: readonly string[]) => (name: string) =>
    !otherConstants.includes(name) || !/^[a-z]/.test(name)
  return [a.filter(isConstant(b)), b.filter(isConstant(a))]
}

const isCertain = (family: Family): boolean =>
  family.constants.some((name) => /^[CK]|^[ck]_/.test(name)) ||
  (isAdded(family) && ownName.test(family.constants[0]!))

/** Whether the only constant is a lower-case letter that is not added, as in `kx`. */
const mayBeParameter = (family: Family): boolean =>
  family.constants.length === 1 && /^[a-z][^_]*$/.test(family.constants[0]!) && !isAdded(family)

/** Whether the only constant is a term of its own: `x^2 + c`. */
const isAdded = ({ node, constants }: Family): boolean =>
  constants.length === 1 &&
  node.kind === 'sum' &&
  node.terms.some((term) => term.kind === 'symbol' && term.name === constants[0])

const pointCount = 12

/** Returns fixed values for the variables: positive ones first, then of both signs. */
function makePoints(variables: readonly string[]): Values[] {
  return Array.from({ length: pointCount }, (_, i) => {
    const pick = (name: string) => {
      const part = hashToFraction(`${name}&${i}`)
      const value = i % 2 === 0 ? 0.1 + 0.8 * part : 0.4 + 1.9 * part
      return i >= pointCount / 2 && hashToFraction(`${i}&${name}`) < 0.7 ? -value : value
    }
    return new Map(variables.map((name) => [name, pick(name)]))
  })
}

/** Evaluates a member of a family; NaN unless the value is real. */
function evaluateMember(
  { node, constants }: Family,
  values: readonly number[],
  point: Values,
): number {
  const valueOf = (name: string) => {
    const index = constants.indexOf(name)
    return makeComplex((index < 0 ? point.get(name) : values[index]) ?? NaN)
  }
  const value = evaluateNode(node, { valueOf, logBase: 'e' })
  return isDefined(value) && Math.abs(value.im) <= 1e-9 * (1 + Math.abs(value.re)) ? value.re : NaN
}

type Membership = 'same' | 'positive' | 'different' | 'undecided'

/** Whether members of `from` are members of `to`; `positive` if only for positive values of the variables. */
function checkMembership(from: Family, to: Family, variables: readonly string[]): Membership {
  const points = makePoints(variables)
  let members = 0
  for (const seed of [0.73, -1.37, 1.91]) {
    const values = from.constants.map((_, i) => seed + 0.61 * i)
    const targets = points.map((point) => evaluateMember(from, values, point))
    // This member has too few real values.
    if (targets.slice(0, pointCount / 2).filter(Number.isFinite).length < 3) continue
    members += 1
    const constants = fitLinear(to, points, targets) ?? fitOne(to, points, targets)
    if (constants === null) return isLinear(to, points) ? 'different' : 'undecided'
    const matches = points.map((point, i) =>
      isClose(evaluateMember(to, constants, point), targets[i]!),
    )
    const positiveMatches = matches.slice(0, pointCount / 2).filter((match) => match !== null)
    if (positiveMatches.length < 3) return 'undecided'
    if (positiveMatches.includes(false)) return isLinear(to, points) ? 'different' : 'undecided'
    const restMatches = points.slice(pointCount / 2).map((point, i) => {
      const target = targets[i + pointCount / 2]!
      return isClose(evaluateMember(to, constants, point), target) ?? Number.isNaN(target)
    })
    if (restMatches.includes(false)) return 'positive'
  }
  return members > 1 ? 'same' : 'undecided'
}

/** Whether two values are equal; null if one is undefined. */
function isClose(a: number, b: number): boolean | null {
  if (Number.isNaN(a) || Number.isNaN(b)) return null
  return Math.abs(a - b) <= 1e-9 * (1 + Math.abs(a) + Math.abs(b))
}

/** Whether a family is a sum of its constants, each times a function of the variables. */
function isLinear(family: Family, points: readonly Values[]): boolean {
  const { constants } = family
  const at = (values: readonly number[], point: Values) => evaluateMember(family, values, point)
  const zero = constants.map(() => 0)
  const steps = constants.map((_, i) => 0.7 + 0.45 * i)
  const matches = points.slice(0, pointCount / 2).flatMap((point) => {
    const start = at(zero, point)
    const parts = constants.map(
      (_, i) =>
        at(
          zero.map((value, j) => (i === j ? steps[i]! : value)),
          point,
        ) - start,
    )
    return [1.7, -2.5].map((scale) =>
      isClose(
        at(
          steps.map((step) => scale * step),
          point,
        ),
        parts.reduce((sum, part) => sum + scale * part, start),
      ),
    )
  })
  return !matches.includes(false) && matches.filter(Boolean).length >= 3
}

/** Finds the constants with which a linear family has the target values at the first points. */
function fitLinear(
  family: Family,
  points: readonly Values[],
  targets: readonly number[],
): number[] | null {
  const { constants } = family
  if (!isLinear(family, points)) return null
  const usable = points.flatMap((point, i) => {
    const start = evaluateMember(
      family,
      constants.map(() => 0),
      point,
    )
    return i < pointCount / 2 && Number.isFinite(start) && Number.isFinite(targets[i])
      ? [{ point, start, target: targets[i]! }]
      : []
  })
  const rows = usable.slice(0, constants.length)
  if (rows.length < constants.length) return null
  return solveLinearSystem(
    rows.map(({ point, start }) =>
      constants.map(
        (_, i) =>
          evaluateMember(
            family,
            constants.map((__, j) => (i === j ? 1 : 0)),
            point,
          ) - start,
      ),
    ),
    rows.map(({ start, target }) => target - start),
  )
}

/** Finds the one constant of a family that is not linear in it, by the secant method at the first point. */
function fitOne(
  family: Family,
  points: readonly Values[],
  targets: readonly number[],
): number[] | null {
  const index = targets.findIndex(Number.isFinite)
  if (family.constants.length !== 1 || index < 0) return null
  const gap = (value: number) => evaluateMember(family, [value], points[index]!) - targets[index]!
  for (const start of [0.7, 2.3, -1.1]) {
    let [x0, x1] = [start, start + 0.1]
    let y0 = gap(x0)
    for (let i = 0; i < 40; i++) {
      const y1 = gap(x1)
      if (Math.abs(y1) <= 1e-12) return [x1]
      const next = x1 - (y1 * (x1 - x0)) / (y1 - y0)
      if (!Number.isFinite(next)) break
      ;[x0, y0, x1] = [x1, y1, next]
    }
  }
  return null
}
