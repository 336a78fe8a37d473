import {
  minMidLineExcerptPosition,
  excerptContextLength,
  excerptLength,
  isMidLineExcerpt,
} from '@/lib/formats/excerpt'

/** A line of the file, or the part around its error, split at the error. */
export interface HighlightedLine {
  before: string
  /** Empty if the error has no position. */
  error: string
  after: string
  /** Whether the error is that the line ends too early. */
  endsAtError: boolean
}

/** Characters shown before an error, so that it is in view however far right it is. */
const contextBefore = 40

/** Whether a location names a column that the server's excerpt of the line does not reach. */
export function isBeyondExcerpt(excerpt: string, location: string): boolean {
  const column = readColumn(location)
  if (column === null || isAroundLocation(excerpt, location)) return false
  return excerpt.length >= excerptLength && column > excerpt.length
}

/**
 * Finds the text at a location: `column 12` (from 1, in UTF-16 units), or a key of the line's own
 * object. An excerpt that starts later in the line has its location at a fixed position. In other
 * texts, deeper paths have no position.
 *
 * @param text the line, or the server's excerpt of it
 */
export function highlightError(text: string, location: string): HighlightedLine {
  if (isAroundLocation(text, location)) return highlightMidLine(text, location)
  const isComplete = text.length !== excerptLength
  const column = readColumn(location)
  const key =
    /^[A-Za-z_$][\w$]*$/.test(location) && location !== 'line' && location !== 'file'
      ? findValue(text, location)
      : null
  if (key) return highlightRange(text, key.from, key.to, isComplete)
  if (column !== null && column <= text.length) {
    const index = column - 1
    return highlightRange(
      text,
      index,
      index + [...text.slice(index, index + 2)][0]!.length,
      isComplete,
    )
  }
  if (column === text.length + 1 && isComplete)
    return { ...highlightRange(text, text.length, text.length, true), endsAtError: true }
  return {
    before: text.slice(0, excerptLength),
    error: '',
    after: getEllipsis(text, isComplete),
    endsAtError: false,
  }
}

/**
 * Whether the text is an excerpt around the location (lib/formats/excerpt.ts), and not a line that
 * begins like one.
 */
function isAroundLocation(text: string, location: string): boolean {
  if (!isMidLineExcerpt(text)) return false
  const column = readColumn(location)
  if (column !== null) return column > minMidLineExcerptPosition
  return location !== 'line' && /[:,[]\s*$/.test(text.slice(0, excerptContextLength + 1))
}

function highlightMidLine(text: string, location: string): HighlightedLine {
  const index = excerptContextLength + 1
  const isComplete = text.length < excerptLength
  if (index >= text.length) return { before: text, error: '', after: '', endsAtError: true }
  const length =
    readColumn(location) === null
      ? measureValue(text.slice(index))
      : [...text.slice(index, index + 2)][0]!.length
  return {
    before: text.slice(0, index),
    error: text.slice(index, index + length),
    after: `${text.slice(index + length)}${isComplete ? '' : '…'}`,
    endsAtError: false,
  }
}

function readColumn(location: string): number | null {
  const match = /^column (\d+)$/.exec(location)
  return match ? Number(match[1]) : null
}

function highlightRange(
  text: string,
  from: number,
  to: number,
  isComplete: boolean,
): HighlightedLine {
  const before =
    from > contextBefore ? `…${text.slice(from - contextBefore, from)}` : text.slice(0, from)
  const after = text.slice(to)
  const isShort = isComplete && after.length <= excerptLength
  return {
    before,
    error: text.slice(from, to),
    after: isShort ? after : `${after.slice(0, excerptLength)}…`,
    endsAtError: false,
  }
}

function getEllipsis(text: string, isComplete: boolean): string {
  return isComplete && text.length <= excerptLength ? '' : '…'
}

/** Range of a key's value: a string, or the text up to the next comma or bracket. */
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
