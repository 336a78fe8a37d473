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

/** What comparing two answers, or parts of them, came to. */
export interface Finding {
  /**
   * `policy`: graders part on whether such answers are the same; a person settles it. `open`: neither equality nor
   * difference was shown; a second opinion may.
   */
  is: 'same' | 'different' | 'policy' | 'open'
  /** One plain sentence. */
  reason: string
}

export const same = (reason: string): Finding => ({ is: 'same', reason })
export const different = (reason: string): Finding => ({ is: 'different', reason })
export const policy = (reason: string): Finding => ({ is: 'policy', reason })
export const open = (reason: string): Finding => ({ is: 'open', reason })

/** Of all parts of an answer: one difference decides; else what is least certain does. */
export function joinFindings(findings: readonly Finding[], allSame: string): Finding {
  const find = (is: Finding['is']) => findings.find((finding) => finding.is === is)
  return find('different') ?? find('open') ?? find('policy') ?? same(allSame)
}
