/** A guideline being written, on this device: a reload, a crash or a refusal does not lose it. */
export interface GuidelineDraft {
  text: string
  summary: string
  /** The version that it goes on from. */
  basedOn: number
}

const prefix = 'stepmark:guideline:'
const nameKey = (slug: string, userId: string) => `${prefix}${slug}:${userId}`

/** Null where there is none, or none that can be read. */
export function findGuidelineDraft(slug: string, userId: string): GuidelineDraft | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(nameKey(slug, userId)) ?? 'null')
    return isDraft(kept) ? kept : null
  } catch {
    return null
  }
}

/** Whether it is kept: private windows and full disks keep nothing. */
export function keepGuidelineDraft(slug: string, userId: string, draft: GuidelineDraft): boolean {
  try {
    localStorage.setItem(nameKey(slug, userId), JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

export function forgetGuidelineDraft(slug: string, userId: string): void {
  try {
    localStorage.removeItem(nameKey(slug, userId))
  } catch {
    // Nothing was kept then.
  }
}

/** Of whoever is signed in: what others left went when they signed in. */
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
