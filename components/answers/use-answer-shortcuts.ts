import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useShortcuts } from '@/components/shell/use-shortcuts'
import { readShortcutKey, type ShortcutHandlersByKey } from '@/lib/client/shortcuts'
import { isComposing } from '@/lib/platform/is-composing'
import type { AnswerShortcuts } from './answer-shortcuts'
import type { AnswerListState } from './use-answer-list'

interface AnswerShortcutsDeps {
  listState: AnswerListState
  keys: AnswerShortcuts
  toggleKeys: () => void
  closeKeys: () => void
  /** Keys of this list only. */
  ownShortcuts: ShortcutHandlersByKey
  /** The keys while a panel is open; undefined if none is. */
  panelKeys?: { shortcuts: ShortcutHandlersByKey; move: (by: 1 | -1) => void }
}

/** Binds the keys of the list, or only those of the open panel. */
export function useAnswerShortcuts(deps: AnswerShortcutsDeps): void {
  const { panelKeys } = deps
  useShortcuts(panelKeys?.shortcuts ?? bindKeys(deps))
  const move = useEffectEvent(panelKeys?.move ?? deps.listState.move)
  useLayoutEffect(() => listenForArrows((by) => move(by)), [])
  const currentKey = deps.listState.current?.key
  const isFirst = useRef(true)
  useKeepFocus(currentKey)
  useEffect(() => {
    // Don't scroll when the page opens.
    if (isFirst.current) isFirst.current = false
    else if (currentKey) scrollToRow(currentKey)
  }, [currentKey])
}

/** Scrolls the row and its details into view. */
function scrollToRow(currentKey: string): void {
  for (const id of [`about-${currentKey}`, `row-${currentKey}`])
    document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
}

/** If the focus is in the list, moves it with the current row, even if that row disappears or returns. */
function useKeepFocus(currentKey: string | undefined): void {
  const wasInside = useRef(false)
  useEffect(() => {
    const recordFocus = ({ target }: FocusEvent) => {
      wasInside.current = target instanceof Element && isSelectButton(target)
    }
    document.addEventListener('focusin', recordFocus)
    return () => document.removeEventListener('focusin', recordFocus)
  }, [])
  useEffect(() => {
    const { activeElement: focusedElement, body } = document
    const isOutsideList =
      focusedElement !== null && focusedElement !== body && !isSelectButton(focusedElement)
    if (currentKey && wasInside.current && !isOutsideList)
      document.getElementById(`select-${currentKey}`)?.focus({ preventScroll: true })
  }, [currentKey])
}

const isSelectButton = (element: Element) => element.id.startsWith('select-')

function bindKeys({
  listState,
  keys,
  toggleKeys,
  closeKeys,
  ownShortcuts,
}: AnswerShortcutsDeps): ShortcutHandlersByKey {
  const commonKeys: ShortcutHandlersByKey = {
    [keys.undo]: listState.undo,
    [keys.allKeys]: toggleKeys,
    Escape: closeKeys,
  }
  if (listState.current === null) return commonKeys
  return {
    ...bindShortcut(keys.note, () => listState.open('note')),
    ...bindShortcut(keys.withdraw, listState.withdraw),
    ...ownShortcuts,
    ...commonKeys,
    [keys.wrong]: () => listState.settle('wrong'),
    [keys.unsure]: () => listState.settle('unsure'),
    [keys.correct]: () => listState.settle('correct'),
    [keys.previous]: () => listState.move(-1),
    [keys.next]: () => listState.move(1),
  }
}

/** Empty if the key is null. */
export const bindShortcut = (key: string | null, run: () => void): ShortcutHandlersByKey =>
  key === null ? {} : { [key]: run }

/** Arrow keys move like the letters, except inside elements that use arrows themselves. */
function listenForArrows(move: (by: 1 | -1) => void): () => void {
  function handleKeyDown(event: KeyboardEvent) {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null
    if (by === null || event.shiftKey || event.defaultPrevented || isArrowInUse(event)) return
    event.preventDefault()
    move(by)
  }
  document.addEventListener('keydown', handleKeyDown)
  return () => document.removeEventListener('keydown', handleKeyDown)
}

/** Whether the arrow key belongs to something else: text input, an open menu, a modifier or a scroll area. */
function isArrowInUse(event: KeyboardEvent): boolean {
  const { target, ctrlKey, metaKey, altKey } = event
  const modifiers = { ctrlKey, metaKey, altKey, shiftKey: false }
  // Arrow keys work where a letter would be a shortcut.
  const letterPress = {
    key: 'j',
    code: 'KeyJ',
    ...modifiers,
    isComposing: isComposing(event),
    target,
  }
  const usesArrows =
    target instanceof Element && target.closest('input, [data-has-arrows]') !== null
  return readShortcutKey(letterPress) === null || usesArrows
}
