import type { TypesetBlock, InlineContent } from '@/lib/typesetting/typeset'
import { typesetText } from '@/lib/typesetting/typeset-text'

/**
 * One line per block: formulas in angle brackets, with `!` if not typeset; items, quotations and
 * rows in braces.
 */
export function outlineTypesetText(source: string): string[] {
  return typesetText(source).map(outlineBlock)
}

function outlineBlock(block: TypesetBlock): string {
  switch (block.kind) {
    case 'paragraph':
      return outlinePieces(block.pieces)
    case 'heading':
      return `H${block.level}(${outlinePieces(block.pieces)})`
    case 'code':
      return `[${block.language ?? ''}] ${block.text}`
    case 'formula':
      return `<<${block.source}${block.html === null ? '!' : ''}>>`
    case 'rule':
      return '----'
    case 'plain':
      return `${block.text}(${block.reason})`
    case 'quote':
      return `> {${block.blocks.map(outlineBlock).join(' / ')}}`
    case 'list':
      return block.items
        .map(({ marker, blocks }) => `${marker ?? '•'} {${blocks.map(outlineBlock).join(' / ')}}`)
        .join(' ')
    case 'table':
      return block.rows.map((cells) => `{${cells.map(outlinePieces).join(' | ')}}`).join(' ')
  }
}

function outlinePieces(pieces: readonly InlineContent[]): string {
  return pieces.map(outlinePiece).join('')
}

function outlinePiece(piece: InlineContent): string {
  switch (piece.kind) {
    case 'text':
      return piece.text
    case 'strong':
      return `S(${piece.text})`
    case 'emphasis':
      return `E(${piece.text})`
    case 'code':
      return `C(${piece.text})`
    case 'formula':
      return `<${piece.source}${piece.html === null ? '!' : ''}>`
  }
}

/** All blocks, including nested ones. */
export function flattenBlocks(blocks: readonly TypesetBlock[]): TypesetBlock[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'quote') return [block, ...flattenBlocks(block.blocks)]
    if (block.kind !== 'list') return [block]
    return [block, ...block.items.flatMap((item) => flattenBlocks(item.blocks))]
  })
}

function listPieces(block: TypesetBlock): InlineContent[] {
  if (block.kind === 'paragraph' || block.kind === 'heading') return block.pieces
  return block.kind === 'table' ? block.rows.flat(2) : []
}

/** The HTML of every typeset formula. */
export function listFormulaHtml(blocks: readonly TypesetBlock[]): string[] {
  return flattenBlocks(blocks)
    .flatMap((block) => [block, ...listPieces(block)])
    .map((part) => (part.kind === 'formula' ? part.html : null))
    .filter((html) => html !== null)
}

/** Everything that a text shows, in order. */
export function joinTypesetText(blocks: readonly TypesetBlock[]): string {
  return blocks
    .map((block) => {
      if (block.kind === 'formula') return block.source
      if (block.kind === 'code') return `${block.language ?? ''}${block.text}`
      if (block.kind === 'plain') return block.text
      if (block.kind === 'quote') return joinTypesetText(block.blocks)
      if (block.kind === 'list')
        return block.items
          .map((item) => (item.marker ?? '') + joinTypesetText(item.blocks))
          .join('')
      return listPieces(block)
        .map((piece) => (piece.kind === 'formula' ? piece.source : piece.text))
        .join('')
    })
    .join('')
}

/** Removes the escaped source, which is for copying the formula, and the text in it. */
export function removeMathAnnotation(html: string): string {
  return html.replaceAll(/<annotation[^]*?<\/annotation>|<m?text>[^]*?<\/m?text>/g, '')
}
