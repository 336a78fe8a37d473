import type { PastImport } from './import-reply'

type ListedImport = Pick<PastImport, 'import' | 'state' | 'by'>

/**
 * Abandoned imports: cancelled ones, and checked files whose uploader has since started another import.
 *
 * @param imports newest first
 */
export function findAbandonedImports(imports: readonly ListedImport[]): ReadonlySet<string> {
  const abandonedIds = new Set<string>()
  const uploadersOfNewerImports = new Set<string>()
  for (const { import: id, state, by } of imports) {
    const isChecked = state === 'checked' || state === 'rejected'
    if (state === 'cancelled' || (isChecked && uploadersOfNewerImports.has(by)))
      abandonedIds.add(id)
    if (state !== 'cancelled') uploadersOfNewerImports.add(by)
  }
  return abandonedIds
}
