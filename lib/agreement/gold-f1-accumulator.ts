import { findFirstError } from '@/lib/formats/annotation-rules'
import type { ConfidenceInterval } from '@/lib/platform/bootstrap-intervals'
import { computeProportionInterval } from '@/lib/platform/proportion-interval'
import type { LabelerAnnotation } from './labeler-annotations'
import { type ProblemBlocks, ProblemSums } from './problem-sums'
import { computeProcessBenchF1 } from './processbench-f1'

/** Annotations of solutions with an error, and the exact ones, then the same for solutions without an error. */
const columns = 4

/** Annotations of solutions with known first errors. */
export class GoldF1Accumulator {
  solutions = 0
  private readonly problems = new ProblemSums(columns)

  /** @param gold accepted first errors, 0-based; empty: no error */
  add(problem: string, annotations: readonly LabelerAnnotation[], gold: readonly number[]): void {
    this.solutions += 1
    const row = this.problems.findRow(problem)
    const offset = row * columns + (gold.length > 0 ? 0 : 2)
    for (const { ratings } of annotations) {
      const firstError = findFirstError(ratings)
      const isExact = firstError === null ? gold.length === 0 : gold.includes(firstError)
      this.problems.cells[offset]! += 1
      if (isExact) this.problems.cells[offset + 1]! += 1
    }
  }

  /** ProcessBench's F1; null if all solutions or none have an error. */
  measureF1(maxBlocks: number): ConfidenceInterval | null {
    const blocks = this.problems.gather(maxBlocks)
    const erroneous = measureAccuracy(blocks, 0)
    const correct = measureAccuracy(blocks, 2)
    return erroneous && correct && measureF1(erroneous, correct)
  }
}

function measureAccuracy(
  { count, sums }: ProblemBlocks,
  column: number,
): ConfidenceInterval | null {
  const readColumn = (offset: number) =>
    Float64Array.from({ length: count }, (_, block) => sums[block * columns + offset]!)
  return computeProportionInterval({ hits: readColumn(column + 1), trials: readColumn(column) })
}

/**
 * F1 with its interval (MOVER, Zou and Donner 2008). A bound's distance from F1 is the root of the sum of two squares: how far
 * F1 moves if the accuracy on erroneous solutions is at its own bound, and the same for correct solutions.
 */
function measureF1(erroneous: ConfidenceInterval, correct: ConfidenceInterval): ConfidenceInterval {
  const value = computeProcessBenchF1(erroneous.value, correct.value)
  const hasIntervals = erroneous.low !== null && correct.low !== null
  if (!hasIntervals) return { value, low: null, high: null }
  const move = (bound: 'low' | 'high') =>
    Math.hypot(
      computeProcessBenchF1(erroneous[bound] ?? erroneous.value, correct.value) - value,
      computeProcessBenchF1(erroneous.value, correct[bound] ?? correct.value) - value,
    )
  return { value, low: Math.max(0, value - move('low')), high: Math.min(1, value + move('high')) }
}
