'use client'

import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/text-field'

const maxCharacters = 1_000

/** Asks for the reason before a solution is excluded. Escape closes the form. */
export function ExcludeSolutionForm({
  isBusy,
  onExclude,
  onClose,
}: {
  isBusy: boolean
  onExclude: (reason: string) => void
  onClose: () => void
}) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const trimmed = reason.trim()
    if (trimmed === '') setError('Enter a reason. It is shown in the list of excluded solutions.')
    else if (!isBusy) onExclude(trimmed)
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      className="grid max-w-measure gap-3 pl-8 max-desk:pl-0"
    >
      <TextField
        label="Reason"
        name="reason"
        value={reason}
        maxLength={maxCharacters}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
          event.stopPropagation()
          onClose()
        }}
        autoComplete="off"
        onChange={(event) => {
          setReason(event.target.value)
          setError(null)
        }}
        hint="Annotators who have already started can finish. You can restore the solution later."
        error={error}
      />
      <div className="flex gap-2">
        <Button type="submit" tone="primary" keyCap="⏎" aria-disabled={isBusy}>
          Exclude
        </Button>
        <Button keyCap="Esc" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
