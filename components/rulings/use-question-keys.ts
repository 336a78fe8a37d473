import { useEffect, useRef } from 'react'
import { useShortcuts } from '@/components/shell/use-shortcuts'
import type { Shortcuts } from '@/lib/client/shortcuts'
import type { QuestionKeys } from './question-keys'
import type { QuestionsBoardState } from './use-questions-board'

/** Keys of the list. While a form is open, only the one that closes it. */
export function useQuestionKeys(board: QuestionsBoardState, keys: QuestionKeys): void {
  useShortcuts(bindKeys(board, keys))
  useKeepInView(board.lit?.key, board.opened !== null)
}

const bind = (key: string | null, act: () => void): Shortcuts =>
  key === null ? {} : { [key]: act }

function bindKeys(board: QuestionsBoardState, keys: QuestionKeys): Shortcuts {
  const takeBack = () => void board.takeBack()
  const undo = board.canUndo
    ? { ...bind(keys.undo, takeBack), ...bind(keys.otherUndo, takeBack) }
    : {}
  if (board.lit === null) return undo
  if (board.opened !== null) return { Escape: () => board.setOpened(null) }
  return {
    ...undo,
    ...bind(keys.aside, () => board.toggle('aside')),
    ...bind(keys.together, board.take),
    [keys.previous]: () => board.move(-1),
    [keys.next]: () => board.move(1),
    Enter: () => board.toggle('rule'),
  }
}

/** The page as it opens stays at its top; then the row that is lit is seen, and the focus goes with it. */
function useKeepInView(lit: string | undefined, isOpen: boolean): void {
  const isFirst = useRef(true)
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    if (lit === undefined) return
    document.getElementById(`row-${lit}`)?.scrollIntoView({ block: 'nearest' })
    if (document.activeElement?.id.startsWith('light-'))
      document.getElementById(`light-${lit}`)?.focus({ preventScroll: true })
  }, [lit])
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    // What had the focus went with the form: it goes back to the row, not to the top of the page.
    if (wasOpen.current && !isOpen && lit !== undefined && document.activeElement === document.body)
      document.getElementById(`light-${lit}`)?.focus({ preventScroll: true })
    wasOpen.current = isOpen
  }, [isOpen, lit])
}
