import { useState } from 'react'

interface Selection<Panel> {
  key: string | null
  panel: Panel | null
}

/**
 * The current row of a list, by key, and the panel that is open for it. If none is chosen, or the chosen one has left the
 * list, the first row is current and no panel is open.
 */
export function useListSelection<Row, Panel extends string = never>(
  rows: readonly Row[],
  getKey: (row: Row) => string,
) {
  const [selection, setSelection] = useState<Selection<Panel>>({ key: null, panel: null })
  const requestedIndex = rows.findIndex((row) => getKey(row) === selection.key)
  const index = Math.max(0, requestedIndex)
  const current = rows[index] ?? null
  const panel = requestedIndex === -1 ? null : selection.panel

  const select = (key: string | null, nextPanel: Panel | null = null) =>
    setSelection({ key, panel: nextPanel })

  /**
   * Selects a row after a reply, unless the user has selected another one since this render or opened its panel. Removed rows
   * count as not selected.
   */
  const selectAfterReply = (key: string | null, removedKeys: ReadonlySet<string> = new Set()) =>
    setSelection((latest) =>
      latest === selection || (latest.key !== null && removedKeys.has(latest.key))
        ? { key, panel: null }
        : latest,
    )

  /** Returns whether there is a row to move to. */
  function move(by: 1 | -1, nextPanel: Panel | null = null): boolean {
    const next = rows[index + by]
    if (next) select(getKey(next), nextPanel)
    return next !== undefined
  }

  const setPanel = (nextPanel: Panel | null) => current && select(getKey(current), nextPanel)
  const toggle = (target: Panel) => setPanel(panel === target ? null : target)

  return { index, current, panel, setPanel, select, selectAfterReply, move, toggle }
}
