import type { FilePart } from './upload'

/** Identifies a file when it is chosen again. */
interface StoredUpload {
  part: FilePart
  name: string
  size: number
  lastModified: number
}

const prefix = 'stepmark.upload.'
const storageKey = (importId: string) => prefix + importId

/**
 * Remembers on this device which file is being uploaded, so that only the rest is sent after a reload. Deleted at sign-
 * out.
 */
export function storeUpload(importId: string, part: FilePart, file: File): void {
  const { name, size, lastModified } = file
  try {
    const stored: StoredUpload = { part, name, size, lastModified }
    localStorage.setItem(storageKey(importId), JSON.stringify(stored))
  } catch {
    // Without storage, a reload uploads the whole file again.
  }
}

export function deleteStoredUpload(importId: string): void {
  try {
    localStorage.removeItem(storageKey(importId))
  } catch {
    // Storage is off.
  }
}

/** Compares part, name, size and modification time. */
export function isStoredUpload(importId: string, part: FilePart, file: File): boolean {
  try {
    const stored = JSON.parse(
      localStorage.getItem(storageKey(importId)) ?? 'null',
    ) as StoredUpload | null
    return (
      stored?.part === part &&
      stored.name === file.name &&
      stored.size === file.size &&
      stored.lastModified === file.lastModified
    )
  } catch {
    return false
  }
}
