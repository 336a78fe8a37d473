import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { currentRowId } from './current-row-highlight'

interface Layers {
  /** Sticky layers above the rows; the lowest edge counts. */
  above: readonly RefObject<HTMLElement | null>[]
  footer: RefObject<HTMLElement | null>
  /** A notice at the top must be read, so the page stays there until the first input. */
  opensAtTop?: boolean
}

/**
 * Scrolls only when the current row leaves the middle half of the viewport, and then to the top of that half, so that
 * the next rows need no scrolling. Moves the focus along if it was on a rating of another row.
 */
export function useScrollToCurrentRow(
  { above, footer, opensAtTop = false }: Layers,
  currentTarget: unknown,
  pageStart = 0,
): void {
  const staysAtTop = useRef(opensAtTop)
  useEffect(() => {
    const abortController = new AbortController()
    const allowScrolling = () => (staysAtTop.current = false)
    for (const name of ['keydown', 'pointerdown'] as const)
      addEventListener(name, allowScrolling, { signal: abortController.signal, capture: true })
    return () => abortController.abort()
  }, [])
  useLayoutEffect(() => {
    if (staysAtTop.current) return
    const row = document.getElementById(currentRowId)
    if (!row || !footer.current) return
    const top = Math.max(...above.map((layer) => measureBottom(layer.current)))
    const height = footer.current.getBoundingClientRect().top - top
    const rowRect = row.getBoundingClientRect()
    const isAbove = rowRect.top < top + height / 4
    const isBelow = rowRect.bottom > top + (height * 3) / 4
    if (isAbove || isBelow) scrollBy({ top: rowRect.top - top - height / 4, behavior: 'instant' })
    const focused = document.activeElement
    if (focused?.matches('[role=radio]') && !row.contains(focused))
      row.querySelector<HTMLElement>('[role=radio][tabindex="0"]')?.focus({ preventScroll: true })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the refs are stable
  }, [currentTarget, pageStart])
}

function measureBottom(layer: HTMLElement | null): number {
  const lowest = layer?.lastElementChild ?? layer
  return lowest?.getBoundingClientRect().bottom ?? 0
}
