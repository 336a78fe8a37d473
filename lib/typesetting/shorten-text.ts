import type { TypesetBlock, InlineContent, TypesetText } from './typeset'

const ellipsis: InlineContent = { kind: 'text', text: ' …' }

/**
 * The beginning of a text for a table: its first paragraph up to a maximum length, with whole
 * formulas and `…` at the end if there is more. A first block of another kind is not shortened.
 */
export function shortenTypesetText(text: TypesetText, maxCharacters: number): TypesetText {
  const [first, ...laterBlocks] = text.map(toParagraphIfPlain)
  if (first?.kind !== 'paragraph') return first ? [first] : []
  const pieces: InlineContent[] = []
  let remaining = maxCharacters
  for (const piece of first.pieces) {
    const length = piece.kind === 'formula' ? piece.source.length : piece.text.length
    if (length <= remaining) {
      pieces.push(piece)
      remaining -= length
      continue
    }
    if (piece.kind !== 'formula') pieces.push({ ...piece, text: cutAtWord(piece.text, remaining) })
    return [{ kind: 'paragraph', pieces: [...trimLast(pieces), ellipsis] }]
  }
  return [
    {
      kind: 'paragraph',
      pieces: laterBlocks.length > 0 ? [...trimLast(pieces), ellipsis] : pieces,
    },
  ]
}

/** Makes plain text a paragraph, without the notice that it was too long to typeset: the excerpt is short. */
function toParagraphIfPlain(block: TypesetBlock): TypesetBlock {
  if (block.kind !== 'plain') return block
  return { kind: 'paragraph', pieces: [{ kind: 'text', text: block.text }] }
}

function cutAtWord(text: string, maxCharacters: number): string {
  const cut = text.slice(0, maxCharacters)
  const space = cut.lastIndexOf(' ')
  return space > 0 ? cut.slice(0, space) : cut
}

function trimLast(pieces: readonly InlineContent[]): InlineContent[] {
  return pieces.map((piece, index) =>
    index < pieces.length - 1 || piece.kind === 'formula'
      ? piece
      : { ...piece, text: piece.text.trimEnd() },
  )
}
