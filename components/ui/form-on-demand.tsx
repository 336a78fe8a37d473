'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'

interface FormOnDemandProps {
  /** What the form replaces while it is open. The button that opens it comes first. */
  renderClosed: (open: () => void) => ReactNode
  renderForm: (close: () => void) => ReactNode
}

/** A form that opens in the place of its button. The focus moves to its first field, and back when it closes. */
export function FormOnDemand({ renderClosed, renderForm }: FormOnDemandProps) {
  const [state, setState] = useState({ isOpen: false, hasChanged: false })
  const container = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!state.hasChanged) return
    const target = state.isOpen ? 'input, select, textarea' : 'button'
    container.current?.querySelector<HTMLElement>(target)?.focus()
  }, [state])

  const open = () => setState({ isOpen: true, hasChanged: true })
  const close = () => setState({ isOpen: false, hasChanged: true })
  return <div ref={container}>{state.isOpen ? renderForm(close) : renderClosed(open)}</div>
}
