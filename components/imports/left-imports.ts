import type { PastImport } from './import-reply'

type Listed = Pick<PastImport, 'import' | 'state' | 'by'>

/**
 * Imports that nobody waits for: cancelled ones, and files that were looked at by somebody who went on to another file.
 *
 * @param imports newest first
 */
export function findLeft(imports: readonly Listed[]): ReadonlySet<string> {
  const left = new Set<string>()
  const wentOn = new Set<string>()
  for (const { import: id, state, by } of imports) {
    const isLook = state === 'checked' || state === 'refused'
    if (state === 'cancelled' || (isLook && wentOn.has(by))) left.add(id)
    if (state !== 'cancelled') wentOn.add(by)
  }
  return left
}
