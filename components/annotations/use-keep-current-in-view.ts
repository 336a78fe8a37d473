import { useLayoutEffect, type RefObject } from 'react'
import { currentRowId } from './highlight'

interface Layers {
  /** What may lie over the page above the rows: the lowest of them counts. */
  above: readonly RefObject<HTMLElement | null>[]
  foot: RefObject<HTMLElement | null>
}

/**
 * Scrolls at once, and only when the lit row would leave the middle half of what can be seen: then it comes to the top
 * of that half, so that the next rows need no scrolling. The focus goes along if it was in another row.
 */
export function useKeepCurrentInView({ above, foot }: Layers, currentTarget: unknown): void {
  useLayoutEffect(() => {
    const row = document.getElementById(currentRowId)
    if (!row || !foot.current) return
    const top = Math.max(...above.map((layer) => measureBottom(layer.current)))
    const height = foot.current.getBoundingClientRect().top - top
    const rowRect = row.getBoundingClientRect()
    const isAbove = rowRect.top < top + height / 4
    const isBelow = rowRect.bottom > top + (height * 3) / 4
    if (isAbove || isBelow) scrollBy({ top: rowRect.top - top - height / 4, behavior: 'instant' })
    const focused = document.activeElement
    if (focused?.matches('[role=radio]') && !row.contains(focused))
      row.querySelector<HTMLElement>('[role=radio][tabindex="0"]')?.focus({ preventScroll: true })
    // The places stay what they are; what is in them is looked up when the light passes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [currentTarget])
}

function measureBottom(layer: HTMLElement | null): number {
  const lowest = layer?.lastElementChild ?? layer
  return lowest?.getBoundingClientRect().bottom ?? 0
}
