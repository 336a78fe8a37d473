/**
 * A page of rows, and the cursor of the next page: that of the last row, or null without a next page.
 *
 * @param rows one more than `limit`, if there are more
 */
export function cutPage<Row, Cursor>(
  rows: readonly Row[],
  limit: number,
  getCursor: (row: Row) => Cursor,
): { page: Row[]; next: Cursor | null } {
  const page = rows.slice(0, limit)
  return { page, next: rows.length > limit ? getCursor(page.at(-1)!) : null }
}
