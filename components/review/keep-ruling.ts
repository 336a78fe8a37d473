import { storeText, readStoredText } from '@/lib/client/stored-text'
import type { Rating } from '@/lib/formats/record'

/** A ruling that is begun and not made. */
export interface KeptRuling {
  /** Of the steps. */
  revision: number
  /** What each step is rated, null where it is open. */
  ratings: readonly (Rating | null)[]
  note: string
  isGold: boolean
}

const isRatingOrOpen = (value: unknown) => [-1, 0, 1, null].includes(value as Rating | null)

const placeOf = (solution: string) => `adjudication/${solution}`

/** Keeps it for this tab: who leaves the page for a question, or loads it anew, finds it again. Null forgets it. */
export function keepRuling(solution: string, ruling: KeptRuling | null): void {
  storeText(placeOf(solution), ruling === null ? '' : JSON.stringify(ruling))
}

/** Null where none is kept, or where it is of other steps. */
export function readKeptRuling(
  solution: string,
  { revision, stepCount }: { revision: number; stepCount: number },
): KeptRuling | null {
  try {
    const kept = JSON.parse(readStoredText(placeOf(solution)) ?? 'null') as KeptRuling | null
    const isOfThese = kept?.revision === revision && kept.ratings.length <= stepCount
    return isOfThese && kept.ratings.every(isRatingOrOpen) ? kept : null
  } catch {
    return null
  }
}
