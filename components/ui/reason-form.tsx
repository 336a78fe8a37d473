import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { isComposing } from '@/lib/platform/is-composing'
import { Button } from './button'
import { TextField } from './text-field'
import { useFormLeaveGuard } from './use-leave-guard'

/** Asks for a reason in place. Enter submits it, Escape closes the form. */
export function ReasonForm({
  name,
  label,
  hint,
  maxLength,
  requiredMessage,
  submitLabel,
  isBusy,
  onSubmit,
  onClose,
}: {
  /** Name of the field. */
  name: string
  /** Accessible name of the form. */
  label?: string
  hint: string
  maxLength: number
  /** The error of an empty reason. Without it, the reason is optional. */
  requiredMessage?: string
  submitLabel: string
  isBusy: boolean
  onSubmit: (reason: string) => void
  onClose: () => void
}) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  useFormLeaveGuard(form)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const trimmed = reason.trim()
    if (trimmed === '' && requiredMessage !== undefined) setError(requiredMessage)
    else if (!isBusy) onSubmit(trimmed)
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label={label}
      onSubmit={submit}
      className="grid max-w-measure gap-3"
    >
      <TextField
        label="Reason"
        name={name}
        value={reason}
        maxLength={maxLength}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return
          event.stopPropagation()
          onClose()
        }}
        onChange={(event) => {
          setReason(event.target.value)
          setError(null)
        }}
        hint={hint}
        error={error}
        autoComplete="off"
      />
      <div className="flex gap-2">
        <Button type="submit" tone="primary" keyCap="⏎" aria-disabled={isBusy}>
          {submitLabel}
        </Button>
        <Button keyCap="Esc" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
