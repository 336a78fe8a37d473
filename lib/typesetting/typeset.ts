/**
 * A typeset text: the Markdown of solutions, with typeset formulas. Made on the server by
 * `typesetText` (lib/typesetting/typeset-text.ts) and rendered by components/math. It has no links,
 * images or HTML: these stay text, so that nothing is loaded and addresses are visible.
 */
export type TypesetText = TypesetBlock[]

export type TypesetBlock =
  /** Its line breaks are those of the source. */
  | { kind: 'paragraph'; pieces: InlineContent[] }
  | { kind: 'heading'; level: number; pieces: InlineContent[] }
  /** Items have their number as written, `2.` or `2)`; null is a bullet. */
  | { kind: 'list'; items: { marker: string | null; blocks: TypesetBlock[] }[] }
  | { kind: 'quote'; blocks: TypesetBlock[] }
  /** The first row is the header. All rows have the same number of cells. */
  | { kind: 'table'; columns: ('left' | 'center' | 'right')[]; rows: InlineContent[][][] }
  | { kind: 'rule' }
  /** A display formula. `html` is null if it could not be typeset: then its source is shown. */
  | TypesetFormula
  | TypesetCode
  | PlainTextBlock

export interface TypesetFormula {
  kind: 'formula'
  source: string
  html: string | null
}

/**
 * Fenced code, unchanged; `colours` are consecutive from its beginning and need not reach its end.
 */
export interface TypesetCode {
  kind: 'code'
  language: string | null
  text: string
  colours: CodeColour[]
}

/** Text that is not typeset, with the reason, which is shown next to it. */
export interface PlainTextBlock {
  kind: 'plain'
  text: string
  reason: PlainTextReason
}

/**
 * `long`: too much to typeset. `slow`: takes too long to typeset. `formulas`: the text above has too
 * many formulas, and some are shown as source; `text` is empty. `cut`: the text above is only the
 * beginning; `text` is empty.
 */
export const plainTextReasons = ['long', 'slow', 'formulas', 'cut'] as const
export type PlainTextReason = (typeof plainTextReasons)[number]

export interface CodeColour {
  kind: CodeColourKind
  length: number
}

export const codeColourKinds = ['plain', 'comment', 'keyword', 'string', 'number'] as const
export type CodeColourKind = (typeof codeColourKinds)[number]

/** Inline. Emphasis does not nest, and a formula in it is a plain formula. */
export type InlineContent =
  | { kind: 'text'; text: string }
  | { kind: 'strong'; text: string }
  | { kind: 'emphasis'; text: string }
  | { kind: 'code'; text: string }
  | TypesetFormula
