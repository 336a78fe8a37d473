import { createFormulaFinder } from './find-formula'
import { createLineGuard } from './guard-line'
import { guardTables } from './guard-tables'
import { hideSign, standInLetters, writeStandIn, type Hidden } from './hidden-text'
import { splitCode } from './split-code'

export interface HiddenText {
  /** The text with a placeholder for every entry of `hidden`. */
  text: string
  hidden: Hidden[]
}

/** Where something other than plain text can begin. */
const special = new RegExp(`[\\\\$\`*_\\n${standInLetters}]`, 'gu')
const codeSpan = /(`{1,2})([^`\n]+)\1(?!`)/y
const starRun = /\*+/y

/**
 * Replaces what Markdown must not read: formulas, code, figures, escapes, and signs that are
 * mathematics here but markup elsewhere (`2*3*4`, `x_1 and x_2`). A Markdown reader reads the rest,
 * and `revealText` restores the replaced parts.
 */
export function hideFromMarkdown(source: string): HiddenText {
  const hidden: Hidden[] = []
  const guardLine = createLineGuard()
  let text = ''

  function hide(content: Hidden) {
    text += writeStandIn(hidden.length)
    hidden.push(content)
  }

  function hideInProse(prose: string, isBeforeFigure: boolean) {
    const read = createReader(prose)
    let isQuoted = false
    let at = 0

    function startLine() {
      const [line, next] = readLines(prose, at)
      // A figure in this line is content of its item.
      const isCut = isBeforeFigure && at + line.length === prose.length
      const guarded = guardLine(isCut ? `${line}\`` : line, next)
      text += guarded.text
      at += guarded.length
      isQuoted = guarded.isQuoted
    }

    if (text === '') startLine()
    while (at < prose.length) {
      special.lastIndex = at
      const next = special.exec(prose)?.index ?? prose.length
      text += prose.slice(at, next)
      at = next
      if (at === prose.length) break
      const segment = read(at)
      if (typeof segment.content === 'string') text += segment.content
      else
        hide(
          isQuoted
            ? withoutQuoteMarks(segment.content, prose.slice(at, segment.end))
            : segment.content,
        )
      at = segment.end
      if (segment.content === '\n') startLine()
    }
  }

  const parts = splitCode(source)
  for (const [index, part] of parts.entries())
    if (part.kind === 'figure') hide(part)
    else hideInProse(part.text, index < parts.length - 1)
  return { text: guardTables(text), hidden }
}

/** The line that begins at a position, and the one after it. */
function readLines(text: string, at: number): [string, string] {
  const end = findLineEnd(text, at)
  return [text.slice(at, end), text.slice(end + 1, findLineEnd(text, end + 1))]
}

function findLineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : end
}

interface Segment {
  /** What to hide, or what to write unchanged. */
  content: Hidden | string
  end: number
}

/** Reads what begins at a special letter. */
function createReader(text: string): (at: number) => Segment {
  const findFormula = createFormulaFinder(text)

  return (at) => {
    const letter = text[at]!
    if (letter === '\n') return { content: '\n', end: at + 1 }
    if (letter === '_') return { content: hideSign('_'), end: at + 1 }
    if (letter === '*') return readStars(text, at)
    // `\$`, `\%` and so on are the character itself, in TeX and in Markdown.
    const escaped = letter === '\\' ? /^[$%&#_*]/.exec(text[at + 1] ?? '')?.[0] : undefined
    if (escaped !== undefined)
      return { content: /[#_*]/.test(escaped) ? hideSign(escaped) : escaped, end: at + 2 }
    if (letter === '`') {
      const code = matchAt(codeSpan, text, at)
      if (!code) return { content: '`', end: at + 1 }
      return { content: { kind: 'code', text: code[2]! }, end: at + code[0].length }
    }
    const formula = findFormula(at)
    if (formula) {
      const { source, display, end } = formula
      return { content: { kind: 'formula', source, display }, end }
    }
    if (letter === '$' || letter === '\\') return { content: letter, end: at + 1 }
    return { content: { kind: 'text', text: letter }, end: at + letter.length }
  }
}

/**
 * What a product can have at its left and right. Not Chinese and Japanese, which write emphasis
 * without spaces.
 */
const factor = '\\p{N}\\u{2E28}\\u{2E29}$\\\\'
const notLetter = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}'
const leftFactor = new RegExp(`^(?![${notLetter}])[\\p{L}${factor})\\]}!%]$`, 'u')
const rightFactor = new RegExp(
  `^(?:(?![${notLetter}])[\\p{L}${factor}(\\[{√]|[.-](?=[\\p{N}(]))`,
  'u',
)

/**
 * Stars between two factors are products or powers, and so are more than three. Others can be
 * emphasis.
 */
function readStars(text: string, at: number): Segment {
  const run = matchAt(starRun, text, at)![0]
  const end = at + run.length
  const isProduct =
    leftFactor.test(text[at - 1] ?? '') && rightFactor.test(text.slice(end, end + 2))
  return { content: isProduct || run.length > 3 ? hideSign(run) : run, end }
}

/** Quotation marks before further lines of a formula are not part of it. */
function withoutQuoteMarks(content: Hidden, written: string): Hidden {
  if (content.kind !== 'formula' || !written.includes('\n')) return content
  const source = /^[$\\]\W?[ \t]*\n/.test(written) ? `\n${content.source}` : content.source
  return { ...content, source: source.replaceAll(/\n[ \t]*(?:>[ \t]?)+/g, '\n').trim() }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
