import { storeText, readStoredText } from '@/lib/client/stored-text'
import type { Rating } from '@/lib/formats/record'

/** An unfinished adjudication. */
export interface StoredAdjudication {
  revision: number
  /** Rating of each step, null if unrated. */
  ratings: readonly (Rating | null)[]
  note: string
  isGold: boolean
}

const isRatingOrNull = (value: unknown) => [-1, 0, 1, null].includes(value as Rating | null)

const storageKey = (solution: string) => `adjudication/${solution}`

/** Stores an unfinished adjudication in this tab, so that it survives a reload. Null deletes it. */
export function storeAdjudication(solution: string, adjudication: StoredAdjudication | null): void {
  storeText(storageKey(solution), adjudication === null ? '' : JSON.stringify(adjudication))
}

/** Null if none is stored for this revision. */
export function readStoredAdjudication(
  solution: string,
  { revision, stepCount }: { revision: number; stepCount: number },
): StoredAdjudication | null {
  try {
    const storedAdjudication = JSON.parse(
      readStoredText(storageKey(solution)) ?? 'null',
    ) as StoredAdjudication | null
    const isSameRevision =
      storedAdjudication?.revision === revision && storedAdjudication.ratings.length <= stepCount
    return isSameRevision && storedAdjudication.ratings.every(isRatingOrNull)
      ? storedAdjudication
      : null
  } catch {
    return null
  }
}
