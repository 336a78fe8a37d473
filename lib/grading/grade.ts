/**
 * What the grader says of a final answer. `unsure` is an answer in its own right: not to be taken
 * for wrong.
 */
export type Verdict = 'correct' | 'wrong' | 'unsure'

export interface Grade {
  verdict: Verdict
  /** One plain sentence. */
  reason: string
  /** Kept with each verdict, so that a better grader can grade again what an older one graded. */
  graderVersion: string
}

export const graderVersion = 'same-text-1'

/**
 * Grades a final answer against the reference answer: the same text, spaces aside, is correct.
 * Deliberately no more: what differs in form only (`1/2`, `0.5`) is still called wrong.
 *
 * @param given the solution's final answer, as stated or extracted; null when none was found
 * @param truth the problem's reference answer; null when it is not known
 */
export function grade(given: string | null, truth: string | null): Grade {
  const answer = stripSpaces(given)
  const reference = stripSpaces(truth)
  if (reference === '') return judge('unsure', 'The problem has no reference answer.')
  if (answer === '') return judge('unsure', 'No final answer was found in the solution.')
  if (answer === reference) return judge('correct', 'The answer is the same as the reference.')
  return judge('wrong', 'The answer differs from the reference.')
}

function judge(verdict: Verdict, reason: string): Grade {
  return { verdict, reason, graderVersion }
}

function stripSpaces(text: string | null): string {
  return (text ?? '').replace(/\s+/g, '')
}
