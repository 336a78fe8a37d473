import { createRandom } from '@/lib/platform/random'
import { computeAuc } from '@/lib/scoring/embedded/measure-scorer'

/** A tested step with the predictions of two scorers. */
export interface ComparedStep {
  problemId: string
  isError: boolean
  ours: number
  theirs: number
}

const resamples = 2_000

/**
 * The difference in step AUC, ours minus theirs, with its 95% percentile interval from resampled problems. Null without both
 * right and wrong steps.
 */
export function compareAuc(
  steps: readonly ComparedStep[],
): { ours: number; theirs: number; low: number; high: number } | null {
  const [ours, theirs] = [computeAuc(pick(steps, 'ours')), computeAuc(pick(steps, 'theirs'))]
  if (ours === null || theirs === null) return null
  const problems = [...Map.groupBy(steps, ({ problemId }) => problemId).values()]
  const random = createRandom(1)
  const differences: number[] = []
  for (let i = 0; i < resamples; i++) {
    const sample = problems.flatMap(() => problems[Math.floor(random() * problems.length)]!)
    const [a, b] = [computeAuc(pick(sample, 'ours')), computeAuc(pick(sample, 'theirs'))]
    if (a !== null && b !== null) differences.push(a - b)
  }
  differences.sort((a, b) => a - b)
  const quantile = (share: number) => differences[Math.round(share * (differences.length - 1))]!
  return { ours, theirs, low: quantile(0.025), high: quantile(0.975) }
}

const pick = (steps: readonly ComparedStep[], scorer: 'ours' | 'theirs') =>
  steps.map((step) => ({ chance: step[scorer], isError: step.isError }))
