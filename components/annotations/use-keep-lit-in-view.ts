import { useLayoutEffect, type RefObject } from 'react'
import { litRowId } from './light'

interface Places {
  /** What may lie over the page above the rows: the lowest of them counts. */
  above: readonly RefObject<HTMLElement | null>[]
  foot: RefObject<HTMLElement | null>
}

/**
 * Scrolls at once, and only when the lit row would leave the middle half of what can be seen: then it comes to the top
 * of that half, so that the next rows need no scrolling. The focus goes along if it was in another row.
 */
export function useKeepLitInView({ above, foot }: Places, lit: unknown): void {
  useLayoutEffect(() => {
    const row = document.getElementById(litRowId)
    if (!row || !foot.current) return
    const top = Math.max(...above.map((cover) => measureBottom(cover.current)))
    const height = foot.current.getBoundingClientRect().top - top
    const place = row.getBoundingClientRect()
    const isAbove = place.top < top + height / 4
    const isBelow = place.bottom > top + (height * 3) / 4
    if (isAbove || isBelow) scrollBy({ top: place.top - top - height / 4, behavior: 'instant' })
    const focused = document.activeElement
    if (focused?.matches('[role=radio]') && !row.contains(focused))
      row.querySelector<HTMLElement>('[role=radio][tabindex="0"]')?.focus({ preventScroll: true })
    // The places stay what they are; what is in them is looked up when the light passes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [lit])
}

function measureBottom(cover: HTMLElement | null): number {
  const lowest = cover?.lastElementChild ?? cover
  return lowest?.getBoundingClientRect().bottom ?? 0
}
