import type { TypesetCode } from '../typeset'
import { pageTypesetBudget, type TypesetBudget } from '../typeset-limits'
import { highlightCode } from './highlight-code'

/** In characters of code; the rest stays plain. */
const maxColouredCharacters = 100_000

/**
 * Adds colours to the code in typeset texts. Only the server has the grammars, which are loaded when first needed, so this
 * is a separate step and `typesetText` stays synchronous. Subtracts the colours from the budget.
 */
export async function addCodeColours<Texts>(
  texts: Texts,
  {
    usesOwnCache = false,
    budget = { ...pageTypesetBudget },
  }: { usesOwnCache?: boolean; budget?: TypesetBudget } = {},
): Promise<Texts> {
  let remainingCharacters = maxColouredCharacters
  for (const code of findCode(texts)) {
    remainingCharacters -= code.text.length
    if (remainingCharacters < 0 || budget.ms <= 0) break
    const startedAt = performance.now()
    const colours = await highlightCode(code.text, code.language, usesOwnCache)
    budget.ms -= performance.now() - startedAt
    if (colours.length > budget.nodes) break
    budget.nodes -= colours.length
    code.colours = colours
  }
  return texts
}

function* findCode(value: unknown): Generator<TypesetCode> {
  if (typeof value !== 'object' || value === null) return
  if (isCode(value)) yield value
  else for (const part of Object.values(value)) yield* findCode(part)
}

function isCode(value: object): value is TypesetCode {
  return 'kind' in value && value.kind === 'code' && 'colours' in value
}
