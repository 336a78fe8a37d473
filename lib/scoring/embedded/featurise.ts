import { IndexSet } from './index-set'
import { NumberSet } from './number-set'
import { groups } from './feature-groups'
import { mixHash } from './characters'
import { readWords, type Words, makeWords } from './read-words'
import { ArithmeticClaimReader } from './read-arithmetic-claims'
import { featureBits } from './scorer-model'
import { ClearableHashSet } from './clearable-hash-set'

const featureMask = (1 << featureBits) - 1
/** Maximum number of features of a step; more words add nothing. */
export const maxFeatures = 1024

/**
 * The hashed features of a step. The first `plain` of `indices` have the value 1; the rest, up to `count`, are words
 * and pairs of words with the value `wordWeight`. Valid until the next step.
 */
export interface StepFeatures {
  indices: Int32Array
  plain: number
  count: number
  wordWeight: number
}

/** Bins: 0, 1, 2, 3, 4, 5-6, 7-9, 10-14, 15-24, 25-49, 50 and more. */
const positionEnds = [0, 1, 2, 3, 4, 6, 9, 14, 24, 49]

/**
 * Describes the text of steps: position, length, words with masked numbers, whether the arithmetic is right, numbers
 * without a source, and repetition. Reads only the problem and the steps so far, never a later step, a reference
 * answer, a verdict or a rating. One object for all solutions, one after the other.
 */
export class Featuriser implements StepFeatures {
  readonly indices = new Int32Array(maxFeatures)
  plain = 0
  count = 0
  wordWeight = 0

  private readonly usedIndexSet = new IndexSet()
  private readonly problemWords = new ClearableHashSet(14)
  private readonly earlierWords = new ClearableHashSet(14)
  private readonly lastWords = new ClearableHashSet(14)
  private readonly tokens: Words = makeWords()
  private readonly claims = new ArithmeticClaimReader()
  private readonly numbers = new NumberSet()
  private step = 0
  private characters = 0
  private presentValues = 0
  private failed = 0
  private failedBefore = 0
  private earlierValues = 0
  private contradictions = 0
  private substitutedFailed = 0
  private nearMisses = 0
  private newBefore = 0

  private readonly listener = {
    take: (
      kind: 'arithmetic' | 'substituted' | 'contradiction',
      holds: boolean,
      left: { value: number },
      right: { value: number },
    ) => {
      if (kind === 'contradiction') this.contradictions++
      else if (holds) this.presentValues++
      else if (kind === 'substituted') this.substitutedFailed++
      else {
        this.failed++
        if (Math.abs(left.value - right.value) <= 0.05 * Math.abs(left.value)) this.nearMisses++
      }
      if (holds) this.numbers.add(right.value)
    },
  }

  /** Starts a solution. */
  begin(problem: string): void {
    this.step = this.characters = this.failedBefore = this.earlierValues = this.newBefore = 0
    this.problemWords.clear()
    this.earlierWords.clear()
    this.lastWords.clear()
    this.numbers.clear()
    this.claims.begin()
    readWords(problem, this.tokens)
    for (let i = 0; i < this.tokens.count; i++) this.problemWords.add(this.tokens.hashes[i]!)
    for (let i = 0; i < this.tokens.numberCount; i++) this.numbers.add(this.tokens.numbers[i]!)
  }

  /** Describes the next step. */
  next(text: string): StepFeatures {
    this.count = 0
    this.usedIndexSet.clear()
    this.presentValues =
      this.failed =
      this.contradictions =
      this.substitutedFailed =
      this.nearMisses =
        0
    this.claims.read(text, this.step, this.listener)
    readWords(text, this.tokens)
    this.addPosition(text)
    this.addArithmetic()
    this.addNumbers()
    this.addOverlap()
    this.addPairs()
    this.plain = this.count
    this.addWords()
    this.remember(text)
    return this
  }

  private add(group: number, value: number): void {
    const index =
      mixHash(Math.imul(group, 0x9e3779b1) ^ Math.imul(value + 1, 0x85ebca6b)) & featureMask
    if (this.count < maxFeatures && this.usedIndexSet.add(index)) this.indices[this.count++] = index
  }

  private addPosition(text: string): void {
    const position = positionEnds.findIndex((end) => this.step <= end)
    const length = bucketLog(text.length)
    this.add(groups.position, position)
    this.add(groups.length, length)
    this.add(groups.positionAndLength, position * 32 + length)
    this.add(groups.writtenSoFar, bucketLog(this.characters))
  }

  private addArithmetic(): void {
    const failed = Math.min(3, this.failed)
    const presentValues = Math.min(4, this.presentValues)
    const before = Math.min(2, this.failedBefore)
    this.add(groups.failed, failed)
    this.add(groups.held, presentValues)
    this.add(groups.failedAndHeld, failed * 8 + presentValues)
    this.add(groups.failedBefore, before)
    this.add(groups.heldBefore, Math.min(6, this.earlierValues))
    this.add(groups.substitutedFailed, Math.min(2, this.substitutedFailed))
    this.add(groups.contradictions, Math.min(2, this.contradictions))
    this.add(groups.nearMisses, Math.min(2, this.nearMisses))
    this.add(groups.anyFailed, Number(failed + this.substitutedFailed > 0))
  }

  private addNumbers(): void {
    const { numbers, numberCount } = this.tokens
    let fresh = 0
    let derived = 0
    for (let i = 0; i < numberCount; i++) {
      const value = numbers[i]!
      if (this.numbers.has(value)) continue
      if (this.numbers.canDerive(value)) derived++
      else fresh++
      this.numbers.add(value)
    }
    this.add(groups.numbers, bucketSmall(numberCount))
    this.add(groups.newNumbers, bucketSmall(fresh))
    this.add(groups.derivedNumbers, bucketSmall(derived))
    this.add(groups.newShare, numberCount === 0 ? -1 : Math.round((fresh / numberCount) * 4))
    this.add(groups.newBefore, bucketSmall(this.newBefore))
    this.newBefore += fresh
  }

  private addOverlap(): void {
    const { hashes, count } = this.tokens
    let inProblem = 0
    let inLast = 0
    let inEarlier = 0
    for (let i = 0; i < count; i++) {
      inProblem += Number(this.problemWords.has(hashes[i]!))
      inLast += Number(this.lastWords.has(hashes[i]!))
      inEarlier += Number(this.earlierWords.has(hashes[i]!))
    }
    const share = (part: number) => (count === 0 ? -1 : Math.round((part / count) * 6))
    this.add(groups.inProblem, share(inProblem))
    this.add(groups.inLast, share(inLast))
    this.add(groups.inEarlier, share(inEarlier))
    this.add(groups.flags, this.tokens.flags)
    for (let flag = 0; flag < 8; flag++)
      if ((this.tokens.flags >> flag) & 1) this.add(groups.flag, flag)
  }

  /** Combinations of features. */
  private addPairs(): void {
    const position = Math.min(9, this.step)
    const failed = Math.min(2, this.failed)
    const presentValues = Math.min(2, this.presentValues)
    const concludes = this.tokens.flags & 1
    this.add(groups.concludesAndPosition, concludes * 16 + position)
    this.add(
      groups.numbersAndClaims,
      bucketSmall(this.tokens.numberCount) * 16 + presentValues * 4 + failed,
    )
    this.add(groups.concludesAndFailed, concludes * 4 + failed)
    this.add(groups.positionAndFailed, position * 4 + failed)
    this.add(groups.positionAndHeld, position * 4 + presentValues)
  }

  private addWords(): void {
    const { hashes, count } = this.tokens
    let last = 0
    for (let i = 0; i < count; i++) {
      const hash = hashes[i]!
      this.add(groups.word, hash)
      this.add(groups.pair, Math.imul(last, 31) ^ hash)
      if (i > 1) this.add(groups.wordAfterNext, Math.imul(hashes[i - 2]!, 17) ^ hash)
      last = hash
    }
    this.add(groups.pair, Math.imul(last, 31))
    const wordCount = this.count - this.plain
    this.wordWeight = wordCount === 0 ? 0 : 1 / Math.sqrt(wordCount)
  }

  private remember(text: string): void {
    const { hashes, count } = this.tokens
    this.lastWords.clear()
    for (let i = 0; i < count; i++) {
      this.lastWords.add(hashes[i]!)
      this.earlierWords.add(hashes[i]!)
    }
    this.failedBefore += this.failed + this.substitutedFailed
    this.earlierValues += this.presentValues
    this.characters += text.length
    this.step++
  }
}

const bucketLog = (length: number) => Math.min(24, Math.round(2 * Math.log2(1 + length / 8)))

const bucketSmall = (count: number) => (count <= 3 ? count : count <= 6 ? 4 : count <= 12 ? 5 : 6)
