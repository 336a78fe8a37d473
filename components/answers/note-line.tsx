import { useEffect, useId, useRef, type KeyboardEvent } from 'react'
import { LinkButton } from '@/components/ui/link-button'
import { TextInput } from '@/components/ui/text-input'
import type { AnswerKeys } from './answer-keys'
import type { AnswersBoardState } from './use-answers-board'

const maxCharacters = 1_000

/** The note that goes with the verdict. Enter and Escape keep the words and close it: neither settles anything. */
export function NoteLine({ board, keys }: { board: AnswersBoardState; keys: AnswerKeys }) {
  const isOpen = board.opened === 'note'
  const { lit } = board
  const note = lit ? board.readNote(lit) : ''
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isOpen) field.current?.focus()
  }, [isOpen])

  function press(event: KeyboardEvent) {
    if ((event.key !== 'Enter' && event.key !== 'Escape') || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    board.open(null)
    // Before the field goes: digits are keys again, and who uses a keyboard alone is where they were.
    if (lit) document.getElementById(`light-${lit.key}`)?.focus({ preventScroll: true })
  }

  if (!isOpen)
    return note.trim() === (lit?.note ?? '') ? null : (
      <p className="pt-1.5 wrap-anywhere">
        <span className="font-read text-excerpt font-text italic">{note || 'No note.'}</span>{' '}
        <LinkButton className="text-caption" onClick={() => board.open('note')}>
          Change
        </LinkButton>
      </p>
    )
  return (
    <div className="grid gap-1 pt-2">
      <label htmlFor={id} className="font-label">
        Note
      </label>
      <TextInput
        ref={field}
        id={id}
        value={note}
        maxLength={maxCharacters}
        autoComplete="off"
        aria-describedby={`${id}-hint`}
        onChange={(event) => lit && board.writeNote(lit, event.target.value)}
        onKeyDown={press}
      />
      <p id={`${id}-hint`} className="text-caption text-ink-3">
        It is stored with the verdict. Enter keeps it and goes back to the list; then {keys.wrong},{' '}
        {keys.unsure} or {keys.correct} settles.
      </p>
    </div>
  )
}
