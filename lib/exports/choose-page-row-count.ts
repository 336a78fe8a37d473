const pageBytes = 8 * 1024 * 1024
const maxRows = 2_000
/** A page has at most this many times the rows of the last one, because larger rows can follow smaller ones. */
const maxGrowth = 4

/**
 * Number of rows for a next page of at most about 8 MB, estimated from the rows and bytes of the last
 * page.
 */
export function choosePageRowCount(rows: number, bytes: number): number {
  const fittingRows = Math.floor((pageBytes * rows) / Math.max(bytes, 1))
  return Math.max(1, Math.min(fittingRows, rows * maxGrowth, maxRows))
}
