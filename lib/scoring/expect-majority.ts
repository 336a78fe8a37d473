import { makeDraws } from '@/lib/platform/draws'

/** Samples of a problem that state the same answer. */
export interface Ballot {
  samples: number
  /** Of these, how many are right: 0 or 1, but where the same answer was graded otherwise. */
  right: number
}

export interface ExpectedMajority {
  /** For each n. */
  expected: number[]
  /** Drawn at random and not counted out. */
  isSampled: boolean
}

/** Steps of counting that a problem is worth: about a second. 256 samples with some twenty answers are below it. */
const maxExactSteps = 2e7
/** Sets that are drawn where counting would take longer; the standard error of a problem is then 0.011 at most. */
const sampledSubsets = 2_000

/**
 * How often the answer with most votes among n samples is right, over every set of n of `pool` samples; those of no ballot
 * abstain. Of answers with as many votes, each wins as often. Where no one votes, none is right.
 */
export function expectMajority(
  ballots: readonly Ballot[],
  pool: number,
  n: readonly number[],
  seed: number,
): ExpectedMajority {
  const sizes = n.map((size) => Math.min(size, pool))
  const isSampled = countSteps(ballots, Math.max(0, ...sizes)) > maxExactSteps
  const expected = isSampled
    ? drawMajority(ballots, pool, sizes, seed)
    : countMajority(ballots, pool, sizes)
  return { expected, isSampled }
}

/**
 * By the number of votes that wins: for each, ballots are added one by one to a table of how many samples were drawn so
 * far and how many ballots reached that number. All entries are chances, so that nothing overflows.
 */
function countMajority(ballots: readonly Ballot[], pool: number, sizes: readonly number[]) {
  const maxVotes = Math.max(0, ...sizes)
  const choose = makeLogChoose(pool)
  const expected = sizes.map(() => 0)
  const highest = ballots.reduce((top, { samples }) => Math.max(top, samples), 0)
  for (let winning = 1; winning <= Math.min(highest, maxVotes); winning++) {
    const table = new VoteTable(winning, maxVotes, choose)
    for (const ballot of ballots) table.add(ballot)
    sizes.forEach((size, i) => (expected[i]! += table.expect(size, pool)))
  }
  return expected
}

/** Ballots with `winning` votes at most: chances, and chances times how many of the tied are right, by tied and drawn. */
class VoteTable {
  private samples = 0
  private tied = 0
  private chances: Float64Array[]
  private rights: Float64Array[]

  constructor(
    private readonly winning: number,
    private readonly maxVotes: number,
    private readonly choose: LogChoose,
  ) {
    this.chances = [Float64Array.of(1)]
    this.rights = [Float64Array.of(0)]
  }

  /** Of `drawn` from all so far, the chance that `votes` are the new ballot's and the others are not. */
  add({ samples, right }: Ballot): void {
    const { winning, choose } = this
    const before = this.samples
    const [earlierCount, topCount] = [
      Math.min(before, this.maxVotes),
      Math.min(before + samples, this.maxVotes),
    ]
    const maxTied = samples >= winning ? this.tied + 1 : this.tied
    const make = () => Array.from({ length: maxTied + 1 }, () => new Float64Array(topCount + 1))
    const [chances, rights] = [make(), make()]
    for (let votes = 0; votes <= Math.min(winning, samples); votes++) {
      const isTied = votes === winning
      for (
        let sampledCount = 0;
        sampledCount <= Math.min(earlierCount, topCount - votes);
        sampledCount++
      ) {
        const share = Math.exp(
          choose(samples, votes) +
            choose(before, sampledCount) -
            choose(before + samples, sampledCount + votes),
        )
        for (let tied = 0; tied <= this.tied; tied++) {
          const chance = this.chances[tied]![sampledCount]! * share
          if (chance === 0) continue
          const to = isTied ? tied + 1 : tied
          chances[to]![sampledCount + votes]! += chance
          rights[to]![sampledCount + votes]! +=
            this.rights[tied]![sampledCount]! * share + (isTied ? chance * right : 0)
        }
      }
    }
    this.samples += samples
    this.tied = maxTied
    this.chances = chances
    this.rights = rights
  }

  /** That this many votes win, and that the winner is right, of `size` drawn; the rest abstains. */
  expect(size: number, pool: number): number {
    const { samples, choose } = this
    const abstaining = pool - samples
    let sum = 0
    for (
      let sampledCount = Math.max(0, size - abstaining);
      sampledCount <= Math.min(size, samples);
      sampledCount++
    ) {
      const share = Math.exp(
        choose(samples, sampledCount) +
          choose(abstaining, size - sampledCount) -
          choose(pool, size),
      )
      for (let tied = 1; tied <= this.tied; tied++)
        sum += (share * this.rights[tied]![sampledCount]!) / tied
    }
    return sum
  }
}

/** What counting would take, in entries of tables. */
function countSteps(ballots: readonly Ballot[], maxVotes: number): number {
  const highest = ballots.reduce((top, { samples }) => Math.max(top, samples), 0)
  let steps = 0
  for (
    let winning = 1;
    winning <= Math.min(highest, maxVotes) && steps <= maxExactSteps;
    winning++
  ) {
    let [before, tied] = [0, 0]
    for (const { samples } of ballots) {
      steps += (Math.min(winning, samples) + 1) * (Math.min(before, maxVotes) + 1) * (tied + 1)
      before += samples
      if (samples >= winning) tied++
    }
  }
  return steps
}

function drawMajority(
  ballots: readonly Ballot[],
  pool: number,
  sizes: readonly number[],
  seed: number,
): number[] {
  const draw = makeDraws(seed)
  const votes = Int32Array.from({ length: pool }, () => -1)
  let filled = 0
  for (const [ballot, { samples }] of ballots.entries())
    votes.fill(ballot, filled, (filled += samples))
  const maxVotes = Math.max(0, ...sizes)
  const sums = sizes.map(() => 0)
  for (let set = 0; set < sampledSubsets; set++) {
    const counts = new Int32Array(ballots.length)
    let [highest, tied, right] = [0, 0, 0]
    for (let i = 0; i < maxVotes; i++) {
      const other = i + Math.floor(draw() * (pool - i))
      const vote = votes[other]!
      votes[other] = votes[i]!
      votes[i] = vote
      if (vote >= 0) {
        const count = ++counts[vote]!
        if (count > highest) [highest, tied, right] = [count, 0, 0]
        if (count === highest) [tied, right] = [tied + 1, right + ballots[vote]!.right]
      }
      sizes.forEach((size, at) => {
        if (size === i + 1 && tied > 0) sums[at]! += right / tied
      })
    }
  }
  return sums.map((sum) => sum / sampledSubsets)
}

/** Logarithm of the number of sets of `of` among `all`. */
type LogChoose = (all: number, of: number) => number

function makeLogChoose(maxVotes: number): LogChoose {
  const factorials = new Float64Array(maxVotes + 1)
  for (let i = 1; i <= maxVotes; i++) factorials[i] = factorials[i - 1]! + Math.log(i)
  return (all, of) => factorials[all]! - factorials[of]! - factorials[all - of]!
}
