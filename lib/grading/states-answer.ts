/** Whether a step ends a solution by stating its final answer: PRM800K's line `# Answer`, or a box. */
export function statesFinalAnswer(step: string): boolean {
  return /(?<![^\n])# Answer[^\S\n]*\n|\\f?boxed\s*\{/.test(step)
}
