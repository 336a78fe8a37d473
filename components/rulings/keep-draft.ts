import { storeText, readStoredText } from '@/lib/client/stored-text'
import { emptyDraft, type RulingDraft } from './check-ruling'

const placeOf = (step: string) => `ruling/${step}`

/** Keeps what is written of a ruling for this tab: who looks at the whole solution meanwhile finds it again. */
export function keepDraft(step: string, draft: RulingDraft | null): void {
  const isEmpty = draft === null || (draft.heading + draft.words + draft.why).trim() === ''
  storeText(placeOf(step), isEmpty ? '' : JSON.stringify(draft))
}

export function readKeptDraft(step: string): RulingDraft | null {
  try {
    const kept = JSON.parse(readStoredText(placeOf(step)) ?? 'null') as Partial<RulingDraft> | null
    return kept && { ...emptyDraft, ...kept }
  } catch {
    return null
  }
}
