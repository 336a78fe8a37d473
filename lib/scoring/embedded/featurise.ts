import { mixHash } from './characters'
import { featureGroupIds } from './feature-groups'
import { IndexSet } from './index-set'
import { NumberSet } from './number-set'
import { ArithmeticClaimReader } from './read-arithmetic-claims'
import { readWords, type Words, makeWords } from './read-words'
import { featureBits } from './scorer-model'

const featureMask = (1 << featureBits) - 1
/** Maximum number of features of a step; more words add nothing. */
export const maxFeatures = 1024

/**
 * The hashed features of a step. The first `plain` of `indices` have the value `plainFeatureValue`; the rest, up to `count`,
 * have the value `wordWeight`: distinct words up to `wordsEnd`, then pairs of words. Valid until the next step.
 */
export interface StepFeatures {
  indices: Int32Array
  plain: number
  wordsEnd: number
  count: number
  wordWeight: number
}

/** Bins of the 0-based step number: 0, 1, 2, 3, 4, 5-6, 7-9, 10-14, 15-24, 25-49, 50 and more. */
const positionEnds = [0, 1, 2, 3, 4, 6, 9, 14, 24, 49]

/**
 * Describes the text of steps: position, length, words with masked numbers, whether the arithmetic is correct, and
 * numbers without a source. Reads only the problem and the steps so far, never a later step, a reference answer, a
 * verdict or a rating. One object for all solutions, one after the other.
 */
export class Featuriser implements StepFeatures {
  readonly indices = new Int32Array(maxFeatures)
  plain = 0
  wordsEnd = 0
  count = 0
  wordWeight = 0

  private readonly usedIndexSet = new IndexSet()
  private readonly wordList: Words = makeWords()
  private readonly claims = new ArithmeticClaimReader()
  private readonly numbers = new NumberSet()
  private step = 0
  private trueClaims = 0
  private failedClaims = 0
  private nearMisses = 0

  private readonly listener = {
    onClaim: (
      kind: 'arithmetic' | 'substituted' | 'contradiction',
      isTrue: boolean,
      left: { value: number },
      right: { value: number },
    ) => {
      if (isTrue) {
        this.trueClaims++
        this.numbers.add(right.value)
      } else if (kind === 'arithmetic') {
        this.failedClaims++
        if (Math.abs(left.value - right.value) <= 0.05 * Math.abs(left.value)) this.nearMisses++
      }
    },
  }

  /** Starts a solution. */
  startSolution(problem: string): void {
    this.step = 0
    this.numbers.clear()
    this.claims.startSolution()
    readWords(problem, this.wordList)
    for (let i = 0; i < this.wordList.numberCount; i++) this.numbers.add(this.wordList.numbers[i]!)
  }

  /** Describes the next step. */
  describeStep(text: string): StepFeatures {
    this.count = 0
    this.usedIndexSet.clear()
    this.trueClaims = this.failedClaims = this.nearMisses = 0
    this.claims.read(text, this.step, this.listener)
    readWords(text, this.wordList)
    this.add(
      featureGroupIds.position,
      positionEnds.findIndex((end) => this.step <= end),
    )
    this.add(featureGroupIds.length, bucketLog(text.length))
    this.addArithmetic()
    this.addNumbers()
    this.plain = this.count
    this.addWords()
    this.step++
    return this
  }

  private add(group: number, value: number): void {
    const index =
      mixHash(Math.imul(group, 0x9e3779b1) ^ Math.imul(value + 1, 0x85ebca6b)) & featureMask
    if (this.count < maxFeatures && this.usedIndexSet.add(index)) this.indices[this.count++] = index
  }

  private addArithmetic(): void {
    const failedClaims = Math.min(3, this.failedClaims)
    const trueClaims = Math.min(4, this.trueClaims)
    this.add(featureGroupIds.failedClaims, failedClaims)
    this.add(featureGroupIds.trueClaims, trueClaims)
    this.add(featureGroupIds.failedAndTrueClaims, failedClaims * 8 + trueClaims)
    this.add(featureGroupIds.nearMisses, Math.min(2, this.nearMisses))
    this.add(
      featureGroupIds.numbersAndClaims,
      bucketSmall(this.wordList.numberCount) * 16 +
        Math.min(2, trueClaims) * 4 +
        Math.min(2, failedClaims),
    )
  }

  private addNumbers(): void {
    const { numbers, numberCount } = this.wordList
    let newCount = 0
    let derivedCount = 0
    for (let i = 0; i < numberCount; i++) {
      const value = numbers[i]!
      if (this.numbers.has(value)) continue
      if (this.numbers.canDerive(value)) derivedCount++
      else newCount++
      this.numbers.add(value)
    }
    this.add(featureGroupIds.numbers, bucketSmall(numberCount))
    this.add(featureGroupIds.newNumbers, bucketSmall(newCount))
    this.add(featureGroupIds.derivedNumbers, bucketSmall(derivedCount))
    this.add(
      featureGroupIds.newShare,
      numberCount === 0 ? -1 : Math.round((newCount / numberCount) * 4),
    )
  }

  private addWords(): void {
    const { hashes, count } = this.wordList
    for (let i = 0; i < count; i++) this.add(featureGroupIds.word, hashes[i]!)
    this.wordsEnd = this.count
    let last = 0
    for (let i = 0; i < count; i++) {
      const hash = hashes[i]!
      this.add(featureGroupIds.pair, Math.imul(last, 31) ^ hash)
      if (i > 1) this.add(featureGroupIds.wordAfterNext, Math.imul(hashes[i - 2]!, 17) ^ hash)
      last = hash
    }
    this.add(featureGroupIds.pair, Math.imul(last, 31))
    const wordCount = this.count - this.plain
    this.wordWeight = wordCount === 0 ? 0 : 1 / Math.sqrt(wordCount)
  }
}

const bucketLog = (length: number) => Math.min(24, Math.round(2 * Math.log2(1 + length / 8)))

const bucketSmall = (count: number) => (count <= 3 ? count : count <= 6 ? 4 : count <= 12 ? 5 : 6)
