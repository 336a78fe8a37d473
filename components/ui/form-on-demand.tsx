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
}

/** A form that opens in the place of its button. The focus moves to its first field, and back when it closes. */
export function FormOnDemand({ renderClosed, renderForm }: FormOnDemandProps) {
  const [state, setState] = useState({ isOpen: false, hasChanged: false })
  const container = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!state.hasChanged) return
    const target = state.isOpen ? 'input, select, textarea' : '[data-opens-form]'
    container.current?.querySelector<HTMLElement>(target)?.focus()
  }, [state])

  const open = () => setState({ isOpen: true, hasChanged: true })
  const close = () => setState({ isOpen: false, hasChanged: true })
  return (
    <div ref={container}>
      {state.isOpen ? renderForm(close) : renderClosed({ onClick: open, 'data-opens-form': '' })}
    </div>
  )
}
