import { excerptHead, excerptLead, excerptLength, isAround } from '@/lib/formats/excerpt'

/** A line for a report, or what stands around the spot in it that is wrong. */
export interface MarkedLine {
  before: string
  /** Empty where no spot can be shown. */
  spot: string
  after: string
  /** The line ends at the spot, and should not. */
  ends: boolean
}

/** Characters kept before a spot, so that it stands in view however far right it is. */
const lead = 40

/** Whether a place names a column that the server's excerpt of the line does not reach. */
export function isBeyondExcerpt(start: string, place: string): boolean {
  const column = readColumn(place)
  if (column === null || isAroundPlace(start, place)) return false
  return start.length >= excerptLength && column > start.length
}

/**
 * Finds in a line what `place` names: `column 12` (from 1, in UTF-16 units), or a key of the line's own object. An
 * excerpt that begins further right has its place where the server put it; deeper paths are else shown without a spot.
 *
 * @param text the line, or the server's excerpt of it
 */
export function markSpot(text: string, place: string): MarkedLine {
  if (isAroundPlace(text, place)) return markAround(text, place)
  const isWhole = text.length !== excerptLength
  const column = readColumn(place)
  const key =
    /^[A-Za-z_$][\w$]*$/.test(place) && place !== 'line' && place !== 'file'
      ? findValue(text, place)
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
    spot: '',
    after: hasMore(text, isWhole),
    ends: false,
  }
}

/** Whether the text is an excerpt from around the place (lib/formats/excerpt.ts), not a line that begins so itself. */
function isAroundPlace(text: string, place: string): boolean {
  if (!isAround(text)) return false
  const column = readColumn(place)
  if (column !== null) return column > excerptHead
  return place !== 'line' && /[:,[]\s*$/.test(text.slice(0, excerptLead + 1))
}

function markAround(text: string, place: string): MarkedLine {
  const at = excerptLead + 1
  const isWhole = text.length < excerptLength
  if (at >= text.length) return { before: text, spot: '', after: '', ends: true }
  const length =
    readColumn(place) === null
      ? measureValue(text.slice(at))
      : [...text.slice(at, at + 2)][0]!.length
  return {
    before: text.slice(0, at),
    spot: text.slice(at, at + length),
    after: `${text.slice(at + length)}${isWhole ? '' : '…'}`,
    ends: false,
  }
}

function readColumn(place: string): number | null {
  const found = /^column (\d+)$/.exec(place)
  return found ? Number(found[1]) : null
}

function cut(text: string, from: number, to: number, isWhole: boolean): MarkedLine {
  const before = from > lead ? `…${text.slice(from - lead, from)}` : text.slice(0, from)
  const after = text.slice(to)
  const isShort = isWhole && after.length <= excerptLength
  return {
    before,
    spot: text.slice(from, to),
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
