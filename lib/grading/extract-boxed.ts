/** More boxes than this are not parts of one answer. */
const maxJoined = 20

interface Box {
  /** Start of the content. */
  start: number
  end: number
  /** Start of the command. */
  opening: number
}

/** Returns the content of the last box (the inner of nested ones), joined with other boxes of the same sentence. */
export function extractBoxedAnswer(text: string): string | undefined {
  if (!text.includes('box')) return undefined
  const boxes = findBoxes(text)
  let last = boxes.pop()
  // "\boxed{5}, not \boxed{6}"
  while (last && boxes.length > 0 && isDenied(text.slice(boxes.at(-1)!.end + 1, last.opening)))
    last = boxes.pop()
  if (!last) return findUnbraced(text)
  const contents = [text.slice(last.start, last.end)]
  for (let next = last; contents.length < maxJoined;) {
    const box = boxes.pop()
    if (!box || !isJoiner(text.slice(box.end + 1, next.opening))) break
    contents.unshift(text.slice(box.start, box.end))
    next = box
  }
  const values = contents.map((content) => content.trim()).filter((content) => content !== '')
  return [...new Set(values)].join(', ')
}

const isDenied = (gap: string) => /\b(?:not|rather than|instead of)\s*[$\\(]*$/.test(gap.slice(-40))

/** `\boxed 5` */
function findUnbraced(text: string): string | undefined {
  return [...text.matchAll(/\\boxed\s*(-?\d+(?:\.\d+)?|[A-Za-z](?![A-Za-z]))/g)].at(-1)?.[1]
}

/** Finds boxes without a nested box, in text order. One pass with a stack of open braces. */
function findBoxes(text: string): Box[] {
  const openBoxes: (Box | null)[] = []
  const boxes: Box[] = []
  for (const match of text.matchAll(/\\{1,2}(?:f?boxed|fbox)\s*\{|\\[^]|[{}]/g)) {
    const position = match.index
    if (match[0] === '}') {
      const box = openBoxes.pop()
      const last = boxes.at(-1)
      if (box && !(last && last.start > box.start)) boxes.push({ ...box, end: position })
    } else if (match[0] === '{') openBoxes.push(null)
    else if (match[0].endsWith('{') && match[0].length > 2)
      openBoxes.push({ start: position + match[0].length, end: 0, opening: position })
  }
  return boxes
}

/** Whether the text between two boxes joins them to one answer: "and", a comma, or nothing. */
function isJoiner(gap: string): boolean {
  if (gap.length > 80) return false
  const plainText = gap
    .replace(/\\(?:text|mathrm|textrm|mbox)\s*\{([^{}]*)\}/g, '$1')
    .replace(/\\q?quad(?![a-z])|\\[,;:! ]|[~&*]/g, ' ')
    .replace(/[$\\]+[()[\]]?/g, ' ')
    .trim()
  if (plainText === '') return !gap.includes('\n') || gap.includes('quad')
  if (
    /^(?:[,;]|[,;]?\s*(?:and|or|as well as)(?:\s+also)?|[,;]?\s*[a-zA-Z](?:_\w)?\s*=)$/.test(
      plainText,
    )
  )
    return true
  return (
    !/[.!?\n]/.test(plainText) && /(?:^|\s)(?:and|or)(?:\s+[a-zA-Z](?:_\w)?\s*=)?$/.test(plainText)
  )
}
