import { useState } from 'react'

/**
 * The current row of a list, by key, and the panel that is open for it. If none is chosen, or the chosen one has left the
 * list, the first row is current and no panel is open.
 */
export function useListSelection<Row, Panel extends string = never>(
  rows: readonly Row[],
  getKey: (row: Row) => string,
) {
  const [requestedKey, setRequestedKey] = useState<string | null>(null)
  const [requestedPanel, setRequestedPanel] = useState<Panel | null>(null)
  const requestedIndex = rows.findIndex((row) => getKey(row) === requestedKey)
  const index = Math.max(0, requestedIndex)
  const current = rows[index] ?? null
  const panel = requestedIndex === -1 ? null : requestedPanel

  function select(key: string | null, nextPanel: Panel | null = null) {
    setRequestedKey(key)
    setRequestedPanel(nextPanel)
  }

  /** Returns whether there is a row to move to. */
  function move(by: 1 | -1, nextPanel: Panel | null = null): boolean {
    const next = rows[index + by]
    if (next) select(getKey(next), nextPanel)
    return next !== undefined
  }

  const setPanel = (nextPanel: Panel | null) => current && select(getKey(current), nextPanel)
  const toggle = (target: Panel) => setPanel(panel === target ? null : target)

  return { index, current, panel, setPanel, select, move, toggle }
}
