import { storeUnfinishedText, readUnfinishedText } from '@/lib/client/unfinished-text'
import { emptyDecisionDraft, type DecisionDraft } from './decision-draft'

const makeStorageKey = (step: string) => `decision/${step}`

/** Stores an unfinished decision in this tab, so that it is there when the user comes back. Null deletes it. */
export function storeDecisionDraft(step: string, draft: DecisionDraft | null): void {
  const isEmpty = draft === null || (draft.heading + draft.text + draft.reason).trim() === ''
  storeUnfinishedText(makeStorageKey(step), isEmpty ? '' : JSON.stringify(draft))
}

export function readStoredDecisionDraft(step: string): DecisionDraft | null {
  try {
    const storedFields = JSON.parse(
      readUnfinishedText(makeStorageKey(step)) ?? 'null',
    ) as Partial<DecisionDraft> | null
    return storedFields && { ...emptyDecisionDraft, ...storedFields }
  } catch {
    return null
  }
}
