import { useEffect, useId, useRef, type KeyboardEvent } from 'react'
import { LinkButton } from '@/components/ui/link-button'
import { TextInput } from '@/components/ui/text-input'
import { isComposing } from '@/lib/platform/is-composing'
import type { AnswerShortcuts } from './answer-shortcuts'
import type { AnswerListState } from './use-answer-list'

const maxCharacters = 1_000

/** The note saved with the verdict. Enter and Escape keep the text and close the field, without saving a verdict. */
export function VerdictNoteField({
  listState,
  keys,
}: {
  listState: AnswerListState
  keys: AnswerShortcuts
}) {
  const isOpen = listState.panel === 'note'
  const { current } = listState
  const note = current ? listState.readNote(current) : ''
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isOpen) field.current?.focus()
  }, [isOpen])

  function handleKeyDown(event: KeyboardEvent) {
    if ((event.key !== 'Enter' && event.key !== 'Escape') || isComposing(event.nativeEvent)) return
    event.preventDefault()
    event.stopPropagation()
    listState.open(null)
    // Move the focus before the field disappears, so that the keys of the list work again.
    if (current) document.getElementById(`select-${current.key}`)?.focus({ preventScroll: true })
  }

  if (!isOpen)
    return note.trim() === (current?.note ?? '') ? null : (
      <p className="pt-1.5 wrap-anywhere">
        <span className="font-read text-excerpt font-text italic">{note || 'No note.'}</span>{' '}
        <LinkButton className="text-caption" onClick={() => listState.open('note')}>
          Edit
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
        onChange={(event) => current && listState.writeNote(current, event.target.value)}
        onKeyDown={handleKeyDown}
      />
      <p id={`${id}-hint`} className="text-caption text-ink-3">
        Saved with the verdict. Enter returns to the list, then press {keys.wrong}, {keys.unsure} or{' '}
        {keys.correct}.
      </p>
    </div>
  )
}
