import type { Weights } from '@/lib/platform/bootstrap'
import { measureBinaryKappa } from './cohen-kappa'
import type { ReadLabelling } from './compare-labellings'
import type { Blocks } from './problem-sums'
import { countWeek, nameWeek } from './submission-time'

/** Two people, and what they share. */
export interface People {
  a: string
  b: string
  solutions: number
}

/** What is counted of two people in a block: solutions by who saw an error, and those where the first error is the same. */
const pairColumns = 5
const exactColumn = 4

/** What is counted of a week in a block: labellings compared, and those where the first error is the same. */
const weekColumns = 2

/** Sums by group (people, or a week) and block, those of a group together. */
interface Cells {
  /** First cell of each group; one more stands for the end. */
  starts: Int32Array
  blocks: Int32Array
  sums: Float64Array
}

/** Labellings of the same solution, two at a time. */
export class PairTally {
  private readonly ids = new Map<string, number>()
  private readonly pairs = new Map<number, { index: number; people: People }>()
  private readonly weeks = new Map<number, { solutions: number; last: number }>()
  /** Of each two labellings: row of the problem, pair of people, week (null: not known), columns that go up. */
  private readonly rows: number[] = []
  private readonly pairOf: number[] = []
  private readonly weekOf: (number | null)[] = []
  private readonly outcomes: number[] = []

  get people(): number {
    return this.ids.size
  }

  /**
   * @param solution another for each solution
   * @param row the problem's
   */
  add(solution: number, row: number, earlier: ReadLabelling, later: ReadLabelling): void {
    const [first, second] = [this.findId(earlier.labeler), this.findId(later.labeler)]
    // The same way round each time, so that the kappa of two people is of one table.
    const isTurned = second < first
    const [a, b] = isTurned ? [later, earlier] : [earlier, later]
    const pair = this.findPair(isTurned ? second * 2 ** 26 + first : first * 2 ** 26 + second, a, b)
    pair.people.solutions += 1
    const outcome = (a.firstError < 0 ? 0 : 2) + (b.firstError < 0 ? 0 : 1)
    this.rows.push(row)
    this.pairOf.push(pair.index)
    this.weekOf.push(this.countIn(solution, earlier.time, later.time))
    this.outcomes.push(outcome + (a.firstError === b.firstError ? 4 : 0))
  }

  private findId(name: string): number {
    let id = this.ids.get(name)
    if (id === undefined) this.ids.set(name, (id = this.ids.size))
    return id
  }

  private findPair(key: number, { labeler: a }: ReadLabelling, { labeler: b }: ReadLabelling) {
    let pair = this.pairs.get(key)
    if (!pair) {
      const people = a < b ? { a, b, solutions: 0 } : { a: b, b: a, solutions: 0 }
      this.pairs.set(key, (pair = { index: this.pairs.size, people }))
    }
    return pair
  }

  private countIn(solution: number, earlier: number | null, later: number | null): number | null {
    if (earlier === null || later === null) return null
    const number = countWeek(later)
    let week = this.weeks.get(number)
    if (!week) this.weeks.set(number, (week = { solutions: 0, last: -1 }))
    if (week.last !== solution) week.solutions += 1
    week.last = solution
    return number
  }

  /** Who share most come first, then by name. */
  gatherPairs(blocks: Blocks): { people: People[]; cells: Cells } {
    const known = [...this.pairs.values()].sort(
      ({ people: p }, { people: q }) =>
        q.solutions - p.solutions || compareNames(p.a, q.a) || compareNames(p.b, q.b),
    )
    const rankOf = new Int32Array(known.length)
    for (const [rank, { index }] of known.entries()) rankOf[index] = rank
    const cells = gather(known.length, pairColumns, (add) => {
      for (const [i, pair] of this.pairOf.entries()) {
        const outcome = this.outcomes[i]!
        add(rankOf[pair]!, blocks.of[this.rows[i]!]!, outcome % 4)
        if (outcome >= 4) add(rankOf[pair]!, blocks.of[this.rows[i]!]!, exactColumn)
      }
    })
    return { people: known.map(({ people }) => people), cells }
  }

  /** In their order. */
  gatherWeeks(blocks: Blocks): { weeks: { week: string; solutions: number }[]; cells: Cells } {
    const known = [...this.weeks].sort(([a], [b]) => a - b)
    const rankOf = new Map(known.map(([week], rank) => [week, rank]))
    const cells = gather(known.length, weekColumns, (add) => {
      for (const [i, week] of this.weekOf.entries()) {
        if (week === null) continue
        add(rankOf.get(week)!, blocks.of[this.rows[i]!]!, 0)
        if (this.outcomes[i]! >= 4) add(rankOf.get(week)!, blocks.of[this.rows[i]!]!, 1)
      }
    })
    return {
      weeks: known.map(([week, { solutions }]) => ({ week: nameWeek(week), solutions })),
      cells,
    }
  }
}

const compareNames = (a: string, b: string) => (a < b ? -1 : Number(a > b))

type AddToCell = (group: number, block: number, column: number) => void

function gather(groups: number, columns: number, fill: (add: AddToCell) => void): Cells {
  const found = new Map<number, Float64Array>()
  fill((group, block, column) => {
    // Blocks are fewer than 2^31: the key of a cell is a whole number still.
    const key = group * 2 ** 31 + block
    let cell = found.get(key)
    if (!cell) found.set(key, (cell = new Float64Array(columns)))
    cell[column]! += 1
  })
  const keys = Float64Array.from(found.keys()).sort()
  const cells = {
    starts: new Int32Array(groups + 1).fill(keys.length),
    blocks: new Int32Array(keys.length),
    sums: new Float64Array(keys.length * columns),
  }
  for (let i = keys.length - 1; i >= 0; i--) {
    const key = keys[i]!
    cells.starts[Math.floor(key / 2 ** 31)] = i
    cells.blocks[i] = key % 2 ** 31
    cells.sums.set(found.get(key)!, i * columns)
  }
  return cells
}

/**
 * Cohen's kappa on whether there is an error, of each two people on what they share, and its mean weighted by what they
 * share. Those whose kappa is undefined are left out; null where it is so of all.
 *
 * @param exact filled with the share of the same first error, of so many pairs as it is long; NaN: nothing shared
 */
export function measurePairs(
  { starts, blocks, sums }: Cells,
  weights: Weights,
  exact: Float64Array,
): number | null {
  let [over, under] = [0, 0]
  for (let pair = 0; pair < starts.length - 1; pair++) {
    let [neither, onlyB, onlyA, both, same] = [0, 0, 0, 0, 0]
    for (let i = starts[pair]!; i < starts[pair + 1]!; i++) {
      const weight = weights[blocks[i]!]!
      if (weight === 0) continue
      const at = i * pairColumns
      neither += weight * sums[at]!
      onlyB += weight * sums[at + 1]!
      onlyA += weight * sums[at + 2]!
      both += weight * sums[at + 3]!
      same += weight * sums[at + exactColumn]!
    }
    const shared = neither + onlyB + onlyA + both
    if (pair < exact.length) exact[pair] = same / shared
    const kappa = measureBinaryKappa(neither, onlyB, onlyA, both)
    if (kappa === null) continue
    over += shared * kappa
    under += shared
  }
  return under === 0 ? null : over / under
}

/** Of each week the share of the same first error; NaN where the sample has nothing of it. */
export function measureWeeks(
  { starts, blocks, sums }: Cells,
  weights: Weights,
  exact: Float64Array,
): void {
  for (let week = 0; week < starts.length - 1; week++) {
    let [compared, same] = [0, 0]
    for (let i = starts[week]!; i < starts[week + 1]!; i++) {
      const weight = weights[blocks[i]!]!
      compared += weight * sums[i * weekColumns]!
      same += weight * sums[i * weekColumns + 1]!
    }
    exact[week] = same / compared
  }
}
