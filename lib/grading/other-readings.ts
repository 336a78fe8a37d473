import { computeExactValue } from './exact'
import {
  makeCall,
  makePower,
  makeQuotient,
  makeSum,
  mapTree,
  type Node,
  someNode,
  wholeNumber,
} from './tree'

/** A notation with two readings. Answers that are equal only in the other reading are for a person to decide. */
export interface OtherReading {
  reason: string
  applies: (node: Node) => boolean
  change: (node: Node) => Node
}

const isCall = (node: Node, names: RegExp) => node.kind === 'call' && names.test(node.name)
const isSymbol = (node: Node, name: string) => node.kind === 'symbol' && node.name === name

const goldenRatio: Node = makeQuotient(
  makeSum(wholeNumber(1), makeCall('root', wholeNumber(5), wholeNumber(2))),
  wholeNumber(2),
)

/** `(-8)^{1/3}`: schools take the real root. */
function isOddRoot(node: Node): boolean {
  if (node.kind !== 'power') return false
  const [base, exponent] = [computeExactValue(node.base), computeExactValue(node.exponent)]
  return base !== null && base.over < 0n && exponent !== null && exponent.under % 2n === 1n
    ? exponent.under > 1n
    : false
}

/** `\sin 30`: the angle may be in degrees. */
const isPlainAngle = (node: Node) =>
  node.kind === 'call' &&
  /^(?:sin|cos|tan|cot|sec|csc)$/.test(node.name) &&
  (computeExactValue(node.args[0]!)?.over ?? 0n) !== 0n

export const otherReadings: readonly OtherReading[] = [
  {
    reason: 'The two are equal if the root of a negative number is real.',
    applies: isOddRoot,
    change: (node) => {
      const exponent = node.kind === 'power' ? computeExactValue(node.exponent) : null
      if (node.kind !== 'power' || !exponent) return node
      const root = makeCall('root', node.base, wholeNumber(exponent.under))
      return makePower(root, wholeNumber(exponent.over))
    },
  },
  {
    reason: 'The two are equal if an angle is in degrees.',
    applies: isPlainAngle,
    change: (node) =>
      node.kind === 'call' ? { ...node, args: [makeCall('degrees', node.args[0]!)] } : node,
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

/** Whether the node has a part with another reading. */
export const hasOtherReading = (node: Node): boolean =>
  someNode(node, (part) => {
    if (part.kind === 'symbol') return /^(?:j|\\phi|\\bar .*|\\overline .*)$/.test(part.name)
    if (part.kind === 'call') return isPlainAngle(part) || part.name === 'norm()'
    return part.kind === 'power' && isOddRoot(part)
  })

/** Applies a reading to all parts of the node; null if it applies to none. */
export const applyOtherReading = (node: Node, { applies, change }: OtherReading): Node | null =>
  someNode(node, applies) ? mapTree(node, (part) => (applies(part) ? change(part) : part)) : null

/** Whether the node has the conjugate of a variable, whose values may be complex. */
export const hasConjugate = (node: Node): boolean =>
  someNode(node, (part) => part.kind === 'symbol' && /^\\(?:bar|overline) \w$/.test(part.name))
