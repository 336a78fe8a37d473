'use client'

import { Suspense, useCallback, useState, type MouseEvent, type ReactNode } from 'react'
import { type MenuOpeningMethod, readMenuOpeningMethod } from './menu-opening-method'
import { usePreload } from './use-preload'

interface MenuButtonProps {
  label: string
  trigger: ReactNode
  className: string
  /** Loads the code of the menu. Called in advance, and again when the menu is opened. */
  load: () => Promise<unknown>
  /** Renders the menu, initially open, once its code is loaded. */
  children: (opening: MenuOpeningMethod) => ReactNode
}

/** A placeholder until the menu is first opened. Few people open it, and its code is a fifth of a page's. */
export function LazyMenuButton({ label, trigger, className, load, children }: MenuButtonProps) {
  const [opening, setOpening] = useState<MenuOpeningMethod | null>(null)
  const [hasFailed, setFailed] = useState(false)

  const preload = useCallback(
    () =>
      load().then(
        () => setFailed(false),
        () => undefined,
      ),
    [load],
  )

  usePreload(preload)

  async function open({ nativeEvent }: MouseEvent) {
    setFailed(false)
    const focusedElement = document.activeElement
    try {
      await load()
      // The user may have gone on while it loaded.
      if (document.activeElement === focusedElement) setOpening(readMenuOpeningMethod(nativeEvent))
    } catch {
      setFailed(true)
    }
  }

  const button = (
    <button
      type="button"
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void preload()}
      onFocus={() => void preload()}
      onBlur={() => setFailed(false)}
      onClick={(event) => void open(event)}
      className={className}
    >
      {trigger}
    </button>
  )
  if (opening) return <Suspense fallback={button}>{children(opening)}</Suspense>
  return (
    <>
      {button}
      <span role="status" className={hasFailed ? failureClasses : 'absolute'}>
        {hasFailed && 'Can’t load the menu. Check your connection.'}
      </span>
    </>
  )
}

const failureClasses =
  'absolute top-full right-4 z-40 mt-2 rounded-control border border-rule bg-surface px-3 py-1 text-caption text-negative'
