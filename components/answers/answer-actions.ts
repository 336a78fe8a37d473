import type { AnswerShortcuts } from './answer-shortcuts'
import type { AnswerListState } from './use-answer-list'

/** An action other than a verdict: shown by name in the footer, with its description in the list of keys. */
export interface AnswerAction {
  key: string | null
  name: string
  description: string
  run: () => void
  isDisabled: boolean
}

/**
 * The actions of the list. `ownActions` exist in this list only. While a panel is open, keys act on that panel, unless it is
 * the note.
 */
export function listAnswerActions(
  listState: AnswerListState,
  keys: AnswerShortcuts,
  ownActions: readonly Omit<AnswerAction, 'isDisabled'>[],
): AnswerAction[] {
  const isDisabled = listState.panel !== null && listState.panel !== 'note'
  const actions: AnswerAction[] = []
  if (listState.current !== null) {
    const note = { name: 'Note', description: 'Write a note' }
    actions.push({ key: keys.note, ...note, run: () => listState.open('note'), isDisabled })
    actions.push(...ownActions.map((action) => ({ ...action, isDisabled })))
  }
  if (listState.canWithdraw)
    actions.push({
      key: keys.withdraw,
      name: 'Withdraw',
      description: 'Withdraw the verdict',
      run: listState.withdraw,
      isDisabled,
    })
  if (listState.verdictChanges.canUndo)
    actions.push({
      key: keys.undo,
      name: 'Undo',
      description: 'Undo your last verdict on this page',
      run: listState.undo,
      isDisabled: false,
    })
  return actions.map((action) => (action.isDisabled ? { ...action, key: null } : action))
}
