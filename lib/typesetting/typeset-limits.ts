import type { TypesetBlock, InlineContent, TypesetText } from './typeset'

/** In characters. A longer text is shown as plain text. */
export const maxTypesetCharacters = 400_000
/** Lines and cells of a table: what makes Markdown slow to read. */
const maxMarks = 20_000
/** Blocks, pieces, items and cells of one text. Each becomes an element of the page. */
export const maxTypesetNodes = 2_000

/** What the texts of one reply may add up to. Typesetting counts down. */
export interface TypesetBudget {
  nodes: number
  /** Characters of text and HTML. */
  characters: number
  /** Time that typesetting takes. */
  ms: number
}

/** A page is rendered from these, which takes about 20 µs per node. */
export const pageTypesetBudget: Readonly<TypesetBudget> = {
  nodes: 2_000,
  characters: 1_200_000,
  ms: 4_000,
}

/** One of many notes on a page. */
export const noteTypesetBudget: Readonly<TypesetBudget> = {
  nodes: 300,
  characters: 40_000,
  ms: 1_000,
}

/** Only sent as JSON, and rendered in the browser. */
export const workTypesetBudget: Readonly<TypesetBudget> = {
  nodes: 20_000,
  characters: 2_000_000,
  ms: 8_000,
}

/** Whether a text would become too long, as far as that shows before it is read. */
export function isTooLongToTypeset(source: string): boolean {
  return source.length > maxTypesetCharacters || countMarks(source) > maxMarks
}

function countMarks(source: string): number {
  let marks = 0
  for (const mark of ['\n', '|'])
    for (let at = source.indexOf(mark); at !== -1; at = source.indexOf(mark, at + 1)) marks += 1
  return marks
}

/** Nothing in it takes much time or becomes much output: plain words, and not many. */
export function isShortPlainText(source: string): boolean {
  return source.length <= 2_000 && !/[\\$`~|*#]/.test(source)
}

/** The size of a typeset text. */
export function measureTypesetText(
  blocks: TypesetText,
): Pick<TypesetBudget, 'nodes' | 'characters'> {
  const size = { nodes: 0, characters: 0 }
  for (const block of blocks) addBlock(block, size)
  return size
}

type Size = ReturnType<typeof measureTypesetText>

function addBlock(block: TypesetBlock, size: Size): void {
  size.nodes += 1
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      addPieces(block.pieces, size)
      break
    case 'list':
      for (const { blocks } of block.items) {
        size.nodes += 1
        for (const each of blocks) addBlock(each, size)
      }
      break
    case 'quote':
      for (const each of block.blocks) addBlock(each, size)
      break
    case 'table':
      for (const cells of block.rows) {
        size.nodes += 1 + cells.length
        for (const pieces of cells) addPieces(pieces, size)
      }
      break
    case 'formula':
      addFormula(block, size)
      break
    case 'code':
      size.nodes += block.colours.length
      size.characters += block.text.length
      break
    case 'plain':
      size.characters += block.text.length
      break
    case 'rule':
      break
  }
}

function addPieces(pieces: readonly InlineContent[], size: Size): void {
  for (const piece of pieces) {
    size.nodes += 1
    if (piece.kind === 'formula') addFormula(piece, size)
    else size.characters += piece.text.length
  }
}

function addFormula({ source, html }: { source: string; html: string | null }, size: Size): void {
  size.characters += source.length + (html?.length ?? 0)
}
