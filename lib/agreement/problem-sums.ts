import { maxBootstrapBlocks, type ResampleCounts } from '@/lib/platform/bootstrap-intervals'

/** The problems that are sampled, or groups of them. */
export interface ProblemBlocks {
  count: number
  /** `columns` numbers for each block. */
  sums: Float64Array
  /** The block of each row. */
  blockByRow: Int32Array
}

/** Sums for each problem. Blocks depend only on problem names, not on the order of the input. */
export class ProblemSums {
  private readonly rows = new Map<string, number>()
  private sums: Float64Array

  constructor(readonly columns: number) {
    this.sums = new Float64Array(64 * columns)
  }

  get count(): number {
    return this.rows.size
  }

  findRow(problem: string): number {
    let row = this.rows.get(problem)
    if (row === undefined) {
      row = this.rows.size
      this.rows.set(problem, row)
      if (this.rows.size * this.columns > this.sums.length) {
        const larger = new Float64Array(this.sums.length * 2)
        larger.set(this.sums)
        this.sums = larger
      }
    }
    return row
  }

  /** The sums of all rows; add to them from index `row * columns`. Valid until the next row is added. */
  get cells(): Float64Array {
    return this.sums
  }

  /** Solutions of a problem stay together. Above this number of problems, blocks contain several problems. */
  gather(maxBlocks = maxBootstrapBlocks): ProblemBlocks {
    const { columns } = this
    const count = Math.min(this.count, maxBlocks)
    const sums = new Float64Array(count * columns)
    const blockByRow = new Int32Array(this.count)
    for (const [rank, problem] of [...this.rows.keys()].sort().entries()) {
      const row = this.rows.get(problem)!
      const block = rank % maxBlocks
      blockByRow[row] = block
      for (let i = 0; i < columns; i++) sums[block * columns + i]! += this.sums[row * columns + i]!
    }
    return { count, sums, blockByRow }
  }
}

/** Adds up the blocks of a sample. */
export function sumProblemBlocks(
  { count, sums }: ProblemBlocks,
  weights: ResampleCounts,
  into: Float64Array,
): void {
  const columns = into.length
  into.fill(0)
  for (let block = 0; block < count; block++) {
    const weight = weights[block]!
    if (weight === 0) continue
    for (let i = 0, offset = block * columns; i < columns; i++, offset++)
      into[i]! += weight * sums[offset]!
  }
}
