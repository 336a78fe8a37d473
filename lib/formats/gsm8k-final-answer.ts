/**
 * The final answer of a GSM8K reference solution: the text after `####`, or after `A:` at the start
 * of the last line.
 *
 * @returns null if it ends with neither
 */
export function findGsm8kFinalAnswer(solution: string): string | null {
  const match = /(?:####|(?:^|\n)A:)[^\S\n]*([^\n]*\S)\s*$/.exec(solution)
  return match?.[1] ?? null
}
