/** The grader's verdict on a final answer. `unsure` does not mean wrong. */
export type Verdict = 'correct' | 'wrong' | 'unsure'

export interface Grade {
  verdict: Verdict
  /** One plain sentence. */
  reason: string
  /** Stored with each verdict, so that a newer grader knows what to grade again. */
  graderVersion: string
}

/** The result of comparing two answers or parts of them. */
export interface Finding {
  /**
   * `policy`: conventions disagree on whether such answers are equal, or an answer is missing, so a person decides.
   * `undecided`: neither equality nor difference was shown, so the algebra system can help.
   */
  outcome: 'same' | 'different' | 'policy' | 'undecided'
  /** One plain sentence. */
  reason: string
}

export const makeSameFinding = (reason: string): Finding => ({ outcome: 'same', reason })
export const makeDifferentFinding = (reason: string): Finding => ({
  outcome: 'different',
  reason,
})
export const makePolicyFinding = (reason: string): Finding => ({
  outcome: 'policy',
  reason,
})
export const makeUndecidedFinding = (reason: string): Finding => ({
  outcome: 'undecided',
  reason,
})

/** Joins the findings of all parts: one difference decides, otherwise the least certain finding does. */
export function combineFindings(findings: readonly Finding[], allSame: string): Finding {
  const find = (outcome: Finding['outcome']) =>
    findings.find((finding) => finding.outcome === outcome)
  return find('different') ?? find('undecided') ?? find('policy') ?? makeSameFinding(allSame)
}
