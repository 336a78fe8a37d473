/**
 * Any white space. The database function `hash_statement` must normalise in the same way, because
 * hashes computed here are looked up in an index of its results.
 */
const whitespaceRuns =
  /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+/gu

/**
 * Normalises a statement: composed characters (NFC) and single spaces. Problems with the same
 * normalised statement are on the same side of a split, and held-out lists match by it.
 */
export function normaliseStatement(statement: string): string {
  return statement.normalize('NFC').replace(whitespaceRuns, ' ').replace(/^ | $/gu, '')
}
