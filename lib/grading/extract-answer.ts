import { extractBoxed } from './extract-boxed'
import { findLastValue } from './last-value'
import { isReadable } from './parse-answer'

const longestBare = 400

/** Written by machines where their turn ends; what follows is not the solution's. */
const turnEnd = /<\|(?:im_start|im_end|endoftext|eot_id|end|user)\|>|<\/s>|<end_of_turn>/

/**
 * Finds the final answer of a solution: what it states, else the last value in it.
 *
 * @returns null when there is none
 */
export function extractAnswer(text: string): string | null {
  return extractStatedAnswer(text) ?? findBareAnswer(text) ?? findLastValue(cutTurn(text))
}

/** A text that is an answer and nothing else. */
function findBareAnswer(text: string): string | null {
  const answer = text.trim().replace(/^(?:final )?answer[\s:]+/i, '')
  if (answer.length > longestBare || answer.includes('boxed')) return null
  if (!isReadable(answer)) return null
  return stripMarks(answer)
}

/**
 * Finds the final answer that a solution states, by the first of these that the text has; where one
 * occurs more than once, the last counts:
 *
 * 1. PRM800K: all that follows a line `# Answer`
 * 2. `\boxed{…}`, with balanced braces inside; several in one sentence are several values
 * 3. "the answer is …", "final answer: …", "the solution is …", to the end of its sentence or line, or "… is the answer"
 * 4. GSM8K: what follows `####` on the last line
 * 5. `A: …` or `Answer: …` at the start of a line
 *
 * Dollars, bold marks and a full stop around it are taken off.
 *
 * @returns null when the text states none
 */
export function extractStatedAnswer(text: string): string | null {
  const source = cutTurn(text)
  const finders = [findAfterHeading, extractBoxed, findInSentence, findAfterHashes, findAfterLabel]
  for (const find of finders) {
    const answer = stripMarks(find(source) ?? '')
    if (answer !== '') return answer
  }
  return null
}

function cutTurn(text: string): string {
  const end = text.search(turnEnd)
  return end > 0 && text.slice(0, end).trim() !== '' ? text.slice(0, end) : text
}

function findAfterHeading(text: string): string | undefined {
  return findLast(text, /(?<![^\n])# Answer[^\S\n]*\n/g, /[^]*/y)
}

const sentence = /[^\n.]*(?:\.(?!\s|$)[^\n.]*)*/y

function findInSentence(text: string): string | undefined {
  const mark =
    /\b(?:answer(?:s are| is| equals)|final answer(?=\s*:|\*\*)|solution(?:s are| is| set is))\b:?(?:\*\*(?=\s))?:?[^\S\n]*/gi
  const found = findLast(text, mark, sentence)
  if (found !== undefined && /[\p{L}\p{N}]/u.test(found)) return findAfterIs(found)
  const before =
    /([$\\][^\n]{1,200}?[$\])])[^\S\n]+is[^\S\n]+(?:our|the)[^\S\n]+(?:final[^\S\n]+)?answer\b/i
  return lastMatch(text.slice(-2000), before)
}

/** Of "The largest n is 34", the 34. */
function findAfterIs(content: string): string {
  const text = ` ${content}`
  const at = Math.max(text.lastIndexOf(' is '), text.lastIndexOf(' are '))
  const value = at < 0 ? '' : text.slice(at).replace(/^ (?:is|are) /, '')
  return /^(?:\$|\\[([]|-?\d)/.test(value) ? value : content
}

function lastMatch(text: string, pattern: RegExp): string | undefined {
  return pattern.exec(text)?.[1]
}

/** Only as the last line: elsewhere it is a Markdown heading. */
function findAfterHashes(text: string): string | undefined {
  const line = text.trimEnd().split('\n').at(-1) ?? ''
  return findLast(line, /(?<!#)####(?!#)/g, /.+/y)
}

function findAfterLabel(text: string): string | undefined {
  return findLast(
    text,
    /(?<![^\n])[^\S\n]*(?:\*\*)?(?:A|Answer)(?:\*\*)?:(?:\*\*(?=\s))?/g,
    /[^\n]+/y,
  )
}

/** What `content` matches right after the last `mark`. */
function findLast(text: string, mark: RegExp, content: RegExp): string | undefined {
  let end = -1
  for (const found of text.matchAll(mark)) end = found.index + found[0].length
  if (end < 0) return undefined
  content.lastIndex = end
  return content.exec(text)?.[0]
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
