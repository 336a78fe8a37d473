import { createFormulaFinder } from './find-formula'
import { createFalseMarkupHider } from './hide-false-markup'
import { keepExcessTableCells } from './keep-excess-table-cells'
import {
  hideSignFromMarkdown,
  reservedCharacters,
  formatPlaceholder,
  type ProtectedContent,
} from './placeholders'
import { splitProseAndCode } from './split-prose-and-code'

export interface TextWithPlaceholders {
  /** The text with a placeholder for every entry of `hidden`. */
  text: string
  hidden: ProtectedContent[]
}

/** Where something other than plain text can begin. */
const specialCharacter = new RegExp(`[\\\\$\`*_\\n${reservedCharacters}]`, 'gu')
const codeSpan = /(`{1,2})([^`\n]+)\1(?!`)/y
const starRun = /\*+/y

/**
 * Replaces what Markdown must not read: formulas, code, figures, escapes, and signs that are
 * mathematics here but markup elsewhere (`2*3*4`, `x_1 and x_2`). A Markdown reader reads the rest,
 * and `replacePlaceholders` restores the replaced parts.
 */
export function hideContentFromMarkdown(source: string): TextWithPlaceholders {
  const hiddenContents: ProtectedContent[] = []
  const hideFalseMarkup = createFalseMarkupHider()
  let text = ''

  function addPlaceholder(content: ProtectedContent) {
    text += formatPlaceholder(hiddenContents.length)
    hiddenContents.push(content)
  }

  function hideInProse(prose: string, isBeforeFigure: boolean) {
    const readSegment = createReader(prose)
    let isQuoted = false
    let position = 0

    function startLine() {
      const [line, next] = readLines(prose, position)
      // A figure in this line is content of its item.
      const endsAtFigure = isBeforeFigure && position + line.length === prose.length
      const replacement = hideFalseMarkup(endsAtFigure ? `${line}\`` : line, next)
      text += replacement.text
      position += replacement.length
      isQuoted = replacement.isQuoted
    }

    if (text === '') startLine()
    while (position < prose.length) {
      specialCharacter.lastIndex = position
      const next = specialCharacter.exec(prose)?.index ?? prose.length
      text += prose.slice(position, next)
      position = next
      if (position === prose.length) break
      const segment = readSegment(position)
      if (typeof segment.content === 'string') text += segment.content
      else
        addPlaceholder(
          isQuoted
            ? removeQuoteMarks(segment.content, prose.slice(position, segment.end))
            : segment.content,
        )
      position = segment.end
      if (segment.content === '\n') startLine()
    }
  }

  const parts = splitProseAndCode(source)
  for (const [index, part] of parts.entries())
    if (part.kind === 'figure') addPlaceholder(part)
    else hideInProse(part.text, index < parts.length - 1)
  return { text: keepExcessTableCells(text), hidden: hiddenContents }
}

/** The line that begins at a position, and the one after it. */
function readLines(text: string, position: number): [string, string] {
  const end = findLineEnd(text, position)
  return [text.slice(position, end), text.slice(end + 1, findLineEnd(text, end + 1))]
}

function findLineEnd(text: string, position: number): number {
  const end = text.indexOf('\n', position)
  return end === -1 ? text.length : end
}

interface Segment {
  /** What to hide, or what to write unchanged. */
  content: ProtectedContent | string
  end: number
}

/** Reads what begins at a special character. */
function createReader(text: string): (position: number) => Segment {
  const findFormula = createFormulaFinder(text)

  return (position) => {
    const letter = text[position]!
    if (letter === '\n') return { content: '\n', end: position + 1 }
    if (letter === '_') return { content: hideSignFromMarkdown('_'), end: position + 1 }
    if (letter === '*') return readStars(text, position)
    // `\$`, `\%` and so on are the character itself, in TeX and in Markdown.
    const escapedCharacter =
      letter === '\\' ? /^[$%&#_*]/.exec(text[position + 1] ?? '')?.[0] : undefined
    if (escapedCharacter !== undefined)
      return {
        content: /[#_*]/.test(escapedCharacter)
          ? hideSignFromMarkdown(escapedCharacter)
          : escapedCharacter,
        end: position + 2,
      }
    if (letter === '`') {
      const code = matchAt(codeSpan, text, position)
      if (!code) return { content: '`', end: position + 1 }
      return { content: { kind: 'code', text: code[2]! }, end: position + code[0].length }
    }
    const formula = findFormula(position)
    if (formula) {
      const { source, display, end } = formula
      return { content: { kind: 'formula', source, display }, end }
    }
    if (letter === '$' || letter === '\\') return { content: letter, end: position + 1 }
    return { content: { kind: 'text', text: letter }, end: position + letter.length }
  }
}

/**
 * What can be to the left and right of a product's star. Not Chinese, Japanese and Korean, which
 * write emphasis without spaces.
 */
const factorCharacters = '\\p{N}\\u{2E28}\\u{2E29}$\\\\'
const scriptsWithoutSpaces =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}'
const leftFactor = new RegExp(
  `^(?![${scriptsWithoutSpaces}])[\\p{L}${factorCharacters})\\]}!%]$`,
  'u',
)
const rightFactor = new RegExp(
  `^(?:(?![${scriptsWithoutSpaces}])[\\p{L}${factorCharacters}(\\[{√]|[.-](?=[\\p{N}(]))`,
  'u',
)

/**
 * Stars between two factors are products or powers, and so are more than three. Others can be
 * emphasis.
 */
function readStars(text: string, position: number): Segment {
  const stars = matchAt(starRun, text, position)![0]
  const end = position + stars.length
  const isProduct =
    leftFactor.test(text[position - 1] ?? '') && rightFactor.test(text.slice(end, end + 2))
  return { content: isProduct || stars.length > 3 ? hideSignFromMarkdown(stars) : stars, end }
}

/** Quotation marks before further lines of a formula are not part of it. */
function removeQuoteMarks(content: ProtectedContent, sourceText: string): ProtectedContent {
  if (content.kind !== 'formula' || !sourceText.includes('\n')) return content
  const source = /^[$\\]\W?[ \t]*\n/.test(sourceText) ? `\n${content.source}` : content.source
  return { ...content, source: source.replaceAll(/\n[ \t]*(?:>[ \t]?)+/g, '\n').trim() }
}

function matchAt(pattern: RegExp, text: string, position: number): RegExpExecArray | null {
  pattern.lastIndex = position
  return pattern.exec(text)
}
