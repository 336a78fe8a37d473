const blockStart = /^\s*([-*] |\d+\. |>)/
const headingOrTableRow = /^\s*(#|\|)/
const fence = /^\s*(```|~~~)/

/**
 * Joins the lines of each paragraph and list item, because line breaks inside a paragraph would be
 * rendered. Keeps headings, table rows and code.
 */
export function joinWrappedLines(text: string): string {
  const lines: string[] = []
  let inCode = false
  for (const line of text.trim().split('\n')) {
    const previous = lines.at(-1) ?? ''
    const isFence = fence.test(line)
    const continuesPrevious =
      !inCode &&
      !isFence &&
      line.trim() !== '' &&
      previous.trim() !== '' &&
      !blockStart.test(line) &&
      !headingOrTableRow.test(line) &&
      !headingOrTableRow.test(previous) &&
      !fence.test(previous)
    if (continuesPrevious) lines[lines.length - 1] = `${previous.trimEnd()} ${line.trim()}`
    else lines.push(line.trimEnd())
    if (isFence) inCode = !inCode
  }
  return lines.join('\n')
}
