/** White space of any kind. In the database `hash_statement` says the same, and its index holds what it said. */
const whitespaceRuns =
  /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+/gu

/**
 * What two spellings of one problem have in common: composed characters (NFC), and one space for any white space between
 * words. Problems with the same name stand on the same side of a split, and a held-out list holds names.
 */
export function normalizeStatement(statement: string): string {
  return statement.normalize('NFC').replace(whitespaceRuns, ' ').replace(/^ | $/gu, '')
}
