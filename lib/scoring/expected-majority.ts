import { createRandomGenerator } from '@/lib/platform/random'

/** Samples of a problem with the same answer. */
export interface AnswerVotes {
  samples: number
  /** The share of them that is correct: 0 or 1, unless the same answer has several grades. */
  correctShare: number
}

export interface ExpectedMajority {
  /** For each n. */
  expected: number[]
  /** Sampled at random instead of counted exactly. */
  isSampled: boolean
}

/**
 * Maximum number of table entries to compute for exact counting, about a second per problem. 256 samples with about
 * twenty answers stay below it.
 */
const maxExactEntries = 2e7
/** Number of sampled sets for larger problems; the standard error of a problem is at most 0.011. */
const sampledSubsets = 2_000

/**
 * The probability that the answer with most votes among n samples is correct, over all sets of n of `pool` samples.
 * Samples without an answer abstain. Ties are shared evenly. Without any vote, the result is wrong.
 */
export function computeExpectedMajorityAccuracy(
  answers: readonly AnswerVotes[],
  pool: number,
  n: readonly number[],
  seed: number,
): ExpectedMajority {
  const sizes = n.map((size) => Math.min(size, pool))
  const isSampled = countTableEntries(answers, Math.max(0, ...sizes)) > maxExactEntries
  const expected = isSampled
    ? estimateMajority(answers, pool, sizes, seed)
    : countMajority(answers, pool, sizes)
  return { expected, isSampled }
}

/**
 * For each possible number of winning votes, adds answers one by one to a table by number of samples drawn and number of
 * answers with the winning number of votes. All entries are probabilities, so nothing overflows.
 */
function countMajority(answers: readonly AnswerVotes[], pool: number, sizes: readonly number[]) {
  const maxVotes = Math.max(0, ...sizes)
  const choose = makeLogChoose(pool)
  const expected = sizes.map(() => 0)
  const highest = answers.reduce((top, { samples }) => Math.max(top, samples), 0)
  for (let winning = 1; winning <= Math.min(highest, maxVotes); winning++) {
    const table = new VoteTable(winning, maxVotes, choose)
    for (const answer of answers) table.add(answer)
    sizes.forEach((size, i) => (expected[i]! += table.computeWinProbability(size, pool)))
  }
  return expected
}

/**
 * Draws in which no answer has more than `winning` votes, by number of answers with exactly that many and number of
 * samples drawn: their probability, and their probability times the sum of `correctShare` over those answers.
 */
class VoteTable {
  private samples = 0
  private tied = 0
  private probabilities: Float64Array[]
  private correctSums: Float64Array[]

  constructor(
    private readonly winning: number,
    private readonly maxVotes: number,
    private readonly choose: LogChoose,
  ) {
    this.probabilities = [Float64Array.of(1)]
    this.correctSums = [Float64Array.of(0)]
  }

  /** Adds an answer. Weights entries with the probability that `votes` of the drawn samples are votes for it. */
  add({ samples, correctShare }: AnswerVotes): void {
    const { winning, choose } = this
    const earlierSamples = this.samples
    const [earlierCount, topCount] = [
      Math.min(earlierSamples, this.maxVotes),
      Math.min(earlierSamples + samples, this.maxVotes),
    ]
    const maxTied = samples >= winning ? this.tied + 1 : this.tied
    const makeTable = () =>
      Array.from({ length: maxTied + 1 }, () => new Float64Array(topCount + 1))
    const [probabilities, correctSums] = [makeTable(), makeTable()]
    for (let votes = 0; votes <= Math.min(winning, samples); votes++) {
      const isTied = votes === winning
      for (
        let sampledCount = 0;
        sampledCount <= Math.min(earlierCount, topCount - votes);
        sampledCount++
      ) {
        const share = Math.exp(
          choose(samples, votes) +
            choose(earlierSamples, sampledCount) -
            choose(earlierSamples + samples, sampledCount + votes),
        )
        for (let tied = 0; tied <= this.tied; tied++) {
          const chance = this.probabilities[tied]![sampledCount]! * share
          if (chance === 0) continue
          const to = isTied ? tied + 1 : tied
          probabilities[to]![sampledCount + votes]! += chance
          correctSums[to]![sampledCount + votes]! +=
            this.correctSums[tied]![sampledCount]! * share + (isTied ? chance * correctShare : 0)
        }
      }
    }
    this.samples += samples
    this.tied = maxTied
    this.probabilities = probabilities
    this.correctSums = correctSums
  }

  /**
   * The probability that `winning` votes win and the winner is correct, for `size` samples. Of the pool, samples without a
   * vote abstain.
   */
  computeWinProbability(size: number, pool: number): number {
    const { samples, choose } = this
    const abstentions = pool - samples
    let sum = 0
    for (
      let sampledCount = Math.max(0, size - abstentions);
      sampledCount <= Math.min(size, samples);
      sampledCount++
    ) {
      const share = Math.exp(
        choose(samples, sampledCount) +
          choose(abstentions, size - sampledCount) -
          choose(pool, size),
      )
      for (let tied = 1; tied <= this.tied; tied++)
        sum += (share * this.correctSums[tied]![sampledCount]!) / tied
    }
    return sum
  }
}

/** The number of table entries for exact counting. Stops counting above the maximum. */
function countTableEntries(answers: readonly AnswerVotes[], maxVotes: number): number {
  const highest = answers.reduce((top, { samples }) => Math.max(top, samples), 0)
  let entries = 0
  for (
    let winningVotes = 1;
    winningVotes <= Math.min(highest, maxVotes) && entries <= maxExactEntries;
    winningVotes++
  ) {
    let [earlierSamples, tied] = [0, 0]
    for (const { samples } of answers) {
      entries +=
        (Math.min(winningVotes, samples) + 1) *
        (Math.min(earlierSamples, maxVotes) + 1) *
        (tied + 1)
      earlierSamples += samples
      if (samples >= winningVotes) tied++
    }
  }
  return entries
}

function estimateMajority(
  answers: readonly AnswerVotes[],
  pool: number,
  sizes: readonly number[],
  seed: number,
): number[] {
  const draw = createRandomGenerator(seed)
  const votes = Int32Array.from({ length: pool }, () => -1)
  let filledCount = 0
  for (const [answer, { samples }] of answers.entries())
    votes.fill(answer, filledCount, (filledCount += samples))
  const maxVotes = Math.max(0, ...sizes)
  const sums = sizes.map(() => 0)
  for (let set = 0; set < sampledSubsets; set++) {
    const counts = new Int32Array(answers.length)
    let [highest, tied, correctSum] = [0, 0, 0]
    for (let i = 0; i < maxVotes; i++) {
      const swapIndex = i + Math.floor(draw() * (pool - i))
      const vote = votes[swapIndex]!
      votes[swapIndex] = votes[i]!
      votes[i] = vote
      if (vote >= 0) {
        const count = ++counts[vote]!
        if (count > highest) [highest, tied, correctSum] = [count, 0, 0]
        if (count === highest)
          [tied, correctSum] = [tied + 1, correctSum + answers[vote]!.correctShare]
      }
      sizes.forEach((size, index) => {
        if (size === i + 1 && tied > 0) sums[index]! += correctSum / tied
      })
    }
  }
  return sums.map((sum) => sum / sampledSubsets)
}

/** Logarithm of the number of subsets of size `chosen` of a set of size `total`. */
type LogChoose = (total: number, chosen: number) => number

function makeLogChoose(maxTotal: number): LogChoose {
  const factorials = new Float64Array(maxTotal + 1)
  for (let i = 1; i <= maxTotal; i++) factorials[i] = factorials[i - 1]! + Math.log(i)
  return (total, chosen) => factorials[total]! - factorials[chosen]! - factorials[total - chosen]!
}
