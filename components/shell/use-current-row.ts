import { useListSelection } from '@/components/ui/use-list-selection'
import { useRowFocus } from '@/components/ui/use-row-focus'
import { useOpenPage } from './use-open-page'
import { useShortcuts } from './use-shortcuts'

export interface RowNavigationKeys {
  previous: string
  next: string
}

interface Row {
  key: string
  href: string
}

/** The current row of a list: two keys move it and the focus, Enter opens it. */
export function useCurrentRow(rows: readonly Row[], keys: RowNavigationKeys) {
  const openPage = useOpenPage()
  const { current, select, move } = useListSelection(rows, ({ key }) => key)
  const moveFocus = useRowFocus(current?.key)
  useShortcuts({
    [keys.previous]: () => move(-1) && moveFocus(),
    [keys.next]: () => move(1) && moveFocus(),
    Enter: () => current && openPage(current.href),
  })
  return { currentKey: current?.key ?? null, selectRow: select }
}
