import { tryStorage } from './try-storage'
import type { ImportFileRole } from './upload'

/** Identifies a file when it is chosen again. */
interface StoredUpload {
  part: ImportFileRole
  name: string
  size: number
  lastModified: number
}

const prefix = 'stepmark.upload.'
const storageKey = (importId: string) => prefix + importId

/**
 * Remembers on this device which file is being uploaded, so that only the rest is sent after a reload. Deleted at
 * sign-out.
 */
export function rememberUploadFile(importId: string, part: ImportFileRole, file: File): void {
  const { name, size, lastModified } = file
  const storedUpload: StoredUpload = { part, name, size, lastModified }
  // Without storage, a reload uploads the whole file again.
  tryStorage(() => localStorage.setItem(storageKey(importId), JSON.stringify(storedUpload)))
}

export function forgetUploadFile(importId: string): void {
  tryStorage(() => localStorage.removeItem(storageKey(importId)))
}

/** Compares part, name, size and modification time. */
export function isRememberedUploadFile(
  importId: string,
  part: ImportFileRole,
  file: File,
): boolean {
  const storedUpload = tryStorage(
    () => JSON.parse(localStorage.getItem(storageKey(importId)) ?? 'null') as StoredUpload | null,
  )
  return (
    storedUpload?.part === part &&
    storedUpload.name === file.name &&
    storedUpload.size === file.size &&
    storedUpload.lastModified === file.lastModified
  )
}
