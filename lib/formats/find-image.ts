/**
 * Finds a Markdown image, `![…](…)`, in one pass over the text (a regular expression would take
 * quadratic time on a row of `![`). Images are refused on import: pages never load what others
 * host.
 *
 * @returns the index of its `!`, or -1
 */
export function findImage(text: string): number {
  const lastClose = text.lastIndexOf(')')
  let open = -1
  for (let at = text.indexOf('!['); at !== -1 && at < lastClose; at++) {
    if (text[at] === '!' && text[at + 1] === '[') {
      open = at
      at += 1
    } else if (text[at] === ']') {
      if (open >= 0 && text[at + 1] === '(') return open
      // The next image can only begin further on.
      open = -1
      at = text.indexOf('![', at) - 1
      if (at < 0) return -1
    }
  }
  return -1
}
