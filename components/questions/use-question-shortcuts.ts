import { useEffect, useRef } from 'react'
import { useShortcuts } from '@/components/shell/use-shortcuts'
import type { ShortcutHandlers } from '@/lib/client/shortcuts'
import type { QuestionShortcuts } from './question-shortcuts'
import type { QuestionsListState } from './use-questions-list'

/** Shortcuts of the list. While a form is open, only Escape. */
export function useQuestionShortcuts(state: QuestionsListState, keys: QuestionShortcuts): void {
  useShortcuts(bindKeys(state, keys))
  useKeepInView(state.current?.key, state.openPanel !== null)
}

const bind = (key: string | null, action: () => void): ShortcutHandlers =>
  key === null ? {} : { [key]: action }

function bindKeys(state: QuestionsListState, keys: QuestionShortcuts): ShortcutHandlers {
  const undoLast = () => void state.undoLast()
  const undo = state.canUndo
    ? { ...bind(keys.undo, undoLast), ...bind(keys.usualUndo, undoLast) }
    : {}
  if (state.current === null) return undo
  if (state.openPanel !== null) return { Escape: () => state.setOpenPanel(null) }
  return {
    ...undo,
    ...bind(keys.dismiss, () => state.toggle('dismiss')),
    ...bind(keys.select, state.toggleSelected),
    [keys.previous]: () => state.move(-1),
    [keys.next]: () => state.move(1),
    Enter: () => state.toggle('rule'),
  }
}

/** Scrolls to the current row and moves the focus with it, except when the page opens. */
function useKeepInView(currentKey: string | undefined, isOpen: boolean): void {
  const isFirst = useRef(true)
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    if (currentKey === undefined) return
    document.getElementById(`row-${currentKey}`)?.scrollIntoView({ block: 'nearest' })
    if (document.activeElement?.id.startsWith('light-'))
      document.getElementById(`light-${currentKey}`)?.focus({ preventScroll: true })
  }, [currentKey])
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    // The form had the focus, so move it to the row instead of the top of the page.
    if (
      wasOpen.current &&
      !isOpen &&
      currentKey !== undefined &&
      document.activeElement === document.body
    )
      document.getElementById(`light-${currentKey}`)?.focus({ preventScroll: true })
    wasOpen.current = isOpen
  }, [isOpen, currentKey])
}
