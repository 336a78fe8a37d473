import { Fragment, type ReactNode } from 'react'
import type { TypesetFormula, InlineContent } from '@/lib/typesetting/typeset'
import { estimateFormulaWidth, shortFormulaMaxWidth } from './estimate-formula-width'
import { Formula } from './formula'

const punctuation = /^[.,;:!?)\]’”'"]+/

type TextPiece = Exclude<InlineContent, TypesetFormula>

/**
 * Inline content. A short formula and the punctuation after it share a span that does not break.
 */
export function TypesetInlineContent({ pieces }: { pieces: readonly InlineContent[] }): ReactNode {
  let consumedCharacters = 0
  return pieces.map((piece, index) => {
    if (piece.kind !== 'formula') {
      const text = piece.text.slice(consumedCharacters)
      consumedCharacters = 0
      return <PieceText key={index} kind={piece.kind} text={text} />
    }
    const formula = <Formula source={piece.source} html={piece.html} />
    const nextPiece = pieces[index + 1]
    const punctuationPiece = readPunctuation(nextPiece)
    if (!punctuationPiece || estimateFormulaWidth(piece.source) > shortFormulaMaxWidth)
      return <Fragment key={index}>{formula}</Fragment>
    consumedCharacters = punctuationPiece.text.length
    return (
      <span key={index} className="whitespace-nowrap">
        {formula}
        <PieceText kind={punctuationPiece.kind} text={punctuationPiece.text} />
      </span>
    )
  })
}

function readPunctuation(nextPiece: InlineContent | undefined): TextPiece | null {
  if (!nextPiece || nextPiece.kind === 'formula' || nextPiece.kind === 'code') return null
  const text = punctuation.exec(nextPiece.text)?.[0]
  return text === undefined ? null : { kind: nextPiece.kind, text }
}

function PieceText({ kind, text }: TextPiece) {
  if (kind === 'strong') return <strong>{text}</strong>
  if (kind === 'emphasis') return <em>{text}</em>
  if (kind === 'code') return <code className="bg-wash px-1 text-[0.85em]">{text}</code>
  return text
}
