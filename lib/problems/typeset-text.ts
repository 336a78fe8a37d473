import { readTextTokens, type TextToken } from './read-text-tokens'
import { setFormula } from './set-formula'
import type { TypesetBlock, TypesetPiece, TypesetText } from './typeset'

export const maxFormulas = 200
/** In characters of HTML, over all formulas of a text. */
const maxHtml = 1_000_000

/**
 * Sets a text as it is read: formulas (`$..$`, `$$..$$`, `\(..\)`, `\[..\]`, bare environments, `\boxed`), fenced code,
 * and of Markdown paragraphs, headings, strong, emphasis and code. HTML and images stay the text that they are. Never
 * throws; a formula that cannot be set is shown as its source.
 */
export function typesetText(source: string): TypesetText {
  const setter = createSetter()
  const blocks: TypesetBlock[] = []
  for (const part of splitCode(source.replaceAll('\r\n', '\n')))
    if (part.kind === 'code') blocks.push(part)
    else blocks.push(...typesetProse(part.text, setter))
  return blocks
}

type Setter = (source: string, display: boolean) => string | null

/** Sets formulas until there are too many of them in this text. */
function createSetter(): Setter {
  let formulas = 0
  let characters = 0
  return (source, display) => {
    formulas += 1
    if (formulas > maxFormulas || characters > maxHtml) return null
    const html = setFormula(source, display)
    characters += html?.length ?? 0
    return html
  }
}

type Part = { kind: 'prose'; text: string } | Extract<TypesetBlock, { kind: 'code' }>

/** Fences of three backticks or tildes, and from MATH figures in Asymptote and tables: their dollars are no formulas. */
const codeBlock =
  /^ {0,3}(`{3,}|~{3,})([^`\n]*)\n([^]*?)(?:^ {0,3}\1[`~]*[ \t]*$|(?![^]))|\[asy\]((?:(?!\[asy\])[^])*?)\[\/asy\]|(\\begin\{tabular\}(?:(?!\\begin\{tabular\})[^])*?\\end\{tabular\})/gm

function splitCode(source: string): Part[] {
  const parts: Part[] = []
  let from = 0
  for (const match of source.matchAll(codeBlock)) {
    const { index, 0: whole, 2: language, 3: fenced, 4: figure, 5: table } = match
    parts.push({ kind: 'prose', text: source.slice(from, index) })
    parts.push({
      kind: 'code',
      language: figure === undefined ? language?.trim() || null : 'asy',
      text: (fenced ?? figure ?? table ?? '').replace(/^\n+|\n+$/g, ''),
    })
    from = index + whole.length
  }
  parts.push({ kind: 'prose', text: source.slice(from) })
  return parts
}

function typesetProse(text: string, set: Setter): TypesetBlock[] {
  const blocks: TypesetBlock[] = []
  let paragraph: TextToken[] = []
  let heading = false

  function endParagraph() {
    const pieces = trimPieces(stylePieces(paragraph, heading, set))
    if (pieces.length > 0) blocks.push({ kind: 'paragraph', pieces })
    paragraph = []
    heading = false
  }

  const tokens = readTextTokens(text)
  tokens.forEach((token, index) => {
    if (token.kind === 'break') {
      endParagraph()
      heading = token.heading
    } else if (token.kind === 'formula' && token.display) {
      endParagraph()
      const source = token.source + takePunctuation(tokens[index + 1])
      blocks.push({ kind: 'formula', source, html: set(source, true) })
    } else paragraph.push(token)
  })
  endParagraph()
  return blocks
}

/** The full stop after a display formula is set with it: on a line of its own it would look lost. */
function takePunctuation(next: TextToken | undefined): string {
  if (next?.kind !== 'text') return ''
  const mark = /^[.,;](?=\s|$)/.exec(next.text)?.[0] ?? ''
  next.text = next.text.slice(mark.length)
  return mark
}

/** Pairs the stars and sets the formulas of a paragraph. What has no partner stays text. */
function stylePieces(tokens: TextToken[], heading: boolean, set: Setter): TypesetPiece[] {
  const lastClosing = { '*': -1, '**': -1 }
  tokens.forEach((token, index) => {
    if (token.kind === 'stars' && token.closes) lastClosing[token.text] = index
  })
  const pieces: TypesetPiece[] = []
  let open: '*' | '**' | null = null

  function pushText(text: string) {
    if (text === '') return
    const kind = heading || open === '**' ? 'strong' : open === '*' ? 'emphasis' : 'text'
    const last = pieces.at(-1)
    if (last?.kind === kind) last.text += text
    else pieces.push({ kind, text })
  }

  tokens.forEach((token, index) => {
    if (token.kind === 'text') pushText(token.text)
    else if (token.kind === 'code') pieces.push(token)
    else if (token.kind === 'formula') {
      const { source } = token
      pieces.push({ kind: 'formula', source, html: set(source, false) })
    } else if (token.kind === 'stars') {
      if (open === token.text && token.closes) open = null
      else if (open === null && token.opens && lastClosing[token.text] > index) open = token.text
      else pushText(token.text)
    }
  })
  return pieces
}

function trimPieces(pieces: TypesetPiece[]): TypesetPiece[] {
  const first = pieces[0]
  if (first && first.kind !== 'formula' && first.kind !== 'code')
    first.text = first.text.trimStart()
  const last = pieces.at(-1)
  if (last && last.kind !== 'formula' && last.kind !== 'code') last.text = last.text.trimEnd()
  return pieces.filter((piece) => piece.kind === 'formula' || piece.text !== '')
}
