import { tryStorage } from './try-storage'

/** A guideline draft on this device. It survives reloads, crashes and refusals. */
export interface GuidelineDraft {
  text: string
  summary: string
  /** The version that it is based on. */
  basedOn: number
}

const prefix = 'stepmark:guideline:'
const storageKey = (slug: string, userId: string) => `${prefix}${slug}:${userId}`

/** Null if there is none or it is unreadable. */
export function readGuidelineDraft(slug: string, userId: string): GuidelineDraft | null {
  const storedValue: unknown = tryStorage(
    () => JSON.parse(localStorage.getItem(storageKey(slug, userId)) ?? 'null') as unknown,
  )
  return isDraft(storedValue) ? storedValue : null
}

/** Returns false if the browser could not store it. */
export function storeGuidelineDraft(slug: string, userId: string, draft: GuidelineDraft): boolean {
  return (
    tryStorage(() => {
      localStorage.setItem(storageKey(slug, userId), JSON.stringify(draft))
      return true
    }) ?? false
  )
}

export function deleteGuidelineDraft(slug: string, userId: string): void {
  tryStorage(() => localStorage.removeItem(storageKey(slug, userId)))
}

/** Only the signed-in user has drafts here: signing in deletes those of others. */
export function countGuidelineDrafts(): number {
  return (
    tryStorage(() => Object.keys(localStorage).filter((key) => key.startsWith(prefix)).length) ?? 0
  )
}

function isDraft(value: unknown): value is GuidelineDraft {
  if (typeof value !== 'object' || value === null) return false
  const { text, summary, basedOn } = value as Record<string, unknown>
  return typeof text === 'string' && typeof summary === 'string' && Number.isInteger(basedOn)
}
