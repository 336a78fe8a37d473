'use client'

import { Suspense, useState, type ReactNode } from 'react'
import { type MenuOpening, readMenuOpening } from './menu-opening'

interface MenuButtonProps {
  label: string
  trigger: ReactNode
  className: string
  /** Loads the menu. Called when the user is about to open it. */
  preload: () => void
  /** Renders the menu, loaded lazily and initially open. */
  children: (opening: MenuOpening) => ReactNode
}

/** A placeholder until the menu is first opened. Few people open it, and its code is a fifth of a page's. */
export function MenuButton({ label, trigger, className, preload, children }: MenuButtonProps) {
  const [opening, setOpening] = useState<MenuOpening | null>(null)
  const button = (
    <button
      type="button"
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={(event) => setOpening(readMenuOpening(event.nativeEvent))}
      className={className}
    >
      {trigger}
    </button>
  )
  return opening ? <Suspense fallback={button}>{children(opening)}</Suspense> : button
}
