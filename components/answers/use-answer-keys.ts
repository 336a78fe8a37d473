import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useShortcuts } from '@/components/shell/use-shortcuts'
import { readShortcut, type Shortcuts } from '@/lib/client/shortcuts'
import type { AnswerKeys } from './answer-keys'
import type { AnswersBoardState } from './use-answers-board'

interface KeyParts {
  board: AnswersBoardState
  keys: AnswerKeys
  toggleKeys: () => void
  closeKeys: () => void
  /** Keys of just this list. */
  own: Shortcuts
  /** Which keys there are while something is open at what is lit; undefined: those of the list. */
  inside?: { shortcuts: Shortcuts; move: (by: 1 | -1) => void }
}

/** Keys of the list. While a form is open below what is lit, only those that belong to it. */
export function useAnswerKeys(parts: KeyParts): void {
  const { inside } = parts
  useShortcuts(inside?.shortcuts ?? bindKeys(parts))
  const move = useEffectEvent(inside?.move ?? parts.board.move)
  useLayoutEffect(() => listenForArrows((by) => move(by)), [])
  const lit = parts.board.lit?.key
  const isFirst = useRef(true)
  useKeepFocus(lit)
  useEffect(() => {
    // The page as it opens stays at its top.
    if (isFirst.current) isFirst.current = false
    else if (lit) bringIntoView(lit)
  }, [lit])
}

/** With what is told of it below it, as far as there is room. */
function bringIntoView(lit: string): void {
  for (const id of [`about-${lit}`, `row-${lit}`])
    document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
}

/** Where the focus is in the list, it goes with the light: also when its row is settled and gone, or comes back. */
function useKeepFocus(lit: string | undefined): void {
  const wasInside = useRef(false)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      wasInside.current = target instanceof Element && isLight(target)
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  useEffect(() => {
    const { activeElement: focus, body } = document
    const isElsewhere = focus !== null && focus !== body && !isLight(focus)
    if (lit && wasInside.current && !isElsewhere)
      document.getElementById(`light-${lit}`)?.focus({ preventScroll: true })
  }, [lit])
}

const isLight = (element: Element) => element.id.startsWith('light-')

function bindKeys({ board, keys, toggleKeys, closeKeys, own }: KeyParts): Shortcuts {
  const always: Shortcuts = {
    ...bind(keys.undo, board.undo),
    ...bind(keys.otherUndo, board.undo),
    [keys.allKeys]: toggleKeys,
    Escape: closeKeys,
  }
  if (board.lit === null) return always
  return {
    ...bind(keys.note, () => board.open('note')),
    ...bind(keys.takeBack, board.takeBack),
    ...own,
    ...always,
    [keys.wrong]: () => board.settle('wrong'),
    [keys.unsure]: () => board.settle('unsure'),
    [keys.correct]: () => board.settle('correct'),
    [keys.previous]: () => board.move(-1),
    [keys.next]: () => board.move(1),
  }
}

/** Nothing where the letter is taken. */
export const bind = (key: string | null, act: () => void): Shortcuts =>
  key === null ? {} : { [key]: act }

/** Up and down as the letters do, held down too; not where something has arrows of its own. */
function listenForArrows(move: (by: 1 | -1) => void): () => void {
  function press(event: KeyboardEvent) {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null
    if (by === null || event.shiftKey || event.defaultPrevented || isTaken(event)) return
    event.preventDefault()
    move(by)
  }
  document.addEventListener('keydown', press)
  return () => document.removeEventListener('keydown', press)
}

/** As for the letters: somebody types, has a menu open, holds a modifier, or is inside something that scrolls. */
function isTaken({ target, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  const modifiers = { ctrlKey, metaKey, altKey, shiftKey: false }
  const letter = { key: 'j', code: 'KeyJ', ...modifiers, isComposing, target }
  const isOwn = target instanceof Element && target.closest('input, [data-has-arrows]') !== null
  return readShortcut(letter) === null || isOwn
}
