/**
 * ProcessBench's F1: the harmonic mean of the accuracy on solutions with an error (first error found) and on those
 * without (none found).
 * Source: ProcessBench (Zheng et al. 2024), section 3.
 */
export function computeProcessBenchF1(
  accuracyOnErroneous: number,
  accuracyOnCorrect: number,
): number {
  const sum = accuracyOnErroneous + accuracyOnCorrect
  return sum === 0 ? 0 : (2 * accuracyOnErroneous * accuracyOnCorrect) / sum
}
