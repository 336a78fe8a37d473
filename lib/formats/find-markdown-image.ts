/**
 * Finds a Markdown image, `![…](…)`, in one pass over the text (a regular expression would take
 * quadratic time on a row of `![`). Images are rejected on import: pages never load what others
 * host.
 *
 * @returns the index of its `!`, or -1
 */
export function findMarkdownImage(text: string): number {
  const first = text.indexOf('![')
  if (first === -1) return -1
  const lastClose = text.lastIndexOf(')')
  let openPosition = -1
  for (let position = first; position < lastClose; position++) {
    if (text[position] === '!' && text[position + 1] === '[') {
      openPosition = position
      position += 1
    } else if (text[position] === ']') {
      if (openPosition >= 0 && text[position + 1] === '(') return openPosition
      // The next image can only begin further on.
      openPosition = -1
      position = text.indexOf('![', position) - 1
      if (position < 0) return -1
    }
  }
  return -1
}
