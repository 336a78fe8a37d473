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
  try {
    const storedValue: unknown = JSON.parse(
      localStorage.getItem(storageKey(slug, userId)) ?? 'null',
    )
    return isDraft(storedValue) ? storedValue : null
  } catch {
    return null
  }
}

/** Returns false if the browser could not store it. */
export function storeGuidelineDraft(slug: string, userId: string, draft: GuidelineDraft): boolean {
  try {
    localStorage.setItem(storageKey(slug, userId), JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

export function deleteGuidelineDraft(slug: string, userId: string): void {
  try {
    localStorage.removeItem(storageKey(slug, userId))
  } catch {
    // Storage is off.
  }
}

/** Only the signed-in user has drafts here: signing in deletes those of others. */
export function countGuidelineDrafts(): number {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix)).length
  } catch {
    return 0
  }
}

function isDraft(value: unknown): value is GuidelineDraft {
  if (typeof value !== 'object' || value === null) return false
  const { text, summary, basedOn } = value as Record<string, unknown>
  return typeof text === 'string' && typeof summary === 'string' && Number.isInteger(basedOn)
}
