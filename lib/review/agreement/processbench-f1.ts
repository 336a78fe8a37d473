/** Answers to questions of one kind, and those that were exact. */
export interface ExactAnswers {
  all: number
  exact: number
}

/**
 * ProcessBench's F1: the harmonic mean of how often the first error is found where there is one, and of how often none is
 * seen where there is none. Null where one of the kinds is missing.
 *
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
