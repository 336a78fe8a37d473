'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'

/** Properties of the button that opens the form. The attribute marks it, so that it gets the focus back. */
export interface OpenFormButtonProps {
  onClick: () => void
  'data-opens-form': ''
}

interface FormOnDemandProps {
  /** What the form replaces while it is open. */
  renderClosed: (openButton: OpenFormButtonProps) => ReactNode
  renderForm: (close: () => void) => ReactNode
  /** Whether the form is open, and the setter, if the page needs to know. */
  state?: readonly [boolean, (isOpen: boolean) => void]
}

/** A form that opens in place of its button. The focus moves to its first field, and back when it closes. */
export function FormOnDemand({ renderClosed, renderForm, state }: FormOnDemandProps) {
  const ownState = useState(false)
  const [isOpen, setOpen] = state ?? ownState
  const container = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(isOpen)

  useEffect(() => {
    if (wasOpen.current === isOpen) return
    wasOpen.current = isOpen
    const target = isOpen ? 'input, select, textarea' : '[data-opens-form]'
    container.current?.querySelector<HTMLElement>(target)?.focus()
  }, [isOpen])

  return (
    <div ref={container}>
      {isOpen
        ? renderForm(() => setOpen(false))
        : renderClosed({ onClick: () => setOpen(true), 'data-opens-form': '' })}
    </div>
  )
}
