'use client'

import { useState } from 'react'
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
  cancelLabel,
  onConfirm,
}: {
  label: string
  labelName?: string
  confirmName: string
  consequence: string
  confirmLabel: string
  cancelLabel: string
  onConfirm: () => void
}) {
  const [isConfirming, setConfirming] = useState(false)
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
      {consequence}{' '}
      <LinkButton
        aria-label={confirmName}
        onClick={() => {
          setConfirming(false)
          onConfirm()
        }}
      >
        {confirmLabel}
      </LinkButton>{' '}
      or <LinkButton onClick={() => setConfirming(false)}>{cancelLabel}</LinkButton>
    </p>
  )
}
