import { storeText, readStoredText } from '@/lib/client/stored-text'
import { emptyDraft, type DecisionDraft } from './decision-draft'

const storageKey = (step: string) => `decision/${step}`

/** Keeps what is written of a decision for this tab: who looks at the whole solution meanwhile finds it again. */
export function storeDraft(step: string, draft: DecisionDraft | null): void {
  const isEmpty = draft === null || (draft.heading + draft.text + draft.reason).trim() === ''
  storeText(storageKey(step), isEmpty ? '' : JSON.stringify(draft))
}

export function readStoredDraft(step: string): DecisionDraft | null {
  try {
    const stored = JSON.parse(
      readStoredText(storageKey(step)) ?? 'null',
    ) as Partial<DecisionDraft> | null
    return stored && { ...emptyDraft, ...stored }
  } catch {
    return null
  }
}
