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
 * Splits a Markdown text into the units that are compared between versions: headings, paragraphs,
 * list items, tables, display formulas and code. Blank lines between them are left out.
 */
export function splitIntoPassages(text: string): string[] {
  const lines = cutLines(text)
  return findPassages(lines).map(({ from, to }) => lines.slice(from, to).join('\n'))
}

/** Splits a text before its headings, without leaving anything out. */
export function splitIntoSections(text: string): string[] {
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
  /** The end of the open code block or formula; null if none is open. */
  let end: RegExp | null = null

  function close(to: number) {
    if (from !== null) passages.push({ from, to })
    from = null
    end = null
  }

  for (const [index, line] of lines.entries()) {
    if (end) {
      if (end.test(line)) close(index + 1)
    } else if (line.trim() === '') close(index)
    else if (heading.test(line)) {
      close(index)
      passages.push({ from: index, to: index + 1 })
    } else {
      const starts = findEnd(line)
      if (starts || listItem.test(line)) close(index)
      from ??= index
      end = starts
    }
  }
  close(lines.length)
  return passages
}

/**
 * The end of the code block or display formula that begins on this line; null if none begins or it
 * also ends here.
 */
function findEnd(line: string): RegExp | null {
  const fenceMarker = fence.exec(line)?.[1]
  if (fenceMarker) return fenceMarker.startsWith('`') ? /^ {0,3}`{3,}\s*$/ : /^ {0,3}~{3,}\s*$/
  const open = displayStart.exec(line)?.[1]
  if (!open) return null
  const closing = open === '$$' ? '$$' : '\\]'
  if (line.slice(line.indexOf(open) + 2).includes(closing)) return null
  return open === '$$' ? /\$\$/ : /\\\]/
}

/**
 * The text by which passages are compared: ignores spaces outside code and the numbers of list
 * items.
 */
export function normalisePassage(passage: string): string {
  if (fence.test(passage)) return passage
  return passage
    .replace(/^\s*\d{1,9}[.)]/, '1.')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The text of a heading; null for any other passage. */
export function readHeadingText(passage: string): string | null {
  return heading.exec(passage)?.[1]?.trim() || null
}

/**
 * Joins passages and removes their common indentation, so that a nested item is not read as code.
 */
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
