import { useCallback, useState, type RefCallback } from 'react'

/** Two lines that fade out, so that they don't look like the whole text. */
export const collapsedTextClasses =
  'max-h-[calc(2*var(--text-read--line-height))] overflow-hidden [mask-image:linear-gradient(#000_50%,transparent)]'

/** Formulas make lines a little higher. */
const maxUncollapsibleLines = 2.5

/** Whether a text is longer than two lines, so that collapsing it hides something. `ref`: an element with the full text. */
export function useIsCollapsible(): { ref: RefCallback<HTMLElement>; isCollapsible: boolean } {
  const [isCollapsible, setCollapsible] = useState(false)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const observer = new ResizeObserver(() => {
      const lineHeight = Number.parseFloat(getComputedStyle(element).lineHeight)
      setCollapsible(element.offsetHeight > maxUncollapsibleLines * lineHeight)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, isCollapsible }
}
