import type { ColumnMapping } from './column-mapping'
import {
  countBomBytes,
  fileShapePrefixBytes,
  detectFileShape,
  type FileShape,
} from './detect-file-shape'
import type { ImportItemPosition } from './excerpt'
import type { InputFormatName } from './format-names'
import { importLineLimits } from './import-line-limits'
import { JsonElementSplitter } from './json-element-splitter'
import { makeInvalidItem } from './read-element'
import { makeLineExcerpt, type LineLimits, type LinePosition, readLines } from './read-lines'
import { wholeFileLocation } from './read-result'
import type { LineError } from './record'
import { type TableRow, TableRowSplitter } from './table-row-splitter'

/** `text` is one JSON value; `row` has a table's cells by column. */
export type ReadableItem = (LinePosition & { text: string }) | TableRow

/** One line, element or row of a file. */
export type InputItem = ReadableItem | (LinePosition & { error: LineError })

export interface ItemReadOptions {
  format: InputFormatName | 'auto'
  /** Meaning of the columns of a table, if its header does not say it. */
  columns?: ColumnMapping
  /** Called once with the column names if the file is or could be a table. */
  onHeader?: (headerColumns: readonly string[]) => void
}

/**
 * Reads the items of a file in any supported shape: one object per line; one array of objects on
 * one or many lines; consecutive objects over several lines; a table with a header (format `csv`,
 * or `auto` if the header has a column `problem` and one with a text or steps). The shape is
 * detected from the first bytes; any other file gives one error.
 *
 * Positions are those of the beginning of an item: lines from 1, offsets in bytes from the start of
 * the uncompressed file. Keeps only one chunk and one item in memory. An item has at most
 * `limits.lineBytes`, more in the stepmark format.
 *
 * @param chunks the uncompressed bytes of the file
 */
export async function* readItems(
  chunks: AsyncIterable<Uint8Array>,
  options: ItemReadOptions,
  limits: LineLimits = importLineLimits,
): AsyncGenerator<InputItem> {
  const iterator = chunks[Symbol.asyncIterator]()
  try {
    const { prefix, shape } = await readPrefix(iterator, options)
    if ('headerColumns' in shape && shape.headerColumns) options.onHeader?.(shape.headerColumns)
    const allChunks = replay(prefix, iterator)
    const lineBytes = isStepmarkFile(prefix, options.format)
      ? Math.max(limits.lineBytes, importLineLimits.stepmarkLineBytes)
      : limits.lineBytes
    if (shape.kind === 'lines') yield* readLines(allChunks, { lineBytes })
    else if (shape.kind === 'unreadable') {
      const position = { line: 1, offset: 0, byteLength: 0 }
      yield makeInvalidItem(
        position,
        shape.reason,
        prefix.subarray(0, shape.excerptBytes),
        wholeFileLocation,
      )
    } else
      yield* cutItems(
        allChunks,
        makeCutter(shape, lineBytes, countBomBytes(prefix), options.columns),
      )
  } finally {
    await iterator.return?.()
  }
}

/** The beginning of an item for a report: at most 160 characters. */
export function makeItemExcerpt(item: ReadableItem): string {
  return makeLineExcerpt('text' in item ? item.text : item.excerpt)
}

/** Position of an item, for `buildLineError`. */
export function getItemPosition(item: ReadableItem): ImportItemPosition {
  const { line, offset } = item
  return {
    line,
    offset,
    excerpt: makeItemExcerpt(item),
    text: 'text' in item ? item.text : undefined,
  }
}

/** Whether the lines are in the stepmark format, by the beginning that our writer gives each line. */
function isStepmarkFile(prefix: Uint8Array, format: InputFormatName | 'auto'): boolean {
  if (format !== 'auto') return format === 'stepmark'
  return /^[\s\uFEFF[]*\{\s*"format"\s*:\s*"stepmark"/.test(
    new TextDecoder().decode(prefix.subarray(0, 64)),
  )
}

interface ItemCutter {
  push(chunk: Uint8Array): Generator<InputItem>
  end(): Generator<InputItem>
}

function makeCutter(
  shape: FileShape,
  lineBytes: number,
  bomBytes: number,
  mapping?: ColumnMapping,
): ItemCutter {
  if (shape.kind === 'table')
    return new TableRowSplitter(shape.separator, lineBytes, bomBytes, mapping)
  return new JsonElementSplitter(shape.kind === 'list' ? 'list' : 'objects', lineBytes, bomBytes)
}

async function* cutItems(
  chunks: AsyncIterable<Uint8Array>,
  cutter: ItemCutter,
): AsyncGenerator<InputItem> {
  for await (const chunk of chunks) yield* cutter.push(chunk)
  yield* cutter.end()
}

/** The bytes that decide the shape of the file. */
async function readPrefix(
  iterator: AsyncIterator<Uint8Array>,
  { format, columns }: ItemReadOptions,
): Promise<{ prefix: Uint8Array; shape: FileShape }> {
  let buffer = new Uint8Array(0)
  let size = 0
  // With many small pieces, try again only each time the prefix has doubled in size.
  for (let nextCheckSize = 0; ;) {
    const next = await iterator.next()
    const isWhole = next.done === true
    if (!isWhole) {
      if (size + next.value.length > buffer.length) {
        const larger = new Uint8Array(Math.max(size + next.value.length, buffer.length * 2))
        larger.set(buffer.subarray(0, size))
        buffer = larger
      }
      buffer.set(next.value, size)
      size += next.value.length
      if (size < nextCheckSize && size < fileShapePrefixBytes) continue
    }
    const prefix = buffer.subarray(0, size)
    const shape = detectFileShape(prefix, isWhole, format, columns)
    if (isWhole || shape.kind !== 'undecided') return { prefix, shape }
    nextCheckSize = size * 2
  }
}

async function* replay(
  prefix: Uint8Array,
  iterator: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield prefix
  for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) {
    yield next.value
  }
}
