const pageBytes = 8 * 1024 * 1024
const maxRows = 2_000
/** Larger rows may follow smaller ones: pages grow slowly. */
const growth = 4

/** How many rows the next page has, after a page of so many rows and bytes, so that it has about 8 MB. */
export function choosePageRows(rows: number, bytes: number): number {
  const fitting = Math.floor((pageBytes * rows) / Math.max(bytes, 1))
  return Math.max(1, Math.min(fitting, rows * growth, maxRows))
}
