/** Combining marks allowed in a row. No language has more than a few. */
export const maxCombiningMarks = 100

/**
 * Returns why a text can't be a statement, or null. Normalising (NFC) takes quadratic time in the length of a run of marks,
 * and PostgreSQL does not interrupt it.
 */
export function findCombiningMarkProblem(text: string): string | null {
  for (const [run] of text.matchAll(/\p{M}+/gu))
    if ([...run].length > maxCombiningMarks)
      return `The text has more than ${maxCombiningMarks} combining marks in a row.`
  return null
}
