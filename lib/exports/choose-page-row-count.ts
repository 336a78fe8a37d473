const pageBytes = 8 * 1024 * 1024
const maxRows = 2_000
/** Pages grow slowly, because larger rows can follow smaller ones. */
const growth = 4

/**
 * Number of rows of the next page so that it has about 8 MB, from the rows and bytes of the last
 * page.
 */
export function choosePageRowCount(rows: number, bytes: number): number {
  const fittingRows = Math.floor((pageBytes * rows) / Math.max(bytes, 1))
  return Math.max(1, Math.min(fittingRows, rows * growth, maxRows))
}
