/** Answers to one kind of solution, and the exact ones. */
export interface ExactAnswers {
  all: number
  exact: number
}

/**
 * ProcessBench's F1: the harmonic mean of the accuracy on solutions with an error (first error found) and on those
 * without (none found). Null if one of the kinds is missing.
 * Source: ProcessBench (Zheng et al. 2024), section 3.
 */
export function measureProcessBenchF1(
  erroneous: ExactAnswers,
  correct: ExactAnswers,
): number | null {
  if (erroneous.all === 0 || correct.all === 0) return null
  const [foundShare, cleanShare] = [erroneous.exact / erroneous.all, correct.exact / correct.all]
  return foundShare + cleanShare === 0
    ? 0
    : (2 * foundShare * cleanShare) / (foundShare + cleanShare)
}
