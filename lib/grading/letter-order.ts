import { listChildren, type AstNode } from './ast-node'
import { type Finding, makePolicyFinding } from './verdict'

/** An answer to compare, as text and as a tree. */
interface WrittenAnswer {
  text: string
  node: AstNode | null
}

const reason = 'The same letters in another order, which can matter.'
/** Letters only: `TH`, `DEAB`, `a b c`. */
const letterString = /^[A-Za-z]+(?:\s+[A-Za-z])*$/
const vectorCommand = /\\(?:vec|mathbf|boldsymbol|bm|overrightarrow|mathcal)(?![a-zA-Z])/

/**
 * Returns a finding for a person if the answers are equal only when letters commute, which letters of strings,
 * matrices, vectors and maps don't. Null if order makes no difference.
 */
export function findLetterOrderAmbiguity(a: WrittenAnswer, b: WrittenAnswer): Finding | null {
  return compareStrings(a.text, b.text) ?? compareProducts(a, b)
}

/** Anagrams of letters can be words or sequences. Two lower-case letters are a product. */
function compareStrings(a: string, b: string): Finding | null {
  const [isA, isB] = [letterString.test(a), letterString.test(b)]
  if (!isA && !isB) return null
  const [x, y] = [a.replace(/\s+/g, ''), b.replace(/\s+/g, '')]
  if (isA && isB) {
    if (x === y) return null
    const isAnagram = sortLetters(x) === sortLetters(y)
    return isAnagram && !/^[a-z]{2}$/.test(x) ? makePolicyFinding(reason) : null
  }
  // `HH` is a sequence, not a square.
  const mayBeSequence = /^[A-Z]*([A-Z])\1[A-Z]*$/.test(isA ? x : y)
  return mayBeSequence
    ? makePolicyFinding('Equal as products, but one can be a sequence of letters.')
    : null
}

export const sortLetters = (text: string): string => Array.from(text).sort().join('')

function compareProducts(a: WrittenAnswer, b: WrittenAnswer): Finding | null {
  const text = a.text + b.text
  const hasVectors = text.includes('\\') && vectorCommand.test(text)
  const vectorLetters = new Set<string>()
  if (hasVectors) {
    const vectorMatches = text.matchAll(
      /\\(?:vec|mathbf|boldsymbol|bm|overrightarrow|mathcal)\s*\{?\s*([A-Za-z])/g,
    )
    for (const [, letter] of vectorMatches) vectorLetters.add(letter!)
    if (countTimes(a.text) !== countTimes(b.text))
      return makePolicyFinding('Equal if the product of two vectors is a product of numbers.')
  } else if (!/[A-Z][^]*[A-Z]/.test(text)) return null
  const mayNotCommute = (name: string) =>
    /^[A-Z](?:_|'|$)/.test(name) || vectorLetters.has(getLetter(name))
  const pairs = new Set<string>()
  for (const { node } of [a, b]) if (node) collectPairs(node, mayNotCommute, pairs)
  const isReversed = [...pairs].some((pair) => pairs.has(pair.split('|').reverse().join('|')))
  return isReversed ? makePolicyFinding(reason) : null
}

const countTimes = (text: string) => text.match(/\\times/g)?.length ?? 0
const getLetter = (name: string) => name.replace(/^\\[a-z]+ ?\{?/i, '').charAt(0)

/** Collects which letter comes before which in a product. */
function collectPairs(
  node: AstNode,
  mayNotCommute: (name: string) => boolean,
  pairs: Set<string>,
): void {
  if (node.kind === 'product') {
    const names = listNames(node).filter(mayNotCommute).slice(0, 12)
    names.forEach((name, i) =>
      names.slice(i + 1).forEach((after) => after !== name && pairs.add(`${name}|${after}`)),
    )
  }
  for (const child of listChildren(node)) collectPairs(child, mayNotCommute, pairs)
}

function listNames(node: AstNode): string[] {
  if (node.kind === 'symbol') return [node.name]
  if (node.kind === 'power') return listNames(node.base)
  return node.kind === 'product' ? node.factors.flatMap(listNames) : []
}
