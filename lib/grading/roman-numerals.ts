import type { AstNode } from './ast-node'
import { toNumber } from './rational'
import { type Finding, makePolicyFinding, makeSameFinding } from './verdict'

const romanDigits: Readonly<Record<string, number>> = {
  I: 1,
  V: 5,
  X: 10,
  L: 50,
  C: 100,
  D: 500,
  M: 1000,
}

/** Reads a Roman numeral in its standard form; null for anything else. */
function readRomanNumeral(text: string): number | null {
  if (!/^(?=.)M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/.test(text)) return null
  const digits = Array.from(text, (letter) => romanDigits[letter]!)
  return digits.reduce(
    (total, digit, i) => total + (digit < (digits[i + 1] ?? 0) ? -digit : digit),
    0,
  )
}

/** Compares a Roman numeral with a number; null unless they are equal. A single letter can be a variable or a choice. */
export function compareRomanNumeral(
  { text }: { text: string },
  { node }: { node: AstNode | null },
): Finding | null {
  const value = node?.kind === 'number' ? readRomanNumeral(text) : null
  if (value === null || node?.kind !== 'number' || toNumber(node.value) !== value) return null
  const reason = 'Both are the same number; one is written as a Roman numeral.'
  return text.length > 1 ? makeSameFinding(reason) : makePolicyFinding(reason)
}
