import { useEffect, useRef } from 'react'

/**
 * Scrolls to the current row when it changes. If the focus was on another row or nowhere, it moves to the link or button of
 * the current row, so that Enter acts on it. Call the returned function when keys have changed the row: then the focus also
 * moves from a link or button outside the rows. Fields keep it.
 *
 * @param currentKey the row has the id `row-<key>`
 */
export function useRowFocus(currentKey: string | undefined): () => void {
  const isFirst = useRef(true)
  const isMovedByKeys = useRef(false)
  useEffect(() => {
    // Don't scroll when the page opens.
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    const wasMovedByKeys = isMovedByKeys.current
    isMovedByKeys.current = false
    const row = currentKey === undefined ? null : document.getElementById(`row-${currentKey}`)
    if (!row) return
    row.scrollIntoView({ block: 'nearest' })
    const { activeElement } = document
    const isOnRow = activeElement === document.body || activeElement?.closest('[id^="row-"]')
    if (isOnRow || (wasMovedByKeys && activeElement?.matches('a, button')))
      row.querySelector<HTMLElement>('a[href], button')?.focus({ preventScroll: true })
  }, [currentKey])
  return () => {
    isMovedByKeys.current = true
  }
}
