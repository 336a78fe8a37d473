import { acceptedCsvColumns, type ColumnMapping } from './column-mapping'
import { hasRequiredColumns } from './csv'
import type { InputFormatName } from './format-names'
import { JsonNestingTracker } from './json-nesting'
import { readTableHeader } from './table-header'

/** The shape of a file. */
export type FileShape =
  | { kind: 'lines' }
  /** One array of objects, on one line or many. */
  | { kind: 'list' }
  /** Consecutive objects over several lines. */
  | { kind: 'objects' }
  | { kind: 'table'; separator: string; headerColumns: string[] }
  /** `excerptBytes`: length of the beginning that a report shows; `headerColumns`: only if it could be a table. */
  | { kind: 'unreadable'; reason: string; excerptBytes: number; headerColumns?: string[] }
  /** More of the file is needed to decide. */
  | { kind: 'undecided' }

/** This many bytes always decide the shape: a line of maximum length and the beginning of the next. */
export const fileShapePrefixBytes = 1_048_576 + 4096

const [openBrace, openBracket, lineFeed] = [0x7b, 0x5b, 0x0a]
const [closeBrace, closeBracket, comma, colon] = [0x7d, 0x5d, 0x2c, 0x3a]
/** A value or a key can follow these. */
const openingTokens = new Set([openBrace, openBracket, comma, colon])
/** These can follow a value or a key. */
const closingTokens = new Set([closeBrace, closeBracket, comma, colon])

const signatures: readonly [bytes: readonly number[], name: string][] = [
  [[0x1f, 0x8b], 'gzip'],
  [[0x50, 0x4b, 0x03, 0x04], 'a ZIP archive'],
  [[0x50, 0x4b, 0x05, 0x06], 'a ZIP archive'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF'],
  [[0x50, 0x41, 0x52, 0x31], 'Parquet'],
  [[0x41, 0x52, 0x52, 0x4f, 0x57, 0x31], 'Arrow'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'compressed with Zstandard'],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], 'compressed with xz'],
  [[0x42, 0x5a, 0x68], 'compressed with bzip2'],
  [[0x37, 0x7a, 0xbc, 0xaf], 'a 7z archive'],
]

/** Columns of our own CSV export, which tables of problems do not have. */
const ownColumns = ['annotation', 'labeler', 'finish_reason', 'rating', 'statement']

const isOwnExport = (columns: readonly string[]) =>
  ownColumns.every((column) => columns.includes(column))

const ownExportReason =
  'The file is a CSV export with one row per rated option, which can’t be imported. Export the labels as stepmark or prm800k ' +
  'and import that file.'

const noReadableShape =
  'not JSON (one object per line, or one list) and not a table with the columns "problem" and "text"'

/**
 * Decides from its beginning how to read a file.
 *
 * @param prefix the first bytes
 * @param isWhole whether these are all bytes
 * @param mapping makes a table of a file whose header alone would not
 */
export function detectFileShape(
  prefix: Uint8Array,
  isWhole: boolean,
  format: InputFormatName | 'auto',
  mapping: ColumnMapping = {},
): FileShape {
  const isEnough = isWhole || prefix.length >= fileShapePrefixBytes
  if (prefix.length < 8 && !isWhole) return { kind: 'undecided' }
  const foreignFormat = findForeignFormat(prefix)
  if (foreignFormat)
    return { kind: 'unreadable', reason: foreignFormat, excerptBytes: Math.min(prefix.length, 8) }
  const from = skipBlank(prefix, countBomBytes(prefix))
  if (from === prefix.length) return isEnough ? { kind: 'lines' } : { kind: 'undecided' }
  if (format === 'csv' || Object.keys(mapping).length > 0)
    return detectTable(prefix.subarray(from), isEnough, mapping)
  if (prefix[from] === openBracket) return { kind: 'list' }
  const end = prefix.indexOf(lineFeed, from)
  const nextLine = end < 0 ? prefix.length : skipBlank(prefix, end)
  // Without a second line, the first one decides.
  if (nextLine === prefix.length && !isEnough) return { kind: 'undecided' }
  const line = prefix.subarray(from, end < 0 ? prefix.length : end)
  if (prefix[from] === openBrace) {
    if (nextLine === prefix.length) return { kind: 'lines' }
    const isIndented = prefix[nextLine - 1] !== lineFeed
    switch (findContinuation(line, prefix[nextLine] ?? 0, isIndented)) {
      case 'none':
        return { kind: 'lines' }
      case 'certain':
        return { kind: 'objects' }
      case 'possible':
        return detectNestedObjects(prefix.subarray(from), isIndented, isWhole, isEnough)
    }
  }
  return detectOtherShape(line, end >= 0, prefix[nextLine], format)
}

/** The first line is not an object: a table, or JSONL with a broken first line. */
function detectOtherShape(
  line: Uint8Array,
  isEnded: boolean,
  nextByte: number | undefined,
  format: InputFormatName | 'auto',
): FileShape {
  const header = isEnded ? readTableHeader(line) : null
  if (header && isOwnExport(header.columns))
    return { kind: 'unreadable', reason: ownExportReason, excerptBytes: line.length }
  if (header && hasRequiredColumns(header.columns)) {
    if (format === 'auto' && header.error) {
      return { kind: 'unreadable', reason: header.error, excerptBytes: line.length }
    }
    if (format === 'auto')
      return { kind: 'table', separator: header.separator, headerColumns: header.headerColumns }
    const reason = `The file is a table. Read it as csv, not as ${format}.`
    return { kind: 'unreadable', reason, excerptBytes: line.length }
  }
  if (nextByte === undefined || nextByte === openBrace) return { kind: 'lines' }
  const headerColumns = header?.headerColumns ?? []
  const isTable = header?.columns.some((column) => acceptedCsvColumns.has(column))
  const reason = isTable
    ? `The file looks like a table, but its header needs the columns "problem" and "text" (or "steps"); it has ${listColumns(headerColumns)}.`
    : `The file is ${noReadableShape}.${headerColumns.length > 1 ? ` The first line has the columns ${listColumns(headerColumns)}.` : ''}`
  return {
    kind: 'unreadable',
    reason,
    excerptBytes: line.length,
    ...(headerColumns.length > 1 && { headerColumns }),
  }
}

function detectTable(prefix: Uint8Array, isEnough: boolean, mapping: ColumnMapping): FileShape {
  const end = prefix.indexOf(lineFeed)
  if (end < 0 && !isEnough) return { kind: 'undecided' }
  const line = end < 0 ? prefix : prefix.subarray(0, end)
  const header = readTableHeader(line, mapping)
  const excerptBytes = line.length
  if (!header) {
    const reason = 'The first line is not a header: its quotes or characters are broken.'
    return { kind: 'unreadable', reason, excerptBytes }
  }
  if (isOwnExport(header.columns))
    return { kind: 'unreadable', reason: ownExportReason, excerptBytes }
  const { headerColumns, separator } = header
  if (header.error) return { kind: 'unreadable', reason: header.error, excerptBytes, headerColumns }
  if (hasRequiredColumns(header.columns)) return { kind: 'table', separator, headerColumns }
  const reason = `The first line must be a header with the columns "problem" and "text" (or "steps"); it has ${listColumns(headerColumns)}.`
  return { kind: 'unreadable', reason, excerptBytes, headerColumns }
}

function listColumns(columns: readonly string[]): string {
  const names = columns.slice(0, 8).map((column) => JSON.stringify(column.slice(0, 40)))
  return columns.length > 8 ? `${names.join(', ')} and more` : names.join(', ')
}

function findForeignFormat(prefix: Uint8Array): string | null {
  const signature = signatures.find(([bytes]) => bytes.every((byte, i) => prefix[i] === byte))
  if (signature?.[1] === 'gzip')
    return 'The file is compressed with gzip twice. Decompress it once.'
  if (signature) return `The file is ${signature[1]}. Extract it, or export it as JSONL or CSV.`
  const [first, second] = prefix
  const isUtf16 =
    (first === 0xff && second === 0xfe) ||
    (first === 0xfe && second === 0xff) ||
    (prefix.length > 1 && (first === 0) !== (second === 0))
  if (isUtf16) return 'The file looks like UTF-16. Save it as UTF-8.'
  if (hasUtf7Mark(prefix)) return 'The file is UTF-7. Save it as UTF-8.'
  if (first === 0) return 'The file is not text.'
  return null
}

/** The byte order mark in UTF-7. Its bytes are ASCII, so the file would be read as text with "+AD4-" for ">". */
function hasUtf7Mark(prefix: Uint8Array): boolean {
  return /^\+\/v[89+/]/.test(String.fromCharCode(...prefix.subarray(0, 4)))
}

/**
 * Whether an object continues in the next line, as in pretty-printed JSON. If the next line begins
 * with "{", its object can be nested in this one, or follow a broken line of JSONL.
 */
function findContinuation(
  line: Uint8Array,
  nextByte: number,
  isIndented: boolean,
): 'none' | 'possible' | 'certain' {
  const openTokens: number[] = []
  let inText = false
  let lastToken = 0
  for (let position = 0; position < line.length; position++) {
    const byte = line[position] ?? 0
    if (inText) {
      if (byte === 0x5c) position += 1
      else if (byte === 0x22) inText = false
    } else if (byte === 0x22) inText = true
    else if (byte === openBrace || byte === openBracket) openTokens.push(byte)
    else if (byte === closeBrace || byte === closeBracket) openTokens.pop()
    if (byte > 0x20) lastToken = byte
  }
  const innermost = openTokens.at(-1)
  if (innermost === undefined || inText) return 'none'
  // Elsewhere than as a value in a list or after a key, an object is the next line of JSONL.
  if (nextByte === openBrace) {
    const isListItem =
      innermost === openBracket && (lastToken === openBracket || lastToken === comma)
    return isListItem || lastToken === colon ? 'possible' : 'none'
  }
  // Two values without a comma between them are on two lines of JSONL.
  const needsComma = !openingTokens.has(lastToken) && !closingTokens.has(nextByte)
  return needsComma && !isIndented ? 'none' : 'certain'
}

/**
 * Searches for the end of an object whose second line begins with "{". Without an end, each line is an object, unless the
 * second line is indented or the search ended at the limit.
 */
function detectNestedObjects(
  bytes: Uint8Array,
  isIndented: boolean,
  isWhole: boolean,
  isEnough: boolean,
): FileShape {
  const nesting = new JsonNestingTracker(true)
  const size = Math.min(bytes.length, fileShapePrefixBytes)
  for (let position = 0; position < size; position++) {
    const status = nesting.step(bytes[position] ?? 0, bytes[position - 1] === lineFeed)
    if (status === 'ended') return { kind: 'objects' }
    if (status !== 'inside') return { kind: isIndented ? 'objects' : 'lines' }
  }
  if (!isEnough) return { kind: 'undecided' }
  const isLong = !isWhole || bytes.length > size
  return { kind: isIndented || isLong ? 'objects' : 'lines' }
}

/** Length of the byte order mark at the start; 0 without one. */
export function countBomBytes(prefix: Uint8Array): 0 | 3 {
  return prefix[0] === 0xef && prefix[1] === 0xbb && prefix[2] === 0xbf ? 3 : 0
}

function skipBlank(bytes: Uint8Array, from: number): number {
  let position = from
  while (position < bytes.length && isBlankByte(bytes[position])) position += 1
  return position
}

function isBlankByte(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d
}
