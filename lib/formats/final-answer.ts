/**
 * The answer that a reference solution of GSM8K ends with: what follows `####`, or `A:` at the start of the last line.
 *
 * @returns null where it ends with neither
 */
export function findFinalAnswer(solution: string): string | null {
  const match = /(?:####|(?:^|\n)A:)[^\S\n]*([^\n]*\S)\s*$/.exec(solution)
  return match?.[1] ?? null
}
