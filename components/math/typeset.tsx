import { Fragment, memo, type ReactNode } from 'react'
import type { TypesetBlock, TypesetPiece, TypesetText } from '@/lib/problems/typeset'
import { Formula } from './formula'

/** Letters and figures of a formula that still stand on one line of a phone. */
const shortFormula = 24
/** From here a formula may be wider than the column, and the paragraph scrolls in itself. */
const longFormula = 60

const punctuation = /^[.,;:!?)\]’”'"]+/

/**
 * A text as it is read. The font is that of what it stands in: `text-reading`, or an excerpt. Memoised, because the
 * labelling screen draws a thousand of them and changes one.
 */
export const Typeset = memo(function Typeset({ text }: { text: TypesetText }) {
  return (
    <div className="grid grid-cols-1 gap-2">
      {text.map((block, index) => (
        <Block key={index} block={block} />
      ))}
    </div>
  )
})

function Block({ block }: { block: TypesetBlock }) {
  if (block.kind === 'formula') return <Formula source={block.source} html={block.html} display />
  if (block.kind === 'code')
    return (
      <pre className="scrolls-in-itself overflow-x-auto border-l-2 border-rule py-1 pl-3 text-caption/5">
        <code className="text-[length:inherit]">{block.text}</code>
      </pre>
    )
  const isLong = block.pieces.some(
    (piece) => piece.kind === 'formula' && measureFormula(piece.source) > longFormula,
  )
  return (
    <p
      className={
        isLong
          ? 'scrolls-in-itself overflow-x-auto overflow-y-hidden whitespace-pre-line'
          : 'whitespace-pre-line'
      }
    >
      {drawPieces(block.pieces)}
    </p>
  )
}

/** A short formula and the punctuation after it share a span that does not break. */
function drawPieces(pieces: readonly TypesetPiece[]): ReactNode {
  let taken = 0
  return pieces.map((piece, index) => {
    if (piece.kind !== 'formula') {
      const text = piece.text.slice(taken)
      taken = 0
      return <Words key={index} kind={piece.kind} text={text} />
    }
    const formula = <Formula source={piece.source} html={piece.html} />
    const next = pieces[index + 1]
    const after = next?.kind === 'text' ? (punctuation.exec(next.text)?.[0] ?? '') : ''
    if (after === '' || measureFormula(piece.source) > shortFormula)
      return <Fragment key={index}>{formula}</Fragment>
    taken = after.length
    return (
      <span key={index} className="whitespace-nowrap">
        {formula}
        {after}
      </span>
    )
  })
}

function Words({ kind, text }: { kind: Exclude<TypesetPiece['kind'], 'formula'>; text: string }) {
  if (kind === 'strong') return <strong>{text}</strong>
  if (kind === 'emphasis') return <em>{text}</em>
  if (kind === 'code') return <code className="bg-wash px-1 text-[0.85em]">{text}</code>
  return text
}

/** Roughly how many signs it shows: commands count as one, braces and scripts as none. */
function measureFormula(source: string): number {
  return source.replace(/\\[a-zA-Z]+/g, 'x').replace(/[\s{}^_&\\]/g, '').length
}
