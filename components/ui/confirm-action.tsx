'use client'

import { useState } from 'react'
import { LinkButton } from './link-button'

/**
 * An act that is not undone by pressing again: said once, then what it does is read, and it is said again. `name` tells
 * the second word from others like it for whoever hears it alone.
 */
export function ConfirmAction({
  label,
  confirmName,
  consequence,
  confirmLabel,
  cancelLabel,
  onConfirm,
}: {
  label: string
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
        <LinkButton onClick={() => setConfirming(true)}>{label}</LinkButton>
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
