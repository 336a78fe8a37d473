import { storeText, readStoredText } from '@/lib/client/stored-text'
import type { Rating } from '@/lib/formats/record'

/** A ruling that is begun and not made. */
export interface StoredAdjudication {
  /** Of the steps. */
  revision: number
  /** What each step is rated, null where it is open. */
  ratings: readonly (Rating | null)[]
  note: string
  isGold: boolean
}

const isRatingOrNull = (value: unknown) => [-1, 0, 1, null].includes(value as Rating | null)

const storageKey = (solution: string) => `adjudication/${solution}`

/** Keeps it for this tab: who leaves the page for a question, or loads it anew, finds it again. Null forgets it. */
export function storeAdjudication(solution: string, adjudication: StoredAdjudication | null): void {
  storeText(storageKey(solution), adjudication === null ? '' : JSON.stringify(adjudication))
}

/** Null where none is kept, or where it is of other steps. */
export function readStoredAdjudication(
  solution: string,
  { revision, stepCount }: { revision: number; stepCount: number },
): StoredAdjudication | null {
  try {
    const stored = JSON.parse(
      readStoredText(storageKey(solution)) ?? 'null',
    ) as StoredAdjudication | null
    const isSameRevision = stored?.revision === revision && stored.ratings.length <= stepCount
    return isSameRevision && stored.ratings.every(isRatingOrNull) ? stored : null
  } catch {
    return null
  }
}
