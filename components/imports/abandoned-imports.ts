import type { PastImport } from './import-reply'

type Listed = Pick<PastImport, 'import' | 'state' | 'by'>

/**
 * Abandoned imports: cancelled ones, and checked files whose uploader has since started another import.
 *
 * @param imports newest first
 */
export function findAbandonedImports(imports: readonly Listed[]): ReadonlySet<string> {
  const abandoned = new Set<string>()
  const hasNewerImport = new Set<string>()
  for (const { import: id, state, by } of imports) {
    const isChecked = state === 'checked' || state === 'rejected'
    if (state === 'cancelled' || (isChecked && hasNewerImport.has(by))) abandoned.add(id)
    if (state !== 'cancelled') hasNewerImport.add(by)
  }
  return abandoned
}
