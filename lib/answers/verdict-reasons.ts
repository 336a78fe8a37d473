/** Prefix of the reasons of all verdicts that come from a decision on a pair of answers. */
export const answerPairReasonPrefix = 'Decided by a reviewer'

/** The reason of a verdict that comes from a decision on its pair of answers. */
export const formatAnswerPairReason = (note: string): string =>
  answerPairReasonPrefix + (note === '' ? '.' : `: ${note}`)

/** Prefix of the reasons of all verdicts that were given for a single solution. */
export const solutionReasonPrefix = 'Decided by a reviewer for this solution'

/** The reason of a verdict that was given for a single solution. */
export const formatSolutionReason = (note: string): string =>
  solutionReasonPrefix + (note === '' ? '.' : `: ${note}`)

/** The note for an answer that a person entered because none was extracted, and that the grader judged. */
export const formatEnteredAnswerNote = (answer: string, reason: string): string =>
  `Entered answer: ${answer}. ${reason}`
