import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/text-field'
import { dismissalNoteMaxLength } from '@/lib/review/decision-limits'

/** Asks for an optional reason to dismiss a question. Escape closes it. */
export function DismissQuestionsForm({
  isBusy,
  onDismiss,
  onClose,
}: {
  isBusy: boolean
  onDismiss: (note: string) => void
  onClose: () => void
}) {
  const [note, setNote] = useState('')
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!isBusy) onDismiss(note.trim())
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label="Dismiss"
      onSubmit={submit}
      className="grid max-w-measure gap-3"
    >
      <TextField
        label="Reason"
        name="note"
        value={note}
        maxLength={dismissalNoteMaxLength}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
          event.stopPropagation()
          onClose()
        }}
        onChange={(event) => setNote(event.target.value)}
        hint="Optional. Only reviewers see it."
        autoComplete="off"
      />
      <div className="flex gap-2">
        <Button type="submit" tone="primary" keyCap="⏎" aria-disabled={isBusy}>
          Dismiss
        </Button>
        <Button keyCap="Esc" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
