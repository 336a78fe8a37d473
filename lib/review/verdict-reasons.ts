/** How the reasons of all verdicts begin that were given for a pair of answers. */
export const pairReasonPrefix = 'A person says so'

/** Why a solution's verdict is what it is whose pair of answers was settled. */
export const formatPairReason = (note: string): string =>
  pairReasonPrefix + (note === '' ? '.' : `: ${note}`)

/** How the reasons of all verdicts begin that were given for one solution alone. */
export const solutionReasonPrefix = 'A person says so of this solution'

/** Why a solution's verdict is what it is that was overruled by itself. */
export const formatSolutionReason = (note: string): string =>
  solutionReasonPrefix + (note === '' ? '.' : `: ${note}`)

/** The note of who read a final answer that the program did not find, and had the grader judge it. */
export const formatReadAnswerNote = (answer: string, reason: string): string =>
  `It answers ${answer}. ${reason}`
