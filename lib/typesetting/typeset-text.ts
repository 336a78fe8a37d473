import { hideContentFromMarkdown } from './hide-from-markdown'
import { replacePlaceholders, type ProtectedContent } from './placeholders'
import { readMarkdown, type MarkdownBlock, type StyledText } from './read-markdown'
import type { PlainTextReason, TypesetBlock, InlineContent, TypesetText } from './typeset'
import { typesetFormula } from './typeset-formula'
import {
  isShortPlainText,
  isTooLongToTypeset,
  maxTypesetNodes,
  measureTypesetText,
  pageTypesetBudget,
  type TypesetBudget,
} from './typeset-limits'

export const maxFormulasPerText = 200
/** In characters of HTML, over all formulas of a text. */
const maxHtml = 1_000_000

/**
 * Typesets a text: formulas (`$..$`, `$$..$$`, `\(..\)`, `\[..\]`, bare environments, `\boxed`), and the Markdown for
 * headings, lists, quotations, tables, rules, strong, emphasis and code. Stars, dashes, angle brackets and pipes that are
 * mathematics, all underscores, HTML, links and images stay text. Only markup is removed. Never throws; a formula that can't
 * be typeset is shown as its source, and a text that exceeds a limit as plain text. Code gets its colours later, by
 * `addCodeColours` (server/add-code-colours.ts). Subtracts its size and time from the budget.
 */
export function typesetText(
  source: string,
  budget: TypesetBudget = { ...pageTypesetBudget },
): TypesetText {
  if (isTooLongToTypeset(source)) return makePlainTypesetText(source, 'long')
  if (budget.nodes <= 0 || budget.characters <= 0) return makePlainTypesetText(source, 'long')
  if (budget.ms <= 0) return makePlainTypesetText(source, 'slow')
  const startedAt = performance.now()
  const { text, hidden } = hideContentFromMarkdown(
    removeCommonIndent(source.replaceAll(/\r\n?/g, '\n')),
  )
  const formulas = createFormulaTypesetter(budget)
  const typesetter = { hidden, typesetFormulaSource: formulas.typeset }
  const blocks = readMarkdown(text).flatMap((block) => typesetBlock(block, typesetter))
  const { nodes, characters } = measureTypesetText(blocks)
  budget.ms -= performance.now() - startedAt
  if (nodes > Math.min(maxTypesetNodes, budget.nodes)) return makePlainTypesetText(source, 'long')
  budget.nodes -= nodes
  budget.characters -= characters
  if (formulas.isLimited()) blocks.push({ kind: 'plain', text: '', reason: 'formulas' })
  return blocks
}

/** A text without typesetting. Plain words are complete as they are, and need no notice. */
export function makePlainTypesetText(source: string, reason: PlainTextReason): TypesetText {
  if (isShortPlainText(source))
    return [{ kind: 'paragraph', pieces: [{ kind: 'text', text: source }] }]
  return [{ kind: 'plain', text: source, reason }]
}

/** Without the common indent of all lines: Markdown reads no markup in lines that are indented by four spaces. */
function removeCommonIndent(source: string): string {
  const first = /^(?:[ \t]*\n)*([ \t]+)\S/.exec(source)?.[1]
  if (first === undefined) return source
  let width = first.length
  for (const [, indent = ''] of source.matchAll(/^([ \t]*)\S/gm))
    width = Math.min(width, indent.length)
  return width === 0 ? source : source.replaceAll(new RegExp(`^[ \\t]{1,${width}}`, 'gm'), '')
}

interface Typesetter {
  hidden: readonly ProtectedContent[]
  /** Typesets formulas until the limit of the text is reached. */
  typesetFormulaSource: (source: string, display: boolean) => string | null
}

function createFormulaTypesetter(budget: TypesetBudget): {
  typeset: Typesetter['typesetFormulaSource']
  /** Whether a formula was not typeset because of a limit of the text. */
  isLimited: () => boolean
} {
  const maxCharacters = Math.min(maxHtml, budget.characters)
  const startedAt = performance.now()
  let formulas = 0
  let characters = 0
  let isLimited = false
  return {
    typeset(source, display) {
      formulas += 1
      if (
        formulas > maxFormulasPerText ||
        characters > maxCharacters ||
        performance.now() - startedAt > budget.ms
      ) {
        isLimited = true
        return null
      }
      const html = typesetFormula(source, display)
      characters += html?.length ?? 0
      return html
    },
    isLimited: () => isLimited,
  }
}

function typesetBlock(block: MarkdownBlock, typesetter: Typesetter): TypesetBlock[] {
  switch (block.kind) {
    case 'paragraph':
      return typesetParagraph(block.texts, typesetter)
    case 'heading': {
      const pieces = typesetLine(block.texts, typesetter)
      return [{ kind: 'heading', level: block.level, pieces }]
    }
    case 'list': {
      const items = block.items.map(({ marker, blocks }) => ({
        marker,
        blocks: blocks.flatMap((child) => typesetBlock(child, typesetter)),
      }))
      return [{ kind: 'list', items }]
    }
    case 'quote':
      return [
        { kind: 'quote', blocks: block.blocks.flatMap((each) => typesetBlock(each, typesetter)) },
      ]
    case 'table': {
      const rows = block.rows.map((cells) => cells.map((texts) => typesetLine(texts, typesetter)))
      return [{ kind: 'table', columns: block.columns, rows }]
    }
    case 'rule':
      return [{ kind: 'rule' }]
  }
}

/** Display formulas and figures go between paragraphs, wherever they were. */
function typesetParagraph(texts: StyledText[], typesetter: Typesetter): TypesetBlock[] {
  const blocks: TypesetBlock[] = []
  let pieces: InlineContent[] = []
  let formula: Extract<ProtectedContent, { kind: 'formula' }> | null = null

  function endFormula(punctuation: string) {
    if (!formula) return
    // The full stop after a display formula is typeset with it, not alone on a line.
    const source = formula.source + punctuation
    blocks.push({ kind: 'formula', source, html: typesetter.typesetFormulaSource(source, true) })
    formula = null
  }

  function endParagraph() {
    const trimmed = trimPieces(pieces)
    if (trimmed.length > 0) blocks.push({ kind: 'paragraph', pieces: trimmed })
    pieces = []
  }

  for (const { style, text } of texts)
    for (const part of replacePlaceholders(text, typesetter.hidden)) {
      if (part.kind === 'text') {
        const punctuation = formula === null ? '' : (/^[.,;](?=\s|$)/.exec(part.text)?.[0] ?? '')
        endFormula(punctuation)
        pushText(pieces, style, part.text.slice(punctuation.length))
        continue
      }
      endFormula('')
      if (part.kind === 'figure') {
        endParagraph()
        blocks.push({ kind: 'code', language: part.language, text: part.text, colours: [] })
      } else if (part.kind === 'formula' && part.display) {
        endParagraph()
        formula = part
      } else pieces.push(typesetPiece(part, typesetter))
    }
  endFormula('')
  endParagraph()
  return blocks
}

/** In headings and tables, where everything is inline. */
function typesetLine(texts: StyledText[], typesetter: Typesetter): InlineContent[] {
  const pieces: InlineContent[] = []
  for (const { style, text } of texts)
    for (const part of replacePlaceholders(text, typesetter.hidden))
      if (part.kind === 'text') pushText(pieces, style, part.text)
      else pieces.push(typesetPiece(part, typesetter))
  return trimPieces(pieces)
}

function typesetPiece(
  part: Exclude<ProtectedContent, { kind: 'text' }>,
  typesetter: Typesetter,
): InlineContent {
  if (part.kind !== 'formula') return { kind: 'code', text: part.text }
  const { source } = part
  return { kind: 'formula', source, html: typesetter.typesetFormulaSource(source, false) }
}

function pushText(pieces: InlineContent[], kind: StyledText['style'], text: string): void {
  if (text === '') return
  const last = pieces.at(-1)
  if (last?.kind === kind) last.text += text
  else pieces.push({ kind, text })
}

function trimPieces(pieces: InlineContent[]): InlineContent[] {
  const first = pieces[0]
  if (first && first.kind !== 'formula' && first.kind !== 'code')
    first.text = first.text.trimStart()
  const last = pieces.at(-1)
  if (last && last.kind !== 'formula' && last.kind !== 'code') last.text = last.text.trimEnd()
  return pieces.filter((piece) => piece.kind === 'formula' || piece.text !== '')
}
