/**
 * Finds the final answer that a solution states, by the first of these that the text has; where one
 * occurs more than once, the last counts:
 *
 * 1. PRM800K: all that follows a line `# Answer`
 * 2. `\boxed{…}`, with balanced braces inside
 * 3. "the answer is …", to the end of its sentence or line
 * 4. GSM8K: what follows `####` on the last line
 * 5. `A: …` or `Answer: …` at the start of a line
 *
 * Dollars, bold marks and a full stop around it are taken off.
 *
 * @returns null when the text states none
 */
export function extractAnswer(text: string): string | null {
  const finders = [findAfterHeading, findBoxed, findInSentence, findAfterHashes, findAfterLabel]
  for (const find of finders) {
    const answer = stripMarks(find(text) ?? '')
    if (answer !== '') return answer
  }
  return null
}

function findAfterHeading(text: string): string | undefined {
  return findLast(text, /(?<![^\n])# Answer[^\S\n]*\n/g, /[^]*/y)
}

function findInSentence(text: string): string | undefined {
  return findLast(text, /\banswer is:?[^\S\n]*/gi, /[^\n.]*(?:\.(?!\s|$)[^\n.]*)*/y)
}

/** Only as the last line: elsewhere it is a Markdown heading. */
function findAfterHashes(text: string): string | undefined {
  const line = text.trimEnd().split('\n').at(-1) ?? ''
  return findLast(line, /(?<!#)####(?!#)/g, /.+/y)
}

function findAfterLabel(text: string): string | undefined {
  return findLast(text, /(?<![^\n])[^\S\n]*(?:A|Answer):/g, /[^\n]+/y)
}

/** What `content` matches right after the last `mark`. */
function findLast(text: string, mark: RegExp, content: RegExp): string | undefined {
  let end = -1
  for (const found of text.matchAll(mark)) end = found.index + found[0].length
  if (end < 0) return undefined
  content.lastIndex = end
  return content.exec(text)?.[0]
}

/** One pass with a stack of open braces. The box that opens last counts: of nested ones the inner. */
function findBoxed(text: string): string | undefined {
  const open: { start: number; isBox: boolean }[] = []
  let last: { start: number; end: number } | undefined
  for (const found of text.matchAll(/\\boxed\s*\{|\\[^]|[{}]/g)) {
    if (found[0] === '}') {
      const brace = open.pop()
      const isLast = brace?.isBox && brace.start > (last?.start ?? 0)
      if (isLast) last = { start: brace.start, end: found.index }
    } else if (found[0] === '{' || found[0].startsWith('\\boxed')) {
      open.push({ start: found.index + found[0].length, isBox: found[0] !== '{' })
    }
  }
  return last && text.slice(last.start, last.end)
}

function stripMarks(text: string): string {
  let answer = text.trim().replace(/(?<=[^.])\.$/, '')
  for (const [start, end] of [
    ['**', '**'],
    ['$$', '$$'],
    ['$', '$'],
    ['\\(', '\\)'],
    ['\\[', '\\]'],
  ] as const) {
    const inner = answer.slice(start.length, answer.length - end.length)
    const isWrapped = answer.length > start.length + end.length
    // Two formulas side by side are not one in marks.
    if (isWrapped && answer.startsWith(start) && answer.endsWith(end) && !inner.includes(start)) {
      answer = inner.trim().replace(/(?<=[^.])\.$/, '')
    }
  }
  return answer
}
