import type { FilePart } from './upload'

/** What a file is known by when it is chosen once more. */
interface KeptUpload {
  part: FilePart
  name: string
  size: number
  lastModified: number
}

const prefix = 'stepmark.upload.'
const keyOf = (importId: string) => prefix + importId

/**
 * Remembers on this device which file is on its way, so that after a reload, or a night, only the rest is sent. It does not
 * say whose it is, and stays when somebody signs in: it goes when somebody signs out.
 */
export function keepUpload(importId: string, part: FilePart, file: File): void {
  const { name, size, lastModified } = file
  try {
    const kept: KeptUpload = { part, name, size, lastModified }
    localStorage.setItem(keyOf(importId), JSON.stringify(kept))
  } catch {
    // Without storage all of the file is sent again after a reload.
  }
}

export function forgetUpload(importId: string): void {
  try {
    localStorage.removeItem(keyOf(importId))
  } catch {
    // Nothing was kept then.
  }
}

/** Whether a file is, by its name, size and time, the one that was on its way. */
export function isKeptUpload(importId: string, part: FilePart, file: File): boolean {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(importId)) ?? 'null') as KeptUpload | null
    return (
      kept?.part === part &&
      kept.name === file.name &&
      kept.size === file.size &&
      kept.lastModified === file.lastModified
    )
  } catch {
    return false
  }
}
