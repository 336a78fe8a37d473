/** Text, a number, or null if the row has no value. */
export type SortValue = string | number | null

export interface SortOrder {
  /** Index of the column. */
  column: number
  direction: 'ascending' | 'descending'
}

/** `run 2` before `run 10`, and `ana` next to `Ana`. */
const collator = new Intl.Collator('en', { numeric: true })

/** The rows by the values of a column. Rows without a value are last in both directions. */
export function sortRows<Row extends { sortValues: readonly SortValue[] }>(
  rows: readonly Row[],
  { column, direction }: SortOrder,
): Row[] {
  const sign = direction === 'ascending' ? 1 : -1
  return rows.toSorted((a, b) => {
    const [x, y] = [a.sortValues[column] ?? null, b.sortValues[column] ?? null]
    if (x === null || y === null) return Number(x === null) - Number(y === null)
    return sign * compareValues(x, y)
  })
}

const compareValues = (a: string | number, b: string | number) =>
  typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))

/** The order after a header is pressed: first from A to Z or from the largest number, then the opposite. */
export function changeSortOrder(
  order: SortOrder | null,
  { column, isNumeric }: { column: number; isNumeric: boolean },
): SortOrder {
  if (order?.column !== column) return { column, direction: isNumeric ? 'descending' : 'ascending' }
  return { column, direction: order.direction === 'ascending' ? 'descending' : 'ascending' }
}
