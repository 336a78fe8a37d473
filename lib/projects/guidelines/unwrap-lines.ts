const ownLine = /^\s*(#|[-*] |\d+\. |>)/
const literalLine = /^\s*(#|\|)/
const fence = /^\s*(```|~~~)/

/**
 * Joins the lines of each paragraph and list item, because line breaks inside a paragraph would be
 * rendered. Keeps headings, table rows and code.
 */
export function unwrapLines(text: string): string {
  const lines: string[] = []
  let inCode = false
  for (const line of text.trim().split('\n')) {
    const before = lines.at(-1) ?? ''
    const isFence = fence.test(line)
    const joins =
      !inCode &&
      !isFence &&
      line.trim() !== '' &&
      before.trim() !== '' &&
      !ownLine.test(line) &&
      !literalLine.test(line) &&
      !literalLine.test(before) &&
      !fence.test(before)
    if (joins) lines[lines.length - 1] = `${before.trimEnd()} ${line.trim()}`
    else lines.push(line.trimEnd())
    if (isFence) inCode = !inCode
  }
  return lines.join('\n')
}
