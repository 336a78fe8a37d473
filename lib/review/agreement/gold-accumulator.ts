import {
  computeBootstrapIntervalsInPieces,
  type Interval,
} from '@/lib/platform/bootstrap-intervals'
import { findFirstError, type Annotation } from './compare-annotations'
import type { BootstrapOptions } from './bootstrap-options'
import { ProblemSums, sumBlocks } from './problem-sums'
import { measureProcessBenchF1 } from './processbench-f1'

/** Annotations of solutions with an error, and the exact ones, then the same for solutions without an error. */
const columns = 4

/** Annotations of solutions with known first errors. */
export class GoldAccumulator {
  solutions = 0
  private readonly problems = new ProblemSums(columns)

  /** @param gold accepted first errors, 0-based; empty: no error */
  add(problem: string, annotations: readonly Annotation[], gold: readonly number[]): void {
    this.solutions += 1
    const row = this.problems.findRow(problem)
    const offset = row * columns + (gold.length > 0 ? 0 : 2)
    for (const { ratings } of annotations) {
      const firstError = findFirstError(ratings)
      const isExact = gold.length > 0 ? gold.includes(firstError) : firstError < 0
      this.problems.cells[offset]! += 1
      if (isExact) this.problems.cells[offset + 1]! += 1
    }
  }

  /** ProcessBench's F1; null if all solutions or none have an error. */
  *measureF1({ draws, seed, maxBlocks }: BootstrapOptions): Generator<undefined, Interval | null> {
    const blocks = this.problems.gather(maxBlocks)
    const sums = new Float64Array(columns)
    const measure = (weights: Uint16Array) => {
      sumBlocks(blocks, weights, sums)
      const erroneous = { all: sums[0]!, exact: sums[1]! }
      const correct = { all: sums[2]!, exact: sums[3]! }
      return [measureProcessBenchF1(erroneous, correct)]
    }
    const [f1] = yield* computeBootstrapIntervalsInPieces(blocks.count, measure, { draws, seed })
    return f1 ?? null
  }
}
