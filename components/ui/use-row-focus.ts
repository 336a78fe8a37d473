import { useEffect, useRef } from 'react'

/**
 * Scrolls to the current row when it changes, and moves the focus to its link or button, so that Enter acts on this row.
 * A field or another part of the page keeps the focus.
 *
 * @param currentKey the row has the id `row-<key>`
 */
export function useRowFocus(currentKey: string | undefined): void {
  const isFirst = useRef(true)
  useEffect(() => {
    // Don't scroll when the page opens.
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    const row = currentKey === undefined ? null : document.getElementById(`row-${currentKey}`)
    if (!row) return
    row.scrollIntoView({ block: 'nearest' })
    const { activeElement } = document
    if (activeElement === document.body || activeElement?.closest('[id^="row-"]'))
      row.querySelector<HTMLElement>('a[href], button')?.focus({ preventScroll: true })
  }, [currentKey])
}
