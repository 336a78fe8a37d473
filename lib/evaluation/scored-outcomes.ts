import {
  computeBootstrapIntervals,
  type ConfidenceInterval,
  maxBootstrapBlocks,
  type ResampleCounts,
} from '@/lib/platform/bootstrap-intervals'
import { computeProportionInterval } from '@/lib/platform/proportion-interval'
import { estimateAuc, type OutcomesSortedByScore } from './estimate-auc'

const binCount = 10

export interface CalibrationAndAuc {
  /** Ties count half; null if all outcomes are equal. */
  auc: ConfidenceInterval | null
  /** Expected calibration error over ten bins; null if scores are not probabilities. */
  error: ConfidenceInterval | null
  /** Non-empty bins. */
  bins: {
    from: number
    to: number
    count: number
    predicted: number
    observed: ConfidenceInterval
  }[]
}

/** Scores with their binary outcomes, 11 bytes each. Must be filled problem by problem. */
export class ScoredOutcomeAccumulator {
  count = 0
  problems = 0
  private problem = ''
  private scores = new Float64Array(1_024)
  private corrects = new Uint8Array(1_024)
  private blocks = new Uint16Array(1_024)

  /** @param score any finite number, higher is better */
  add(problem: string, score: number, isCorrect: boolean): void {
    if (problem !== this.problem || this.problems === 0) {
      this.problem = problem
      this.problems += 1
    }
    if (this.count === this.scores.length) this.grow()
    this.scores[this.count] = score
    this.corrects[this.count] = Number(isCorrect)
    this.blocks[this.count] = (this.problems - 1) % maxBootstrapBlocks
    this.count += 1
  }

  private grow(): void {
    const { scores, corrects, blocks } = this
    const length = this.count * 2
    this.scores = new Float64Array(length)
    this.scores.set(scores)
    this.corrects = new Uint8Array(length)
    this.corrects.set(corrects)
    this.blocks = new Uint16Array(length)
    this.blocks.set(blocks)
  }

  measure(): CalibrationAndAuc {
    const blocks = Math.min(this.problems, maxBootstrapBlocks)
    const sortedOutcomes = this.rank()
    return { auc: estimateAuc(sortedOutcomes, blocks), ...this.measureBins(blocks) }
  }

  /** Sorted copies, because every bootstrap sample reads all of them in order. */
  private rank(): OutcomesSortedByScore {
    const { scores, count } = this
    const order = Uint32Array.from({ length: count }, (_, i) => i).sort(
      (a, b) => scores[a]! - scores[b]!,
    )
    return {
      labels: Uint8Array.from(order, (i) => this.corrects[i]!),
      blocks: Uint16Array.from(order, (i) => this.blocks[i]!),
      isTied: Uint8Array.from(order, (i, rank) =>
        Number(rank > 0 && scores[i] === scores[order[rank - 1]!]),
      ),
    }
  }

  private measureBins(blocks: number): Pick<CalibrationAndAuc, 'error' | 'bins'> {
    const { low, high, isProbability } = this.readRange()
    const sums = this.buildBins(blocks, low, high)
    const [error = null] = computeBootstrapIntervals(blocks, (weights) => {
      let [distance, total] = [0, 0]
      for (const bin of sums) {
        const { count, score, correct } = weigh(bin, weights)
        distance += Math.abs(score - correct)
        total += count
      }
      return [isProbability && total > 0 ? distance / total : null]
    })
    const width = (high - low) / binCount
    const ones = new Uint16Array(blocks).fill(1)
    const bins = sums.flatMap((bin, i) => {
      const observed = computeProportionInterval({ hits: bin.corrects, trials: bin.counts })
      if (!observed) return []
      const { count, score } = weigh(bin, ones)
      const [from, to] = [low + i * width, low + (i + 1) * width]
      return [{ from, to, count, predicted: score / count, observed }]
    })
    return { error, bins }
  }

  /** 0 to 1 for probabilities, otherwise the lowest to the highest score. */
  private readRange() {
    let [low, high] = [Infinity, -Infinity]
    for (let i = 0; i < this.count; i++) {
      low = Math.min(low, this.scores[i]!)
      high = Math.max(high, this.scores[i]!)
    }
    const isProbability = this.count > 0 && low >= 0 && high <= 1
    return isProbability || this.count === 0
      ? { low: 0, high: 1, isProbability }
      : { low, high, isProbability }
  }

  private buildBins(blocks: number, low: number, high: number): BinSums[] {
    const bins = Array.from({ length: binCount }, () => ({
      counts: new Float64Array(blocks),
      scores: new Float64Array(blocks),
      corrects: new Float64Array(blocks),
    }))
    for (let i = 0; i < this.count; i++) {
      const score = this.scores[i]!
      // Halved, because the difference of two doubles can overflow.
      const position = (score / 2 - low / 2) / Math.max(Number.MIN_VALUE, high / 2 - low / 2)
      const bin = bins[Math.min(binCount - 1, Math.max(0, Math.floor(position * binCount)))]!
      const block = this.blocks[i]!
      bin.counts[block]! += 1
      bin.scores[block]! += score
      bin.corrects[block]! += this.corrects[i]!
    }
    return bins
  }
}

interface BinSums {
  counts: Float64Array
  scores: Float64Array
  corrects: Float64Array
}

function weigh({ counts, scores, corrects }: BinSums, weights: ResampleCounts) {
  let [count, score, correct] = [0, 0, 0]
  for (let block = 0; block < weights.length; block++) {
    const weight = weights[block]!
    if (weight === 0) continue
    count += weight * counts[block]!
    score += weight * scores[block]!
    correct += weight * corrects[block]!
  }
  return { count, score, correct }
}
