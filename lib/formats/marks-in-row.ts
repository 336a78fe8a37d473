/** Combining marks that may stand in a row: no language has more than a few. */
export const marksInRow = 100

/**
 * Says why a text cannot be taken as a statement; null when it can. Composing characters (NFC), which statements are told
 * apart by, takes time that grows with the square of a run of marks, in PostgreSQL without heeding its time limit.
 */
export function findTooManyMarks(text: string): string | null {
  for (const [run] of text.matchAll(/\p{M}+/gu))
    if (run.length > marksInRow) return `More than ${marksInRow} combining marks stand in a row.`
  return null
}
