import { maxStartOffset, excerptContext, excerptLength, isMidLine } from '@/lib/formats/excerpt'

/** A line for a report, or what stands around the error in it that is wrong. */
export interface HighlightedLine {
  before: string
  /** Empty where no error can be shown. */
  error: string
  after: string
  /** The line ends at the error, and should not. */
  ends: boolean
}

/** Characters kept before a error, so that it stands in view however far right it is. */
const lead = 40

/** Whether a location names a column that the server's excerpt of the line does not reach. */
export function isBeyondExcerpt(start: string, location: string): boolean {
  const column = readColumn(location)
  if (column === null || isAroundLocation(start, location)) return false
  return start.length >= excerptLength && column > start.length
}

/**
 * Finds in a line what `location` names: `column 12` (from 1, in UTF-16 units), or a key of the line's own object. An
 * excerpt that begins further right has its location where the server put it; deeper paths are else shown without a error.
 *
 * @param text the line, or the server's excerpt of it
 */
export function highlightError(text: string, location: string): HighlightedLine {
  if (isAroundLocation(text, location)) return highlightMidLine(text, location)
  const isWhole = text.length !== excerptLength
  const column = readColumn(location)
  const key =
    /^[A-Za-z_$][\w$]*$/.test(location) && location !== 'line' && location !== 'file'
      ? findValue(text, location)
      : null
  if (key) return cut(text, key.from, key.to, isWhole)
  if (column !== null && column <= text.length) {
    const at = column - 1
    return cut(text, at, at + [...text.slice(at, at + 2)][0]!.length, isWhole)
  }
  if (column === text.length + 1 && isWhole)
    return { ...cut(text, text.length, text.length, true), ends: true }
  return {
    before: text.slice(0, excerptLength),
    error: '',
    after: hasMore(text, isWhole),
    ends: false,
  }
}

/** Whether the text is an excerpt from around the location (lib/formats/excerpt.ts), not a line that begins so itself. */
function isAroundLocation(text: string, location: string): boolean {
  if (!isMidLine(text)) return false
  const column = readColumn(location)
  if (column !== null) return column > maxStartOffset
  return location !== 'line' && /[:,[]\s*$/.test(text.slice(0, excerptContext + 1))
}

function highlightMidLine(text: string, location: string): HighlightedLine {
  const at = excerptContext + 1
  const isWhole = text.length < excerptLength
  if (at >= text.length) return { before: text, error: '', after: '', ends: true }
  const length =
    readColumn(location) === null
      ? measureValue(text.slice(at))
      : [...text.slice(at, at + 2)][0]!.length
  return {
    before: text.slice(0, at),
    error: text.slice(at, at + length),
    after: `${text.slice(at + length)}${isWhole ? '' : '…'}`,
    ends: false,
  }
}

function readColumn(location: string): number | null {
  const value = /^column (\d+)$/.exec(location)
  return value ? Number(value[1]) : null
}

function cut(text: string, from: number, to: number, isWhole: boolean): HighlightedLine {
  const before = from > lead ? `…${text.slice(from - lead, from)}` : text.slice(0, from)
  const after = text.slice(to)
  const isShort = isWhole && after.length <= excerptLength
  return {
    before,
    error: text.slice(from, to),
    after: isShort ? after : `${after.slice(0, excerptLength)}…`,
    ends: false,
  }
}

function hasMore(text: string, isWhole: boolean): string {
  return isWhole && text.length <= excerptLength ? '' : '…'
}

/** Where the value of a key stands: a text as far as it goes, else all up to the next comma or bracket. */
function findValue(text: string, key: string): { from: number; to: number } | null {
  const pattern = new RegExp(`"${key.replaceAll('$', '\\$')}"\\s*:\\s*`, 'g')
  if (!pattern.exec(text)) return null
  const from = pattern.lastIndex
  const length = measureValue(text.slice(from, from + excerptLength))
  return length > 0 ? { from, to: from + length } : null
}

function measureValue(text: string): number {
  return /^"(?:[^"\\]|\\.)*"?|^[^,{}[\]]*/.exec(text)?.[0].trimEnd().length ?? 0
}
