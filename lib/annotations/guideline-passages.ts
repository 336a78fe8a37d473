const fence = /^ {0,3}(`{3,}|~{3,})/
const heading = /^ {0,3}#{1,6}[ \t]+(.*?)[ \t#]*$/
const listItem = /^\s*(?:[-*+]|\d{1,9}[.)])[ \t]+/
const displayStart = /^\s*(\$\$|\\\[)/

/** Lines `from` to before `to`. */
interface Range {
  from: number
  to: number
}

/**
 * A Markdown text in what is compared between two versions: a heading, a paragraph, an item of a list, a table, a
 * display formula, a piece of code. Blank lines between them are left out.
 */
export function readPassages(text: string): string[] {
  const lines = cutLines(text)
  return findPassages(lines).map(({ from, to }) => lines.slice(from, to).join('\n'))
}

/** A text cut before its headings; nothing of it is left out. */
export function cutSections(text: string): string[] {
  const lines = cutLines(text)
  const starts = findPassages(lines)
    .map(({ from }) => from)
    .filter((from) => from > 0 && heading.test(lines[from]!))
  return [0, ...starts].map((from, index) => lines.slice(from, starts[index]).join('\n'))
}

const cutLines = (text: string) => text.replaceAll('\r\n', '\n').split('\n')

function findPassages(lines: readonly string[]): Range[] {
  const passages: Range[] = []
  let from: number | null = null
  /** What ends the code or the formula that is open, if one is. */
  let end: RegExp | null = null

  function close(to: number) {
    if (from !== null) passages.push({ from, to })
    from = null
    end = null
  }

  for (const [at, line] of lines.entries()) {
    if (end) {
      if (end.test(line)) close(at + 1)
    } else if (line.trim() === '') close(at)
    else if (heading.test(line)) {
      close(at)
      passages.push({ from: at, to: at + 1 })
    } else {
      const starts = findEnd(line)
      if (starts || listItem.test(line)) close(at)
      from ??= at
      end = starts
    }
  }
  close(lines.length)
  return passages
}

/** What ends the code or the display formula that begins on this line; null where none does, or it ends there too. */
function findEnd(line: string): RegExp | null {
  const fenceMarker = fence.exec(line)?.[1]
  if (fenceMarker) return fenceMarker.startsWith('`') ? /^ {0,3}`{3,}\s*$/ : /^ {0,3}~{3,}\s*$/
  const open = displayStart.exec(line)?.[1]
  if (!open) return null
  const closing = open === '$$' ? '$$' : '\\]'
  if (line.slice(line.indexOf(open) + 2).includes(closing)) return null
  return open === '$$' ? /\$\$/ : /\\\]/
}

/** What two passages are compared by: spaces do not count outside code, nor the number of an item in its list. */
export function squeezePassage(passage: string): string {
  if (fence.test(passage)) return passage
  return passage
    .replace(/^\s*\d{1,9}[.)]/, '1.')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The words of a heading; null for any other passage. */
export function nameHeading(passage: string): string | null {
  return heading.exec(passage)?.[1]?.trim() || null
}

/** Passages as one text again, moved to the left as far as they go, so that a nested item is not taken for code. */
export function joinPassages(passages: readonly string[]): string {
  const lines = passages.flatMap((passage, index) => {
    const before = passages[index - 1]
    const isSameList = before !== undefined && listItem.test(before) && listItem.test(passage)
    return [...(index === 0 || isSameList ? [] : ['']), ...passage.split('\n')]
  })
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/))
  const indent = Math.min(...indents, 12)
  return lines.map((line) => line.slice(indent)).join('\n')
}
