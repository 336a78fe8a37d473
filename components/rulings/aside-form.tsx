import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { asideMaxLength } from '@/lib/review/ruling-limits'

/** A word on why a question stays without a ruling; it may stay without one too. Escape closes it. */
export function AsideForm({
  isBusy,
  onSetAside,
  onClose,
}: {
  isBusy: boolean
  onSetAside: (note: string) => void
  onClose: () => void
}) {
  const [note, setNote] = useState('')
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!isBusy) onSetAside(note.trim())
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label="Set aside"
      onSubmit={submit}
      className="grid max-w-measure gap-3"
    >
      <Field
        label="Why it needs no ruling"
        name="note"
        value={note}
        maxLength={asideMaxLength}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
          event.stopPropagation()
          onClose()
        }}
        onChange={(event) => setNote(event.target.value)}
        hint="A word for other reviewers; it may be left out. Who asked is told nothing."
        autoComplete="off"
      />
      <div className="flex gap-2">
        <Button type="submit" tone="primary" keyCap="⏎" aria-disabled={isBusy}>
          Set it aside
        </Button>
        <Button keyCap="Esc" onClick={onClose}>
          Leave it
        </Button>
      </div>
    </form>
  )
}
