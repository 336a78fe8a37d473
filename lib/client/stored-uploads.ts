import type { FilePart } from './upload'

/** What a file is known by when it is chosen once more. */
interface StoredUpload {
  part: FilePart
  name: string
  size: number
  lastModified: number
}

const prefix = 'stepmark.upload.'
const storageKey = (importId: string) => prefix + importId

/**
 * Remembers on this device which file is on its way, so that after a reload, or a night, only the rest is sent. It does not
 * say whose it is, and stays when somebody signs in: it goes when somebody signs out.
 */
export function storeUpload(importId: string, part: FilePart, file: File): void {
  const { name, size, lastModified } = file
  try {
    const stored: StoredUpload = { part, name, size, lastModified }
    localStorage.setItem(storageKey(importId), JSON.stringify(stored))
  } catch {
    // Without storage all of the file is sent again after a reload.
  }
}

export function deleteStoredUpload(importId: string): void {
  try {
    localStorage.removeItem(storageKey(importId))
  } catch {
    // Nothing was kept then.
  }
}

/** Whether a file is, by its name, size and time, the one that was on its way. */
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
