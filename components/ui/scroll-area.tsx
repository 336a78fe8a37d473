'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { joinClasses } from './join-classes'

/**
 * Scrolls sideways if its content does not fit. Only then it can be focused, because Safari scrolls nothing else by
 * keyboard. Its children must not be replaced.
 */
export function ScrollArea({
  label,
  className,
  children,
}: {
  label: string
  className?: string
  children: ReactNode
}) {
  const area = useRef<HTMLDivElement>(null)
  const [isScrollable, setScrollable] = useState(false)
  useEffect(() => {
    const element = area.current
    if (!element) return
    const observer = new ResizeObserver(() =>
      setScrollable(element.scrollWidth > element.clientWidth),
    )
    observer.observe(element)
    // The content can change its width without the area, for example when a font is loaded.
    for (const child of element.children) observer.observe(child)
    return () => observer.disconnect()
  }, [])
  return (
    <div
      ref={area}
      className={joinClasses('scroll-box overflow-x-auto', className)}
      {...(isScrollable && { role: 'region', 'aria-label': label, tabIndex: 0 })}
    >
      {children}
    </div>
  )
}
