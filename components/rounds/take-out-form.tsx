'use client'

import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'

const maxCharacters = 1_000

/** Why a solution goes out of the queue. Escape closes it. */
export function TakeOutForm({
  isBusy,
  onTakeOut,
  onClose,
}: {
  isBusy: boolean
  onTakeOut: (reason: string) => void
  onClose: () => void
}) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const written = reason.trim()
    if (written === '') setError('Say why: it stands in the list of what was taken out.')
    else if (!isBusy) onTakeOut(written)
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      className="grid max-w-measure gap-3 pl-8 max-desk:pl-0"
    >
      <Field
        label="Why it is taken out"
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
        hint="Nobody new gets it; who holds it may finish. It can be put back."
        error={error}
      />
      <div className="flex gap-2">
        <Button type="submit" tone="primary" keyCap="⏎" aria-disabled={isBusy}>
          Take it out
        </Button>
        <Button keyCap="Esc" onClick={onClose}>
          Leave it in
        </Button>
      </div>
    </form>
  )
}
