import type { TypesetCode } from '../typeset'
import { highlightCode } from './highlight-code'

/** In characters of code per reply; the rest stays plain. */
const maxColoured = 100_000

/**
 * Adds colours to the code in all typeset texts of a reply: `return addCodeColours({ steps: ... })`.
 * Only the server has the grammars, which are loaded when first needed, so this is a separate step
 * and `typesetText` stays synchronous.
 *
 * @param isAnew ignore the cache
 */
export async function addCodeColours<Reply>(reply: Reply, isAnew = false): Promise<Reply> {
  let remainingCount = maxColoured
  for (const code of findCode(reply)) {
    remainingCount -= code.text.length
    if (remainingCount < 0) break
    code.colours = await highlightCode(code.text, code.language, isAnew)
  }
  return reply
}

function* findCode(value: unknown): Generator<TypesetCode> {
  if (typeof value !== 'object' || value === null) return
  if (isCode(value)) yield value
  else for (const part of Object.values(value)) yield* findCode(part)
}

function isCode(value: object): value is TypesetCode {
  return 'kind' in value && value.kind === 'code' && 'colours' in value
}
