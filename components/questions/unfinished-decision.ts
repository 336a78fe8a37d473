import { storeUnfinishedText, readUnfinishedText } from '@/lib/client/unfinished-text'
import { emptyDecisionFields, type DecisionFields } from './decision-fields'

const makeStorageKey = (step: string) => `decision/${step}`

/** Stores an unfinished decision in this tab, so that it is there when the user comes back. Null deletes it. */
export function storeUnfinishedDecision(step: string, fields: DecisionFields | null): void {
  const isEmpty = fields === null || (fields.heading + fields.text + fields.reason).trim() === ''
  storeUnfinishedText(makeStorageKey(step), isEmpty ? '' : JSON.stringify(fields))
}

export function readUnfinishedDecision(step: string): DecisionFields | null {
  try {
    const storedFields = JSON.parse(
      readUnfinishedText(makeStorageKey(step)) ?? 'null',
    ) as Partial<DecisionFields> | null
    return storedFields && { ...emptyDecisionFields, ...storedFields }
  } catch {
    return null
  }
}
