import {
  makeCall,
  makePower,
  makeProduct,
  makeQuotient,
  makeSum,
  mapNodes,
  type AstNode,
  hasNodeWith,
  makeInteger,
} from './ast-node'
import { computeExactValue } from './compute-exact-value'

/** A notation with two readings. Answers that are equal only in the other reading are for a person to decide. */
export interface AlternativeReading {
  reason: string
  /** True if the notation has no other meaning when this reading makes the two equal. */
  isCertain?: boolean
  applies: (node: AstNode) => boolean
  change: (node: AstNode) => AstNode
}

const isCall = (node: AstNode, names: RegExp) => node.kind === 'call' && names.test(node.name)
const isSymbol = (node: AstNode, name: string) => node.kind === 'symbol' && node.name === name

const goldenRatio: AstNode = makeQuotient(
  makeSum(makeInteger(1), makeCall('root', makeInteger(5), makeInteger(2))),
  makeInteger(2),
)

/** `(-8)^{1/3}`: schools take the real root. */
function isOddRoot(node: AstNode): boolean {
  if (node.kind !== 'power') return false
  const [base, exponent] = [computeExactValue(node.base), computeExactValue(node.exponent)]
  return base !== null &&
    base.numerator < 0n &&
    exponent !== null &&
    exponent.denominator % 2n === 1n
    ? exponent.denominator > 1n
    : false
}

/** `\sin 30`: the angle may be in degrees. */
const isPlainAngle = (node: AstNode) =>
  node.kind === 'call' &&
  /^(?:sin|cos|tan|cot|sec|csc|cis)$/.test(node.name) &&
  (computeExactValue(node.args[0]!)?.numerator ?? 0n) !== 0n

/** `C_5^2`, `A_5^2`, `P_5^2`: the larger number is the size of the set. */
function readSelection(node: AstNode): AstNode | null {
  if (node.kind !== 'power' || node.base.kind !== 'symbol') return null
  const [, variable] = /^C_([mn])$/.exec(node.base.name) ?? []
  if (variable !== undefined)
    return makeCall('binom', { kind: 'symbol', name: variable }, node.exponent)
  const [, letter, index] = /^([CAP])_(\d{1,4})$/.exec(node.base.name) ?? []
  const exponent = computeExactValue(node.exponent)
  if (index === undefined || exponent?.denominator !== 1n || exponent.numerator < 0n) return null
  const [low, high] = [BigInt(index), exponent.numerator].sort((a, b) => (a < b ? -1 : 1)) as [
    bigint,
    bigint,
  ]
  const [n, k] = [makeInteger(high), makeInteger(low)]
  const combinations = makeCall('binom', n, k)
  return letter === 'C' ? combinations : makeProduct(combinations, makeCall('factorial', k))
}

/** The letter of each function in `parse-atom.ts`. */
const greekLettersByFunction: Readonly<Record<string, string>> = {
  gamma: '\\Gamma',
  zeta: '\\zeta',
  totient: '\\phi',
}

export const alternativeReadings: readonly AlternativeReading[] = [
  {
    reason: 'The two are equal if the root of a negative number is real.',
    applies: isOddRoot,
    change: (node) => {
      const exponent = node.kind === 'power' ? computeExactValue(node.exponent) : null
      if (node.kind !== 'power' || !exponent) return node
      const root = makeCall('root', node.base, makeInteger(exponent.denominator))
      return makePower(root, makeInteger(exponent.numerator))
    },
  },
  {
    reason: 'The two are equal if an angle is in degrees.',
    applies: isPlainAngle,
    change: (node) =>
      node.kind === 'call' ? { ...node, args: [makeCall('degrees', node.args[0]!)] } : node,
  },
  {
    reason: 'The two are equal, with the number of selections from a set.',
    isCertain: true,
    applies: (node) => readSelection(node) !== null,
    change: (node) => readSelection(node) ?? node,
  },
  {
    reason: 'The two are equal if the letter before a bracket is a factor.',
    applies: (node) => isCall(node, /^(?:gamma|zeta|totient)$/),
    change: (node) =>
      node.kind === 'call'
        ? makeProduct({ kind: 'symbol', name: greekLettersByFunction[node.name]! }, ...node.args)
        : node,
  },
  {
    reason: 'The two are equal if τ is a full turn.',
    applies: (node) => isSymbol(node, '\\tau'),
    change: () => makeProduct(makeInteger(2), { kind: 'constant', name: 'pi' }),
  },
  {
    reason: 'The two are equal if φ is the golden ratio.',
    applies: (node) => isSymbol(node, '\\phi'),
    change: () => goldenRatio,
  },
  {
    reason: 'The two are equal if j is the imaginary unit.',
    applies: (node) => isSymbol(node, 'j'),
    change: () => ({ kind: 'constant', name: 'i' }),
  },
  {
    reason: 'The two are equal if a norm is an absolute value.',
    applies: (node) => isCall(node, /^norm\(\)$/),
    change: (node) => (node.kind === 'call' ? { ...node, name: 'abs' } : node),
  },
]

/** Whether the node has a part with another reading, or a conjugate. */
export const hasAlternativeReading = (node: AstNode): boolean =>
  hasNodeWith(node, (part) => {
    if (part.kind === 'symbol') return /^(?:j|\\phi|\\tau|\\bar .*|\\overline .*)$/.test(part.name)
    if (part.kind === 'call')
      return isPlainAngle(part) || /^(?:norm\(\)|gamma|zeta|totient)$/.test(part.name)
    return part.kind === 'power' && (isOddRoot(part) || readSelection(part) !== null)
  })

/** Applies a reading to all parts of the node; null if it applies to none. */
export const applyAlternativeReading = (
  node: AstNode,
  { applies, change }: AlternativeReading,
): AstNode | null =>
  hasNodeWith(node, applies)
    ? mapNodes(node, (part) => (applies(part) ? change(part) : part))
    : null

/** Whether the node has the conjugate of a variable, whose values may be complex. */
export const hasConjugate = (node: AstNode): boolean =>
  hasNodeWith(node, (part) => part.kind === 'symbol' && /^\\(?:bar|overline) \w$/.test(part.name))
