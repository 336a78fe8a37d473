import { useEffect, useRef } from 'react'
import { useShortcuts } from '@/components/shell/use-shortcuts'
import { useRowFocus } from '@/components/ui/use-row-focus'
import type { ShortcutHandlersByKey } from '@/lib/client/shortcuts'
import type { QuestionShortcuts } from './question-shortcuts'
import type { QuestionsListState } from './use-questions-list'

/** Shortcuts of the list. While a form is open, only Escape. */
export function useQuestionShortcuts(state: QuestionsListState, keys: QuestionShortcuts): void {
  const moveFocus = useRowFocus(state.current?.key)
  const move = (offset: 1 | -1) => state.move(offset) && moveFocus()
  useShortcuts(bindKeys(state, keys, move))
  useFocusAfterForm(state.current?.key, state.openPanel !== null)
}

const bind = (key: string | null, action: () => void): ShortcutHandlersByKey =>
  key === null ? {} : { [key]: action }

function bindKeys(
  state: QuestionsListState,
  keys: QuestionShortcuts,
  move: (offset: 1 | -1) => void,
): ShortcutHandlersByKey {
  const undo: ShortcutHandlersByKey = state.canUndo
    ? { [keys.undo]: () => void state.undoLast() }
    : {}
  if (state.current === null) return undo
  if (state.openPanel !== null) return { Escape: () => state.setOpenPanel(null) }
  return {
    ...undo,
    ...bind(keys.dismiss, () => state.toggle('dismiss')),
    ...bind(keys.select, state.toggleSelected),
    [keys.previous]: () => move(-1),
    [keys.next]: () => move(1),
    Enter: () => state.toggle('decide'),
  }
}

/** Moves the focus from a form that closes to the current row, instead of the top of the page. */
function useFocusAfterForm(currentKey: string | undefined, isOpen: boolean): void {
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (
      wasOpen.current &&
      !isOpen &&
      currentKey !== undefined &&
      document.activeElement === document.body
    )
      document.getElementById(`row-number-${currentKey}`)?.focus({ preventScroll: true })
    wasOpen.current = isOpen
  }, [isOpen, currentKey])
}
