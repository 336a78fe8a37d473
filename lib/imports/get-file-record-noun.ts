/** What one record of a file is called: a row of a table, an element of a JSON list, or a line. */
export function getFileRecordNoun({
  columns = null,
  formats,
  fileName,
}: {
  /** Of a table; null for other files. Unknown in the list of imports. */
  columns?: readonly string[] | null
  /** The names of the formats, separated by commas. */
  formats: string
  fileName: string
}): 'row' | 'element' | 'line' {
  // While a table is read for the first time, and if it can't be read, only its name says what it is.
  if (columns !== null || formats === 'csv' || /\.csv(\.gz)?$/i.test(fileName)) return 'row'
  return /\.json(\.gz)?$/i.test(fileName) ? 'element' : 'line'
}
