import { maxAnswerLength } from './clean-answer'
import { extractBoxedAnswer } from './extract-boxed'
import { findLastValue } from './find-last-value'
import { isParsableAnswer } from './parse-answer'
import { removeClausesAroundValue, readToSentenceEnd } from './read-sentence'

const maxBareLength = 400

/** Markers that end a model's turn. The text after them isn't part of the solution. */
const turnEnd = /<\|(?:im_start|im_end|endoftext|eot_id|end|user)\|>|<\/s>|<end_of_turn>/

/**
 * Extracts the final answer of a solution: the stated answer, else the text if it is only an answer, else the last value.
 *
 * @returns null if there is none
 */
export function extractAnswer(text: string): string | null {
  const source = cutTurn(text)
  return extractStatedAnswer(text) ?? findBareAnswer(source) ?? findLastValue(source)
}

/** Returns the text if it contains nothing but an answer; null otherwise. */
function findBareAnswer(text: string): string | null {
  const answer = text.trim().replace(/^(?:final )?answer[\s:]+/i, '')
  if (answer.length > maxBareLength || answer.includes('boxed')) return null
  if (!isParsableAnswer(answer)) return null
  return stripMarks(answer)
}

/**
 * Extracts the final answer that a solution states. Uses the first of these rules that matches; if a rule matches
 * several times, the last match counts:
 *
 * 1. PRM800K: everything after a line `# Answer`
 * 2. `\boxed{…}`, with balanced braces inside; several boxes in one sentence are several values; a final answer that is
 *    stated after the last box replaces it
 * 3. `<answer>…</answer>`
 * 4. "the answer is …", "final answer: …", "the solution is …" and similar, to the end of the value, sentence or line;
 *    the line after a heading "Final Answer"; or "… is the answer"
 * 5. GSM8K: the text after `####` on the last line
 * 6. `A: …` or `Answer: …` at the start of a line
 *
 * If the model was thinking, only the text after the last `</think>` counts. Dollars, bold markers and a full stop
 * around the answer are removed.
 *
 * @returns null if the text states none
 */
export function extractStatedAnswer(text: string): string | null {
  const source = cutTurn(text)
  const finders = [
    findAfterHeading,
    findInBoxOrAfter,
    findInTag,
    findInSentence,
    findAfterHashes,
    findAfterLabel,
  ]
  for (const find of finders) {
    const answer = stripMarks(find(source) ?? '')
    if (answer !== '') return answer
  }
  return null
}

/** Returns the part of an answer field to compare: what a box or a long text states, else all. Null if that is too long. */
export function extractAnswerFromField(text: string): string | null {
  const isStated = text.length > maxAnswerLength || text.includes('\\boxed')
  const source = (isStated ? extractStatedAnswer(text) : null) ?? text
  return source.length > maxAnswerLength ? null : source
}

/** Returns the text after the model's thinking and before the next turn. */
function cutTurn(text: string): string {
  const end = text.search(turnEnd)
  const turn = end > 0 && text.slice(0, end).trim() !== '' ? text.slice(0, end) : text
  const afterThinking = turn.slice(
    turn.lastIndexOf('</think>') + 1 && turn.lastIndexOf('</think>') + 8,
  )
  return afterThinking.trim() === '' ? turn : afterThinking
}

function findAfterHeading(text: string): string | undefined {
  return findLast(text, /(?<![^\n])# Answer[^\S\n]*\n/g, (source, position) =>
    source.slice(position),
  )
}

/** Phrases before an answer: "the answer is", "final answer of", and a line "**Final Answer**". */
const answerPhrase =
  /(?:\b(?:answer(?:s are| is| equals| would be| will be| should be| must be| comes to| =)|final answer(?: of\b|(?=\s*:|\*\*))|(?:correct (?:option|choice)|final result) is|solution(?:s are| is| set is))(?![a-z])|(?<![^\n])[#*_ \t]*(?:the |our )?final answer[*_]*(?=[^\S\n]*\n))(?:\*\*(?=[\s:]|$))?:?(?:\*\*(?=\s|$))?[^\S\n]*/gi

/** Returns the last box, or a value that a later sentence states as the answer. */
function findInBoxOrAfter(text: string): string | undefined {
  const boxed = extractBoxedAnswer(text)
  if (boxed === undefined) return undefined
  const textFromLastBox = text.slice(Math.max(text.lastIndexOf('boxed'), text.lastIndexOf('fbox')))
  const laterAnswer = findInSentence(textFromLastBox)
  const isValue = laterAnswer !== undefined && /^\**(?:\$|\\[([]|[-−]?\d)/.test(laterAnswer)
  return isValue ? laterAnswer : boxed
}

function findInSentence(text: string): string | undefined {
  const statedAnswer = findLast(text, answerPhrase, readToSentenceEnd)
  if (statedAnswer !== undefined && /[\p{L}\p{N}]/u.test(statedAnswer))
    return findAfterIs(removeClausesAroundValue(statedAnswer))
  const before =
    /([$\\][^\n]{1,200}?[$\])])[^\S\n]+is[^\S\n]+(?:our|the)[^\S\n]+(?:final[^\S\n]+)?answer\b/gi
  const end = text.slice(-2000)
  // The phrase can start anywhere, and most texts have none, so check for the word first.
  return /answer/i.test(end) ? [...end.matchAll(before)].at(-1)?.[1] : undefined
}

/** Returns the 34 of "The largest n is 34". */
function findAfterIs(content: string): string {
  const text = ` ${content}`
  const position = Math.max(text.lastIndexOf(' is '), text.lastIndexOf(' are '))
  const value = position < 0 ? '' : text.slice(position).replace(/^ (?:is|are) /, '')
  return /^(?:\$|\\[([]|-?\d)/.test(value) ? value : content
}

/** Only the last line counts; elsewhere, hashes are a Markdown heading. */
function findAfterHashes(text: string): string | undefined {
  const line = text.trimEnd().split('\n').at(-1) ?? ''
  return findLast(line, /(?<!#)####(?!#)/g, (source, position) => source.slice(position))
}

function findAfterLabel(text: string): string | undefined {
  const label = /(?<![^\n])[^\S\n]*(?:\*\*)?(?:A|Answer|ANSWER|answer)(?:\*\*)?:(?:\*\*(?=\s))?/g
  return findLast(text, label, (source, position) => source.slice(position).split('\n', 1)[0]!)
}

/** `<answer>5</answer>` */
function findInTag(text: string): string | undefined {
  const end = text.lastIndexOf('</answer>')
  const start = end < 0 ? -1 : text.lastIndexOf('<answer>', end)
  return start < 0 ? undefined : text.slice(start + '<answer>'.length, end)
}

/** Reads from the end of the last match of the marker. */
function findLast(
  text: string,
  marker: RegExp,
  read: (text: string, position: number) => string,
): string | undefined {
  let end = -1
  for (const match of text.matchAll(marker)) end = match.index + match[0].length
  return end < 0 ? undefined : read(text, end)
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
    // Two adjacent formulas are not one formula in delimiters.
    if (isWrapped && answer.startsWith(start) && answer.endsWith(end) && !inner.includes(start)) {
      answer = inner.trim().replace(/(?<=[^.])\.$/, '')
    }
  }
  return answer
}
