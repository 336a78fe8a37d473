/**
 * The number of rows on all pages, which each row of a page has as `total`. A page beyond the last one has no rows, so all are
 * counted then.
 *
 * @param page from 1
 */
export async function findTotal(
  rows: readonly { total: number }[],
  page: number,
  countAll: () => Promise<number>,
): Promise<number> {
  if (rows.length === 0 && page > 1) return countAll()
  return rows[0]?.total ?? 0
}
