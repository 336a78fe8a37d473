import { createRandomGenerator } from '@/lib/platform/random'

/** A tested step with the predictions of two scorers. */
export interface ComparedStep {
  problemId: string
  isError: boolean
  embedded: number
  tfidf: number
}

interface RankedStep {
  errorProbability: number
  isError: boolean
  /** Index of the problem. */
  problem: number
}

const resamples = 2_000

/**
 * The step AUC of both scorers, and the 95% percentile interval of embedded minus TF-IDF from resampled problems. Null
 * without both correct and wrong steps.
 */
export function compareAuc(
  steps: readonly ComparedStep[],
): { embedded: number; tfidf: number; low: number; high: number } | null {
  const problems = [...new Set(steps.map(({ problemId }) => problemId))]
  const indexes = new Map(problems.map((problem, i) => [problem, i]))
  const rankSteps = (scorer: 'embedded' | 'tfidf') =>
    steps
      .map((step): RankedStep => ({
        errorProbability: step[scorer],
        isError: step.isError,
        problem: indexes.get(step.problemId)!,
      }))
      .sort((a, b) => a.errorProbability - b.errorProbability)
  const [embedded, tfidf] = [rankSteps('embedded'), rankSteps('tfidf')]
  const equalCounts = problems.map(() => 1)
  const random = createRandomGenerator(1)
  const differences: number[] = []
  for (let i = 0; i < resamples; i++) {
    const counts = problems.map(() => 0)
    for (let k = 0; k < problems.length; k++) counts[Math.floor(random() * problems.length)]! += 1
    const difference = computeWeightedAuc(embedded, counts) - computeWeightedAuc(tfidf, counts)
    if (Number.isFinite(difference)) differences.push(difference)
  }
  if (differences.length === 0) return null
  differences.sort((a, b) => a - b)
  const quantile = (share: number) => differences[Math.round(share * (differences.length - 1))]!
  return {
    embedded: computeWeightedAuc(embedded, equalCounts),
    tfidf: computeWeightedAuc(tfidf, equalCounts),
    low: quantile(0.025),
    high: quantile(0.975),
  }
}

/**
 * AUC of steps in ascending order of predicted error. Each counts as often as its problem was drawn. NaN without both
 * correct and wrong steps.
 */
function computeWeightedAuc(sorted: readonly RankedStep[], counts: readonly number[]): number {
  let [correctCount, errorCount, pairs] = [0, 0, 0]
  for (let start = 0; start < sorted.length;) {
    const { errorProbability } = sorted[start]!
    let [tiedCorrect, tiedErrors, end] = [0, 0, start]
    for (; end < sorted.length && sorted[end]!.errorProbability === errorProbability; end++) {
      const { isError, problem } = sorted[end]!
      if (isError) tiedErrors += counts[problem]!
      else tiedCorrect += counts[problem]!
    }
    pairs += tiedErrors * (correctCount + tiedCorrect / 2)
    correctCount += tiedCorrect
    errorCount += tiedErrors
    start = end
  }
  return pairs / (correctCount * errorCount)
}
