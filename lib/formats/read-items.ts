import type { ColumnChoice } from './column-choice'
import { JsonCutter } from './cut-json'
import { TableCutter } from './cut-table'
import type { ItemOrigin } from './excerpt'
import type { InputFormatName } from './format-names'
import { formatLimits } from './limits'
import { refuseElement } from './read-element'
import { excerptLine, type LineLimits, type LinePosition, readLines } from './read-lines'
import type { LineProblem } from './record'
import { countMarkBytes, headBytes, sniffFile, type FileShape } from './sniff-file'

/** `text` is one value in JSON; `row` has a table's cells by column, `start` how the row begins. */
export type ReadableItem =
  | (LinePosition & { text: string })
  | (LinePosition & { row: Record<string, string>; start: string })

/** One line, element or row of a file. */
export type InputItem = ReadableItem | (LinePosition & { problem: LineProblem })

export interface ReadOptions {
  format: InputFormatName | 'auto'
  /** What columns of a table are, where its header does not say so. */
  columns?: ColumnChoice
  /** Told the names of the columns once, where the file is a table or may be one. */
  onTable?: (named: readonly string[]) => void
}

/**
 * Reads the items of a file in any of the shapes that it may have: one object a line; one list of objects, on one line or
 * many; objects printed over several lines, one after another; a table with a header (format `csv`, or `auto` where the
 * header has a column `problem` and one with a text or steps). What the file is shows in its first bytes; what is none of
 * these comes as one problem.
 *
 * Positions are of where an item begins: lines count from 1, offsets in bytes from the file's start, unpacked. Memory: one
 * chunk and one item of at most `limits.lineBytes`; more where the file is of our own lines.
 *
 * @param chunks the file's bytes, unpacked
 */
export async function* readItems(
  chunks: AsyncIterable<Uint8Array>,
  options: ReadOptions,
  limits: LineLimits = formatLimits,
): AsyncGenerator<InputItem> {
  const iterator = chunks[Symbol.asyncIterator]()
  try {
    const { head, shape } = await readHead(iterator, options)
    if ('named' in shape && shape.named) options.onTable?.(shape.named)
    const all = replay(head, iterator)
    const lineBytes = isStepmark(head, options.format)
      ? Math.max(limits.lineBytes, formatLimits.stepmarkLineBytes)
      : limits.lineBytes
    if (shape.kind === 'lines') yield* readLines(all, { lineBytes })
    else if (shape.kind === 'unreadable') {
      const position = { line: 1, offset: 0, byteLength: 0 }
      yield refuseElement(position, shape.reason, head.subarray(0, shape.shown), 'file')
    } else yield* cutItems(all, makeCutter(shape, lineBytes, countMarkBytes(head), options.columns))
  } finally {
    await iterator.return?.()
  }
}

/** The beginning of an item for a report: at most 160 characters. */
export function excerptItem(item: ReadableItem): string {
  return excerptLine('text' in item ? item.text : item.start)
}

/** Where an item stands, for `placeReason`. */
export function describeItem(item: ReadableItem): ItemOrigin {
  const { line, offset } = item
  return { line, offset, start: excerptItem(item), text: 'text' in item ? item.text : undefined }
}

/** As our writer begins each line. */
function isStepmark(head: Uint8Array, format: InputFormatName | 'auto'): boolean {
  if (format !== 'auto') return format === 'stepmark'
  return /^[\s\uFEFF[]*\{\s*"format"\s*:\s*"stepmark"/.test(
    new TextDecoder().decode(head.subarray(0, 64)),
  )
}

interface ItemCutter {
  push(chunk: Uint8Array): Generator<InputItem>
  end(): Generator<InputItem>
}

function makeCutter(
  shape: FileShape,
  lineBytes: number,
  markBytes: number,
  choice?: ColumnChoice,
): ItemCutter {
  if (shape.kind === 'table') return new TableCutter(shape.separator, lineBytes, markBytes, choice)
  return new JsonCutter(shape.kind === 'list' ? 'list' : 'objects', lineBytes, markBytes)
}

async function* cutItems(
  chunks: AsyncIterable<Uint8Array>,
  cutter: ItemCutter,
): AsyncGenerator<InputItem> {
  for await (const chunk of chunks) yield* cutter.push(chunk)
  yield* cutter.end()
}

/** As much of the file as tells its shape. */
async function readHead(
  iterator: AsyncIterator<Uint8Array>,
  { format, columns }: ReadOptions,
): Promise<{ head: Uint8Array; shape: FileShape }> {
  let held = new Uint8Array(0)
  let size = 0
  // A head of many small pieces is looked at only when it has doubled.
  for (let due = 0; ;) {
    const next = await iterator.next()
    const isWhole = next.done === true
    if (!isWhole) {
      if (size + next.value.length > held.length) {
        const larger = new Uint8Array(Math.max(size + next.value.length, held.length * 2))
        larger.set(held.subarray(0, size))
        held = larger
      }
      held.set(next.value, size)
      size += next.value.length
      if (size < due && size < headBytes) continue
    }
    const head = held.subarray(0, size)
    const shape = sniffFile(head, isWhole, format, columns)
    if (isWhole || shape.kind !== 'undecided') return { head, shape }
    due = size * 2
  }
}

async function* replay(
  head: Uint8Array,
  iterator: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield head
  for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) {
    yield next.value
  }
}
