import { formatQuantity } from '@/lib/platform/format'
import { BoundedElementBuffer } from './bounded-element-buffer'
import type { ColumnMapping, FileColumnNames } from './column-mapping'
import { readElementText, makeInvalidItem, type InvalidItem } from './read-element'
import type { LinePosition } from './read-lines'
import { listFileColumnNames, readTableHeader, readTableRows } from './table-header'

/** `excerpt` is the beginning of the row, and `columnNames` what the file calls its columns, for reports. */
export type TableRow = LinePosition & {
  row: Record<string, string>
  columnNames: FileColumnNames
  excerpt: string
}

type TextRow = LinePosition & { text: string }

const encoder = new TextEncoder()
const [lineFeed, carriageReturn, quote] = [0x0a, 0x0d, 0x22]

/**
 * Cuts the rows out of a table. A quote at the beginning of a cell opens it, and separators and
 * line feeds can then follow. The first row is the header, and empty rows are skipped. Keeps
 * only one chunk and one row in memory.
 */
export class TableRowSplitter {
  private readonly row: BoundedElementBuffer
  private readonly separatorByte: number
  private columns: string[] | null = null
  private columnNames: FileColumnNames = {}
  private offset = 0
  private line = 1
  private startPosition: Omit<LinePosition, 'byteLength'>
  private isCellStart = true
  private isQuoted = false
  /** A quote has just closed the cell; another one would make it a quote in the text. */
  private mayReopen = false
  private lastByte = -1
  private pendingRows: (TextRow | InvalidItem)[] = []

  /** @param bomBytes length of a byte order mark to skip */
  constructor(
    private readonly separator: string,
    private readonly maxBytes: number,
    bomBytes: number,
    private readonly mapping: ColumnMapping = {},
  ) {
    this.startPosition = { line: 1, offset: bomBytes }
    this.separatorByte = separator.charCodeAt(0)
    // A row can have a CR beyond its limit.
    this.row = new BoundedElementBuffer(maxBytes + 1)
  }

  *push(chunk: Uint8Array): Generator<TableRow | InvalidItem> {
    let from = 0
    for (let offset = 0; offset < chunk.length; offset++) {
      const byte = chunk[offset] ?? 0
      if (this.offset < this.startPosition.offset) {
        from = offset + 1
        this.offset += 1
        continue
      }
      const isEnd = byte === lineFeed && !this.isQuoted
      if (isEnd) this.finish(chunk.subarray(from, offset))
      else this.step(byte)
      this.offset += 1
      if (byte === lineFeed) this.line += 1
      if (isEnd) {
        from = offset + 1
        this.startPosition = { line: this.line, offset: this.offset }
      }
    }
    const remainder = chunk.subarray(from)
    this.lastByte = remainder.at(-1) ?? this.lastByte
    this.row.add(remainder)
    yield* this.readPendingRows()
  }

  *end(): Generator<TableRow | InvalidItem> {
    if (!this.isQuoted) {
      this.finish(new Uint8Array(0))
      yield* this.readPendingRows()
      return
    }
    const lastLine = this.lastByte === lineFeed ? this.line - 1 : this.line
    const enclosedLines = lastLine - this.startPosition.line
    const reason =
      'A quote in this row is never closed' +
      (enclosedLines > 0
        ? `, so ${formatQuantity(enclosedLines, 'line')} after it can’t be read.`
        : '.')
    const position = { ...this.startPosition, byteLength: this.row.total }
    yield makeInvalidItem(position, reason, this.row.bytes)
  }

  /** Two quotes within quotes are one: the first closes them, the second opens them again. */
  private step(byte: number): void {
    if (byte === quote) {
      if (this.isQuoted) this.isQuoted = false
      else if (this.isCellStart || this.mayReopen) this.isQuoted = true
    }
    this.mayReopen = byte === quote && !this.isQuoted
    this.isCellStart = !this.isQuoted && byte === this.separatorByte
  }

  private finish(tail: Uint8Array): void {
    this.row.add(tail)
    const last = tail.at(-1) ?? this.lastByte
    const total = this.row.total
    const byteLength = total > 0 && last === carriageReturn ? total - 1 : total
    const content = this.row.bytes.subarray(0, byteLength)
    if (byteLength > 0) this.takeRow({ ...this.startPosition, byteLength }, content)
    this.row.clear()
    this.isCellStart = true
    this.mayReopen = false
    this.lastByte = -1
  }

  private takeRow(position: LinePosition, content: Uint8Array): void {
    if (this.columns)
      this.pendingRows.push(readElementText(position, content, this.maxBytes, 'row'))
    else if (content.some((byte) => byte > 0x20)) {
      const header = readTableHeader(content, this.mapping)
      this.columns = header?.columns ?? []
      if (header) this.columnNames = listFileColumnNames(header)
    }
  }

  private *readPendingRows(): Generator<TableRow | InvalidItem> {
    const { pendingRows } = this
    this.pendingRows = []
    const texts = pendingRows.flatMap((row) => ('text' in row ? [row.text] : []))
    const cells = cutCells(texts, this.separator)
    let next = 0
    for (const row of pendingRows) {
      const item = 'text' in row ? this.readRow(row, cells[next++] ?? null) : row
      if (item) yield item
    }
  }

  private readRow(
    { text, ...position }: TextRow,
    cells: readonly string[] | null,
  ): TableRow | InvalidItem | null {
    const makeRowError = (reason: string) =>
      makeInvalidItem(position, reason, encoder.encode(text.slice(0, 400)))
    if (!cells) {
      return makeRowError(
        'The quotes in this row are broken. Quote every cell that contains a quote, and double its quotes.',
      )
    }
    if (cells.every((cell) => cell.trim() === '')) return null
    const columns = this.columns ?? []
    if (cells.length !== columns.length) {
      return makeRowError(
        `The row has ${cells.length} cells, but the header has ${columns.length}.`,
      )
    }
    const row = Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? '']))
    return { ...position, row, columnNames: this.columnNames, excerpt: text.slice(0, 400) }
  }
}

/**
 * Cells of each row, or null if its quotes are broken. Parses rows together, because one by one
 * takes many times as long. If one is broken, parses each half separately.
 */
function cutCells(texts: readonly string[], separator: string): (string[] | null)[] {
  if (texts.length === 0) return []
  const rows = readTableRows(texts.join('\n'), separator)
  if (rows?.length === texts.length) return rows
  if (texts.length === 1) return [null]
  const middle = texts.length >> 1
  return [
    ...cutCells(texts.slice(0, middle), separator),
    ...cutCells(texts.slice(middle), separator),
  ]
}
