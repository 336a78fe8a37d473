'use client'

import { useId, useState } from 'react'
import { LinkButton } from './link-button'

/**
 * An action that can't be undone: the first press shows the consequence, the second confirms it. The names tell
 * screen readers what the buttons are for.
 */
export function ConfirmAction({
  label,
  labelName,
  confirmName,
  consequence,
  confirmLabel,
  onConfirm,
}: {
  label: string
  labelName?: string
  confirmName: string
  consequence: string
  confirmLabel: string
  onConfirm: () => void
}) {
  const [isConfirming, setConfirming] = useState(false)
  const consequenceId = useId()
  if (!isConfirming)
    return (
      <p>
        <LinkButton aria-label={labelName} onClick={() => setConfirming(true)}>
          {label}
        </LinkButton>
      </p>
    )
  return (
    <p>
      <span id={consequenceId}>{consequence}</span>{' '}
      <LinkButton
        aria-label={confirmName}
        onClick={() => {
          setConfirming(false)
          onConfirm()
        }}
      >
        {confirmLabel}
      </LinkButton>{' '}
      or{' '}
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that had the focus is gone; on Cancel, a key that is still held down confirms nothing */}
      <LinkButton autoFocus aria-describedby={consequenceId} onClick={() => setConfirming(false)}>
        cancel
      </LinkButton>
    </p>
  )
}
