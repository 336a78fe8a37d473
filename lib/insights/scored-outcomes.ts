import { blockCount, bootstrap, type Interval, type Weights } from '@/lib/platform/bootstrap'
import { measureAuc, type Ranked } from './measure-auc'

const binCount = 10

export interface Calibration {
  /** How often what is right scores above what is wrong, ties half; null: all are right, or none. */
  auc: Interval | null
  /** Mean distance of scores from the share that is right, over ten bins by their counts; null: no probabilities. */
  error: Interval | null
  /** Those that hold something. */
  bins: { from: number; to: number; count: number; predicted: number; observed: Interval }[]
}

/**
 * Scores and whether what they speak of was right. Holds 11 bytes for each; problems come one after the other, each whole.
 */
export class ScoredOutcomes {
  count = 0
  problems = 0
  private problem = ''
  private scores = new Float64Array(1_024)
  private rights = new Uint8Array(1_024)
  private blocks = new Uint16Array(1_024)

  /** @param score any finite number, higher is better */
  add(problem: string, score: number, isRight: boolean): void {
    if (problem !== this.problem || this.problems === 0) {
      this.problem = problem
      this.problems += 1
    }
    if (this.count === this.scores.length) this.grow()
    this.scores[this.count] = score
    this.rights[this.count] = Number(isRight)
    this.blocks[this.count] = (this.problems - 1) % blockCount
    this.count += 1
  }

  private grow(): void {
    const { scores, rights, blocks } = this
    const length = this.count * 2
    this.scores = new Float64Array(length)
    this.scores.set(scores)
    this.rights = new Uint8Array(length)
    this.rights.set(rights)
    this.blocks = new Uint16Array(length)
    this.blocks.set(blocks)
  }

  measure(): Calibration {
    const blocks = Math.min(this.problems, blockCount)
    const ranked = this.rank()
    return { auc: measureAuc(ranked, blocks), ...this.measureBins(blocks) }
  }

  /** From low to high, in arrays of their own: each draw walks through all of them. */
  private rank(): Ranked {
    const { scores, count } = this
    const order = Uint32Array.from({ length: count }, (_, i) => i).sort(
      (a, b) => scores[a]! - scores[b]!,
    )
    return {
      rights: Uint8Array.from(order, (i) => this.rights[i]!),
      blocks: Uint16Array.from(order, (i) => this.blocks[i]!),
      isTied: Uint8Array.from(order, (i, at) =>
        Number(at > 0 && scores[i] === scores[order[at - 1]!]),
      ),
    }
  }

  private measureBins(blocks: number): Pick<Calibration, 'error' | 'bins'> {
    const { low, high, isProbability } = this.readRange()
    const sums = this.sumBins(blocks, low, high)
    const intervals = bootstrap(blocks, (weights) => {
      let [distance, all] = [0, 0]
      const shares = sums.map((bin) => {
        const { count, score, right } = weigh(bin, weights)
        distance += Math.abs(score - right)
        all += count
        return count === 0 ? null : right / count
      })
      return [isProbability && all > 0 ? distance / all : null, ...shares]
    })
    const [error = null, ...observed] = intervals
    const width = (high - low) / binCount
    const ones = new Uint16Array(blocks).fill(1)
    const bins = sums.flatMap((bin, i) => {
      const share = observed[i]
      if (!share) return []
      const { count, score } = weigh(bin, ones)
      const [from, to] = [low + i * width, low + (i + 1) * width]
      return [{ from, to, count, predicted: score / count, observed: share }]
    })
    return { error, bins }
  }

  /** Probabilities are counted from 0 to 1; other scores from the lowest to the highest. */
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

  private sumBins(blocks: number, low: number, high: number): BinSums[] {
    const bins = Array.from({ length: binCount }, () => ({
      counts: new Float64Array(blocks),
      scores: new Float64Array(blocks),
      rights: new Float64Array(blocks),
    }))
    for (let i = 0; i < this.count; i++) {
      const score = this.scores[i]!
      // Halves, so that the width of a range of doubles is finite.
      const place = (score / 2 - low / 2) / Math.max(Number.MIN_VALUE, high / 2 - low / 2)
      const bin = bins[Math.min(binCount - 1, Math.max(0, Math.floor(place * binCount)))]!
      const block = this.blocks[i]!
      bin.counts[block]! += 1
      bin.scores[block]! += score
      bin.rights[block]! += this.rights[i]!
    }
    return bins
  }
}

interface BinSums {
  counts: Float64Array
  scores: Float64Array
  rights: Float64Array
}

function weigh({ counts, scores, rights }: BinSums, weights: Weights) {
  let [count, score, right] = [0, 0, 0]
  for (let block = 0; block < weights.length; block++) {
    const weight = weights[block]!
    if (weight === 0) continue
    count += weight * counts[block]!
    score += weight * scores[block]!
    right += weight * rights[block]!
  }
  return { count, score, right }
}
