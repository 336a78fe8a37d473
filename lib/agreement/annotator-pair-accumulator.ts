import type { AnnotationWithFirstError } from './labeler-annotations'
import {
  canPairHaveKappa,
  countPairOutcomesByGroup,
  type PairOutcomeCounts,
  pairOutcomeCodeCount,
  encodePairOutcome,
} from './pair-outcomes'
import type { ProblemBlocks } from './problem-sums'
import { computeWeekNumber, formatWeekStart } from './submission-time'

/** A pair of annotators, and the solutions that they share. */
export interface AnnotatorPair {
  a: string
  b: string
  solutions: number
}

interface Pair {
  index: number
  people: AnnotatorPair
  /** Outcomes of the pair so far, one bit for each. */
  outcomeBitSet: number
}

/** An unknown week. */
const noWeek = -Infinity

/** Counts pairs of annotations of the same solution. */
export class AnnotatorPairAccumulator {
  private readonly ids = new Map<string, number>()
  private readonly pairs = new Map<number, Pair>()
  private readonly weeks = new Map<number, { solutions: number; lastSolution: number }>()
  /** For each pair of annotations: problem row, pair of annotators, week, outcome. */
  private readonly rows: number[] = []
  private readonly pairOf: number[] = []
  private readonly weekOf: number[] = []
  private readonly outcomes: number[] = []

  get people(): number {
    return this.ids.size
  }

  /**
   * @param solution a different number for each solution
   * @param row the row of its problem in `ProblemSums`
   */
  add(
    solution: number,
    row: number,
    earlier: AnnotationWithFirstError,
    later: AnnotationWithFirstError,
  ): void {
    const [first, second] = [this.findId(earlier.labeler), this.findId(later.labeler)]
    // Always in the same direction, so that a pair's kappa comes from one table.
    const isSwapped = second < first
    const [a, b] = isSwapped ? [later, earlier] : [earlier, later]
    const pair = this.findPair(
      isSwapped ? second * 2 ** 26 + first : first * 2 ** 26 + second,
      a,
      b,
    )
    pair.people.solutions += 1
    this.rows.push(row)
    this.pairOf.push(pair.index)
    this.weekOf.push(this.countInWeek(solution, earlier.time, later.time))
    const outcome = encodePairOutcome(a.firstError, b.firstError)
    pair.outcomeBitSet |= 1 << outcome
    this.outcomes.push(outcome)
  }

  private findId(name: string): number {
    let id = this.ids.get(name)
    if (id === undefined) this.ids.set(name, (id = this.ids.size))
    return id
  }

  private findPair(
    key: number,
    { labeler: a }: AnnotationWithFirstError,
    { labeler: b }: AnnotationWithFirstError,
  ) {
    let pair = this.pairs.get(key)
    if (!pair) {
      const people = a < b ? { a, b, solutions: 0 } : { a: b, b: a, solutions: 0 }
      this.pairs.set(key, (pair = { index: this.pairs.size, people, outcomeBitSet: 0 }))
    }
    return pair
  }

  private countInWeek(solution: number, earlier: number | null, later: number | null): number {
    if (earlier === null || later === null) return noWeek
    const number = computeWeekNumber(later)
    let week = this.weeks.get(number)
    if (!week) this.weeks.set(number, (week = { solutions: 0, lastSolution: -1 }))
    if (week.lastSolution !== solution) week.solutions += 1
    week.lastSolution = solution
    return number
  }

  /**
   * Sorts by shared solutions, then by name. After the first `listedCount` pairs, leaves out pairs whose kappa is undefined
   * in every sample.
   */
  gatherPairs(
    blocks: ProblemBlocks,
    listedCount: number,
  ): { listedPairs: AnnotatorPair[]; outcomes: PairOutcomeCounts } {
    const sortedPairs = [...this.pairs.values()].sort(
      ({ people: p }, { people: q }) =>
        q.solutions - p.solutions || compareNames(p.a, q.a) || compareNames(p.b, q.b),
    )
    const countedPairs = sortedPairs.filter(
      ({ outcomeBitSet }, rank) => rank < listedCount || canPairHaveKappa(outcomeBitSet),
    )
    const rankOf = new Int32Array(sortedPairs.length).fill(-1)
    for (const [rank, { index }] of countedPairs.entries()) rankOf[index] = rank
    const outcomes = this.gather(countedPairs.length, blocks, (i) => rankOf[this.pairOf[i]!]!)
    return { listedPairs: sortedPairs.slice(0, listedCount).map(({ people }) => people), outcomes }
  }

  /** In chronological order. */
  gatherWeeks(blocks: ProblemBlocks): {
    weeks: { week: string; solutions: number }[]
    outcomes: PairOutcomeCounts
  } {
    const sortedWeeks = [...this.weeks].sort(([a], [b]) => a - b)
    const rankOf = new Map(sortedWeeks.map(([week], rank) => [week, rank]))
    return {
      weeks: sortedWeeks.map(([week, { solutions }]) => ({
        week: formatWeekStart(week),
        solutions,
      })),
      outcomes: this.gather(sortedWeeks.length, blocks, (i) => rankOf.get(this.weekOf[i]!) ?? -1),
    }
  }

  /** @param getGroup the group of each pair of annotations; -1: none */
  private gather(
    groups: number,
    blocks: ProblemBlocks,
    getGroup: (i: number) => number,
  ): PairOutcomeCounts {
    const size = blocks.count * pairOutcomeCodeCount
    const keys = new Float64Array(this.rows.length)
    let count = 0
    for (const [i, row] of this.rows.entries()) {
      const group = getGroup(i)
      if (group >= 0)
        keys[count++] =
          group * size + blocks.blockByRow[row]! * pairOutcomeCodeCount + this.outcomes[i]!
    }
    return countPairOutcomesByGroup(keys.subarray(0, count).sort(), groups, size)
  }
}

const compareNames = (a: string, b: string) => (a < b ? -1 : Number(a > b))
