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
  let consumed = 0
  return pieces.map((piece, index) => {
    if (piece.kind !== 'formula') {
      const text = piece.text.slice(consumed)
      consumed = 0
      return <PieceText key={index} kind={piece.kind} text={text} />
    }
    const formula = <Formula source={piece.source} html={piece.html} />
    const next = pieces[index + 1]
    const after = readPunctuation(next)
    if (!after || estimateFormulaWidth(piece.source) > shortFormulaMaxWidth)
      return <Fragment key={index}>{formula}</Fragment>
    consumed = after.text.length
    return (
      <span key={index} className="whitespace-nowrap">
        {formula}
        <PieceText kind={after.kind} text={after.text} />
      </span>
    )
  })
}

function readPunctuation(next: InlineContent | undefined): TextPiece | null {
  if (!next || next.kind === 'formula' || next.kind === 'code') return null
  const text = punctuation.exec(next.text)?.[0]
  return text === undefined ? null : { kind: next.kind, text }
}

function PieceText({ kind, text }: TextPiece) {
  if (kind === 'strong') return <strong>{text}</strong>
  if (kind === 'emphasis') return <em>{text}</em>
  if (kind === 'code') return <code className="bg-wash px-1 text-[0.85em]">{text}</code>
  return text
}
