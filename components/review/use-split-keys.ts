import { useEffect } from 'react'
import { useShortcuts } from '@/components/shell/use-shortcuts'
import type { SplitBoardState } from './use-split-board'

/** Keys of the page; while a repair is open, only those that end it. */
export function useSplitKeys(board: SplitBoardState, leave: () => void) {
  const { askSplit, askMerge } = board
  useShortcuts(
    board.change
      ? { Enter: () => void board.repair(), Escape: board.close, m: askMerge, c: askSplit }
      : {
          ...{ k: () => board.light(board.lit - 1), j: () => board.light(board.lit + 1) },
          ...{ c: askSplit, m: askMerge, x: leave },
        },
  )
  useEffect(() => {
    document.getElementById(`step-${board.lit + 1}`)?.scrollIntoView({ block: 'nearest' })
  }, [board.lit])
  const isAsking = board.change !== null
  useEffect(() => {
    // What had the focus went with the panel: it goes back to the step, not to the top of the page.
    if (!isAsking && document.activeElement === document.body)
      document.getElementById(`light-${board.lit + 1}`)?.focus({ preventScroll: true })
  }, [isAsking, board.lit])
}
