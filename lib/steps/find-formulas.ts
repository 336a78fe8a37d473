/** A range of text, [start, end) in UTF-16 units, that is a formula or a block of code. */
export interface FormulaOrCodeRange {
  start: number
  end: number
  /**
   * `display`: `$$..$$`, `\[..\]`, `\begin..\end`. `inline`: `$..$`, `\(..\)`, on one line. `code`:
   * a fenced block.
   */
  kind: 'display' | 'inline' | 'code'
}

// Delimiters that can start a range. The lookbehind matches the start of the text or of a line.
const openingDelimiter = /(?<![^\n])[^\S\n]*(`{3,}|~{3,})([^\n]*)|[$\\]/g
const closingFence = /(?<![^\n])[^\S\n]*(`{3,}|~{3,})[^\S\n]*(?![^\n])/g
const environment = /\\(begin|end)[^\S\n]*\{([^{}\n]{1,40})\}/y

/**
 * Finds formulas and code in a model's text, sorted and disjoint. An opening delimiter without its
 * closing one is plain text and never swallows what follows. Linear in the length of any text.
 */
export function findFormulasAndCode(text: string): FormulaOrCodeRange[] {
  return new FormulaReader(text).read()
}

class FormulaReader {
  private readonly ranges: FormulaOrCodeRange[] = []
  /** Starts of open environments, by name. */
  private readonly openEnvironments = new Map<string, number[]>()
  /** Opening delimiters without a closing one in the rest of the text. */
  private readonly unclosedDelimiters = new Set<string>()

  constructor(private readonly text: string) {}

  read(): FormulaOrCodeRange[] {
    let position = 0
    for (;;) {
      openingDelimiter.lastIndex = position
      const match = openingDelimiter.exec(this.text)
      if (!match) return mergeRanges(this.ranges)
      if (match[0] === '$') position = this.readDollar(match.index)
      else if (match[0] === '\\') position = this.readBackslash(match.index)
      else position = this.readFence(match.index, match[0], match[1] ?? '', match[2] ?? '')
    }
  }

  // The methods below return the position at which reading continues.

  private addRange(start: number, end: number, kind: FormulaOrCodeRange['kind']): number {
    this.ranges.push({ start, end, kind })
    return end
  }

  /**
   * A fence is closed by a line of at least as many of the same marks and nothing else. More than 8
   * marks count as 8.
   */
  private readFence(start: number, line: string, marks: string, info: string): number {
    const key = marks.slice(0, 8)
    const after = start + line.length - info.length
    // Another backquote in the line makes it inline code.
    if ((key.startsWith('`') && info.includes('`')) || this.unclosedDelimiters.has(key))
      return after
    closingFence.lastIndex = after
    for (;;) {
      const match = closingFence.exec(this.text)
      if (match?.[1]?.startsWith(key)) return this.addRange(start, closingFence.lastIndex, 'code')
      if (match) continue
      this.unclosedDelimiters.add(key)
      return after
    }
  }

  private readDollar(position: number): number {
    if (this.text[position + 1] === '$') {
      const end = this.text.indexOf('$$', position + 2)
      return end < 0 ? position + 2 : this.addRange(position, end + 2, 'display')
    }
    const end = this.findInlineEnd(position)
    return end < 0 ? position + 1 : this.addRange(position, end, 'inline')
  }

  /**
   * The end of the inline formula that starts at a dollar, or -1. Uses pandoc's rule to tell it from
   * a price: no white space next to the dollars inside, and no digit after the closing one. Reading inline
   * formulas also prevents `$a$$b$` from opening a display formula.
   */
  private findInlineEnd(position: number): number {
    const delimiter = /[\n$]|\\[^\n]/g
    delimiter.lastIndex = position + 1
    let match = delimiter.exec(this.text)
    while (match?.[0].startsWith('\\')) match = delimiter.exec(this.text)
    if (match?.[0] !== '$') return -1
    const [first = '', last = '', next = ''] = [position + 1, match.index - 1, match.index + 1].map(
      (index) => this.text[index],
    )
    return /\s/.test(first) || /\s/.test(last) || /\d/.test(next) ? -1 : match.index + 1
  }

  private readBackslash(position: number): number {
    const next = this.text[position + 1]
    if (next === '[' || next === '(') return this.readBracket(position, next)
    environment.lastIndex = position
    const match = environment.exec(this.text)
    // An escaped character (`\$`, or `\\` before a bracket) does not start a formula.
    if (!match) return position + 2
    const name = match[2] ?? ''
    const starts = this.openEnvironments.get(name) ?? []
    const after = environment.lastIndex
    if (match[1] === 'begin') {
      starts.push(position)
      this.openEnvironments.set(name, starts)
      return after
    }
    const start = starts.pop()
    return start === undefined ? after : this.addRange(start, after, 'display')
  }

  /** Brackets do not nest: if another one opens before the end, the first is plain text. */
  private readBracket(position: number, bracket: '[' | '('): number {
    const opener = `\\${bracket}`
    const isDisplay = bracket === '['
    if (this.unclosedDelimiters.has(opener)) return position + 2
    const delimiter = isDisplay ? /\\[[\]\\]/g : /\n|\\[()\\]/g
    delimiter.lastIndex = position + 2
    let match = delimiter.exec(this.text)
    while (match?.[0] === '\\\\') match = delimiter.exec(this.text)
    if (!match) this.unclosedDelimiters.add(opener)
    if (!match || match[0] === '\n' || match[0] === opener) return position + 2
    return this.addRange(position, delimiter.lastIndex, isDisplay ? 'display' : 'inline')
  }
}

/** Sorts ranges and joins those that overlap, because an environment is known only at its end. */
function mergeRanges(ranges: FormulaOrCodeRange[]): FormulaOrCodeRange[] {
  const merged: FormulaOrCodeRange[] = []
  for (const range of ranges.sort((left, right) => left.start - right.start)) {
    const last = merged.at(-1)
    if (!last || range.start >= last.end) {
      merged.push(range)
    } else {
      last.end = Math.max(last.end, range.end)
      if (last.kind === 'inline') last.kind = range.kind
    }
  }
  return merged
}
