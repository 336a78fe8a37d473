import { useEffect, useRef } from 'react'
import { listenForShortcuts, readShortcut, type Shortcuts } from '@/lib/client/shortcuts'
import type { AnswerKeys } from './answer-keys'
import type { AnswersBoardState } from './use-answers-board'

interface KeyParts {
  board: AnswersBoardState
  keys: AnswerKeys
  toggleKeys: () => void
  closeKeys: () => void
}

/** Keys of the list. While a form is open below the lit pair, only the one that closes it. */
export function useAnswerKeys(parts: KeyParts): void {
  const shortcuts = useRef<Shortcuts>({})
  const move = useRef(parts.board.move)
  const { opened, lit } = parts.board
  useEffect(() => {
    shortcuts.current = bindKeys(parts)
    move.current = opened === 'overrule' ? () => {} : parts.board.move
  })
  useEffect(() => listenForShortcuts(() => shortcuts.current), [])
  useEffect(() => listenForArrows((by) => move.current(by)), [])
  const pair = lit?.pair
  const isFirst = useRef(true)
  useKeepFocus(pair)
  useEffect(() => {
    // The page as it opens stays at its top.
    if (isFirst.current) isFirst.current = false
    else if (pair) bringIntoView(pair)
  }, [pair])
}

/** With what is told of it below it, as far as there is room. */
function bringIntoView(pair: string): void {
  for (const id of [`about-${pair}`, `pair-${pair}`])
    document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
}

/** Where the row that had the focus is settled and gone, the one that is lit has it. */
function useKeepFocus(pair: string | undefined): void {
  const wasInside = useRef(false)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      wasInside.current = target instanceof Element && target.closest('[data-pairs]') !== null
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  useEffect(() => {
    if (pair && wasInside.current && document.activeElement === document.body)
      document.getElementById(`light-${pair}`)?.focus({ preventScroll: true })
  }, [pair])
}

function bindKeys({ board, keys, toggleKeys, closeKeys }: KeyParts): Shortcuts {
  if (board.opened === 'overrule') return { Escape: () => board.open(null) }
  const bound: Shortcuts = {
    [keys.wrong]: () => board.settle('wrong'),
    [keys.unsure]: () => board.settle('unsure'),
    [keys.correct]: () => board.settle('correct'),
    [keys.previous]: () => board.move(-1),
    [keys.next]: () => board.move(1),
    [keys.allKeys]: toggleKeys,
    Escape: closeKeys,
  }
  return {
    ...bind(keys.note, () => board.open('note')),
    ...bind(keys.takeBack, board.takeBack),
    ...bind(keys.undo, board.undo),
    ...bind(keys.otherUndo, board.undo),
    ...bound,
  }
}

const bind = (key: string | null, act: () => void): Shortcuts =>
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
