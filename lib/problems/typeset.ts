/**
 * A text as it is read: the Markdown of solutions, with its formulas set. Made on the server by `typesetText`
 * (lib/problems/typeset-text.ts) and drawn by components/math. There are no links, images and HTML in it: these stay
 * the text that they are, so that nothing is loaded and an address is seen for what it is.
 */
export type TypesetText = TypesetBlock[]

export type TypesetBlock =
  /** Its line breaks are those of the source. */
  | { kind: 'paragraph'; pieces: TypesetPiece[] }
  | { kind: 'heading'; level: number; pieces: TypesetPiece[] }
  /** Items carry their number as it is written, `2.` or `2)`; null is a bullet. */
  | { kind: 'list'; items: { marker: string | null; blocks: TypesetBlock[] }[] }
  | { kind: 'quote'; blocks: TypesetBlock[] }
  /** The first row is the head. All rows have as many cells as there are columns. */
  | { kind: 'table'; columns: ('left' | 'center' | 'right')[]; rows: TypesetPiece[][][] }
  | { kind: 'rule' }
  /** A display formula. `html` is null when it could not be set: its source is then shown as text. */
  | TypesetFormula
  | TypesetCode

export interface TypesetFormula {
  kind: 'formula'
  source: string
  html: string | null
}

/** Fenced code, as it is; `colours` follow each other from its beginning and need not reach its end. */
export interface TypesetCode {
  kind: 'code'
  language: string | null
  text: string
  colours: CodeColour[]
}

export interface CodeColour {
  kind: CodeColourKind
  length: number
}

export const codeColourKinds = ['plain', 'comment', 'keyword', 'string', 'number'] as const
export type CodeColourKind = (typeof codeColourKinds)[number]

/** Within a line. Emphasis does not nest, and a formula in it stands as a formula. */
export type TypesetPiece =
  | { kind: 'text'; text: string }
  | { kind: 'strong'; text: string }
  | { kind: 'emphasis'; text: string }
  | { kind: 'code'; text: string }
  | TypesetFormula
