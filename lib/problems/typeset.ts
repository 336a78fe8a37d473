/**
 * A text as it is read: paragraphs and code, with its formulas set. Made on the server by `typesetText`
 * (lib/problems/typeset-text.ts) and drawn by components/math.
 */
export type TypesetText = TypesetBlock[]

export type TypesetBlock =
  | { kind: 'paragraph'; pieces: TypesetPiece[] }
  /** A display formula. `html` is null when it could not be set: its source is then shown as text. */
  | { kind: 'formula'; source: string; html: string | null }
  /** Fenced code, as it is. */
  | { kind: 'code'; language: string | null; text: string }

export type TypesetPiece =
  | { kind: 'text'; text: string }
  | { kind: 'strong'; text: string }
  | { kind: 'emphasis'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'formula'; source: string; html: string | null }
