'use client'

import { Suspense, useState, type ReactNode } from 'react'

interface MenuButtonProps {
  label: string
  trigger: ReactNode
  className: string
  /** Loads the menu. Called when the user is about to open it. */
  preload: () => void
  /** The menu, loaded lazily and initially open. */
  children: ReactNode
}

/** A placeholder until the menu is first opened. Few people open it, and its code is a fifth of a page's. */
export function MenuButton({ label, trigger, className, preload, children }: MenuButtonProps) {
  const [wasOpened, setOpened] = useState(false)
  const button = (
    <button
      type="button"
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setOpened(true)}
      className={className}
    >
      {trigger}
    </button>
  )
  return wasOpened ? <Suspense fallback={button}>{children}</Suspense> : button
}
