const fence = /^ {0,3}(`{3,}|~{3,})/
const heading = /^ {0,3}#{1,6}[ \t]+(.*?)[ \t#]*$/
const listItem = /^\s*(?:[-*+]|\d{1,9}[.)])[ \t]+/
const displayStart = /^\s*(\$\$|\\\[)/

/** Lines `start` to before `to`. */
interface Range {
  start: number
  to: number
}

/**
 * Splits a Markdown text into the units that are compared between versions: headings, paragraphs,
 * list items, tables, display formulas and code. Blank lines between them are left out.
 */
export function splitIntoPassages(text: string): string[] {
  const lines = cutLines(text)
  return findPassages(lines).map(({ start, to }) => lines.slice(start, to).join('\n'))
}

/** Splits a text before its headings, without leaving anything out. */
export function splitIntoSections(text: string): string[] {
  const lines = cutLines(text)
  const sectionStarts = findPassages(lines)
    .map(({ start }) => start)
    .filter((start) => start > 0 && heading.test(lines[start]!))
  return [0, ...sectionStarts].map((start, index) =>
    lines.slice(start, sectionStarts[index]).join('\n'),
  )
}

const cutLines = (text: string) => text.replaceAll('\r\n', '\n').split('\n')

function findPassages(lines: readonly string[]): Range[] {
  const passages: Range[] = []
  let start: number | null = null
  /** Matches the line that ends the open code block or formula; null if none is open. */
  let end: RegExp | null = null

  function close(to: number) {
    if (start !== null) passages.push({ start, to })
    start = null
    end = null
  }

  for (const [index, line] of lines.entries()) {
    if (end) {
      if (end.test(line)) close(index + 1)
    } else if (line.trim() === '') close(index)
    else if (heading.test(line)) {
      close(index)
      passages.push({ start: index, to: index + 1 })
    } else {
      const blockEnd = findEnd(line)
      if (blockEnd || listItem.test(line)) close(index)
      start ??= index
      end = blockEnd
    }
  }
  close(lines.length)
  return passages
}

/**
 * Matches the line that ends the code block or display formula that begins on this line; null if
 * none begins here, or it also ends here.
 */
function findEnd(line: string): RegExp | null {
  const fenceMarker = fence.exec(line)?.[1]
  if (fenceMarker) return fenceMarker.startsWith('`') ? /^ {0,3}`{3,}\s*$/ : /^ {0,3}~{3,}\s*$/
  const openingMark = displayStart.exec(line)?.[1]
  if (!openingMark) return null
  const closingMark = openingMark === '$$' ? '$$' : '\\]'
  if (line.slice(line.indexOf(openingMark) + 2).includes(closingMark)) return null
  return openingMark === '$$' ? /\$\$/ : /\\\]/
}

/**
 * The text by which passages are compared: ignores the amount of white space outside code blocks and the numbers of
 * list items.
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
    const previousPassage = passages[index - 1]
    const isSameList =
      previousPassage !== undefined && listItem.test(previousPassage) && listItem.test(passage)
    return [...(index === 0 || isSameList ? [] : ['']), ...passage.split('\n')]
  })
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/))
  const indent = Math.min(...indents, 12)
  return lines.map((line) => line.slice(indent)).join('\n')
}
