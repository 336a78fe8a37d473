import type { TypesetBlock, InlineContent, TypesetText } from './typeset'

/** In characters. A longer text is shown as plain text. */
export const maxTypesetCharacters = 400_000
/** Lines and cells of a table: what makes Markdown slow to read. */
const maxLinesAndCells = 20_000
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

/** Budget of a rendered page: rendering takes about 20 µs per node. */
export const pageTypesetBudget: Readonly<TypesetBudget> = {
  nodes: 2_000,
  characters: 1_200_000,
  ms: 4_000,
}

/** Budget of one of many notes on a page. */
export const noteTypesetBudget: Readonly<TypesetBudget> = {
  nodes: 300,
  characters: 40_000,
  ms: 1_000,
}

/** Budget of a solution to label: sent as JSON and rendered in the browser. */
export const labellingTypesetBudget: Readonly<TypesetBudget> = {
  nodes: 20_000,
  characters: 2_000_000,
  ms: 8_000,
}

/** Quick check before parsing: whether a text is certainly too long. */
export function isTooLongToTypeset(source: string): boolean {
  return source.length > maxTypesetCharacters || countLinesAndCells(source) > maxLinesAndCells
}

function countLinesAndCells(source: string): number {
  let linesAndCells = 0
  for (const separator of ['\n', '|'])
    for (
      let position = source.indexOf(separator);
      position !== -1;
      position = source.indexOf(separator, position + 1)
    )
      linesAndCells += 1
  return linesAndCells
}

/** Whether a text is short and plain, so that it is cheap to typeset in this thread. */
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
        for (const child of blocks) addBlock(child, size)
      }
      break
    case 'quote':
      for (const child of block.blocks) addBlock(child, size)
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
