import { shortenKey } from './read-result'

/**
 * Finds the position of a location from `formatLocation`, or of `column 12`, in a JSON line: the
 * first character of the value. For a missing key, the beginning of the value that should have it,
 * unless that is the whole line.
 *
 * @returns UTF-16 units from the beginning; null if not found
 */
export function findLocationOffset(text: string, location: string): number | null {
  const column = /^column (\d+)$/.exec(location)
  if (column) return Number(column[1]) - 1
  const path = parseLocation(location)
  if (path === null) return null
  const finder = new LocationFinder(text)
  return finder.find(path)
}

type Part = string | number

const pathPart = /(?:^|\.)([A-Za-z_$][\w$]*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/y

function parseLocation(location: string): Part[] | null {
  const parts: Part[] = []
  pathPart.lastIndex = 0
  for (let position = 0; position < location.length; position = pathPart.lastIndex) {
    const match = pathPart.exec(location)
    if (!match) return null
    const [, key, index, quotedKey] = match
    parts.push(key ?? (index === undefined ? String(JSON.parse(quotedKey ?? '""')) : Number(index)))
  }
  return parts
}

const whiteSpace = /[ \t\n\r]*/y
const quotedText = /"(?:[^"\\]|\\.)*"/y
const otherCharacters = /[^",:{}[\]]*/y

/** Scans JSON as far as needed; broken JSON ends the search. */
class LocationFinder {
  private offset = 0

  constructor(private readonly line: string) {}

  find(path: readonly Part[]): number | null {
    let position: number | null = null
    for (const target of path) {
      this.match(whiteSpace)
      const start = this.offset
      if (!this.enter(target)) return position === null ? null : start
      position = this.offset
    }
    return position
  }

  /** Goes to a value in the object or array that begins here. */
  private enter(target: Part): boolean {
    const openingBracket = this.line[this.offset]
    if (openingBracket !== (typeof target === 'number' ? '[' : '{')) return false
    this.offset += 1
    for (let index = 0; ; index++) {
      this.match(whiteSpace)
      const key = typeof target === 'number' ? index : this.readKey()
      if (key === null || this.line[this.offset] === undefined) return false
      // Locations have shortened keys.
      if (key === target || (typeof key === 'string' && shortenKey(key) === target)) return true
      this.skipValue()
      this.match(whiteSpace)
      if (this.line[this.offset] !== ',') return false
      this.offset += 1
    }
  }

  private readKey(): string | null {
    const quotedKey = this.match(quotedText)
    this.match(whiteSpace)
    if (quotedKey === '' || this.line[this.offset] !== ':') return null
    this.offset += 1
    this.match(whiteSpace)
    try {
      return String(JSON.parse(quotedKey))
    } catch {
      return null
    }
  }

  private skipValue(): void {
    let depth = 0
    while (this.offset < this.line.length) {
      const character = this.line[this.offset]
      if (character === '"') {
        if (this.match(quotedText) === '') this.offset = this.line.length
      } else if (character === '{' || character === '[') {
        depth += 1
        this.offset += 1
      } else if (character === '}' || character === ']') {
        if (depth === 0) return
        depth -= 1
        this.offset += 1
      } else if (character === ',' || character === ':') {
        if (depth === 0) return
        this.offset += 1
      } else this.match(otherCharacters)
    }
  }

  private match(pattern: RegExp): string {
    pattern.lastIndex = this.offset
    const text = pattern.exec(this.line)?.[0] ?? ''
    this.offset += text.length
    return text
  }
}
