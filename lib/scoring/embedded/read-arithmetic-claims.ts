import { makeTokens, readTokens, tokenKinds, type Tokens } from './arithmetic-tokens'
import { Evaluator } from './evaluate-arithmetic'
import { type EquationSide, judgeEquality, makeEquationSide } from './judge-equality'
import { NamedValues } from './named-values'

/** Maximum number of equations per step. */
const maxEquations = 200
/** Maximum number of start positions of a side, tried from the left. */
const maxStarts = 24

export type ArithmeticClaimKind = 'arithmetic' | 'substituted' | 'contradiction'

export interface ArithmeticClaimListener {
  /**
   * Called with every claim. The two sides are valid until it returns.
   * @param earlierStep for a contradiction, the step that stated the other value, 0-based; else -1
   */
  onClaim(
    kind: ArithmeticClaimKind,
    isTrue: boolean,
    left: EquationSide,
    right: EquationSide,
    earlierStep: number,
  ): void
}

/**
 * Reads solutions step by step for chains `a = b = c` that arithmetic can check. Remembers the values of letters, so
 * steps must come in order. Linear in the number of tokens of a step, up to the maximum. Decision 057
 * (docs/decisions/057-parser-of-the-arithmetic-checker.md) says why it doesn't use the parser of `lib/grading`.
 */
export class ArithmeticClaimReader {
  readonly tokens: Tokens = makeTokens()
  readonly names = new NamedValues()
  private readonly evaluator = new Evaluator(this.tokens, this.names)
  private left = makeEquationSide()
  private right = makeEquationSide()
  private step = 0

  /** Clears the values of the previous solution. */
  startSolution(): void {
    this.names.clear()
  }

  read(text: string, step: number, listener: ArithmeticClaimListener): void {
    if (!mayContainEquation(text)) return
    this.step = step
    readTokens(text, this.tokens)
    const { count, kind } = this.tokens
    let remaining = maxEquations
    for (let start = 0; start < count && remaining > 0;) {
      const end = this.findEnd(start)
      for (let position = start; position < end; position++)
        if (kind[position] === tokenKinds.equals) {
          remaining -= this.readChain(start, position, end, listener)
          break
        }
      start = end + 1
    }
  }

  /** Finds the next stop. The end of a line does not count if the next line begins with an equals sign. */
  private findEnd(start: number): number {
    const { count, kind, detail } = this.tokens
    let position = start
    while (position < count) {
      const isStop = kind[position] === tokenKinds.stop
      const continues =
        detail[position] === 1 && kind[position + 1] === tokenKinds.equals && position + 1 < count
      if (isStop && !continues) break
      position++
    }
    return position
  }

  /** Reads the equations from the first equals sign to the end; returns their number. */
  private readChain(
    start: number,
    firstEquals: number,
    end: number,
    listener: ArithmeticClaimListener,
  ): number {
    const { kind } = this.tokens
    let equations = 0
    let name = this.readSuffix(start, this.trim(start, firstEquals), this.left)
    let statedValue = NaN
    for (let equals = firstEquals; equals < end && equations < maxEquations; equations++) {
      let next = equals + 1
      while (next < end && kind[next] !== tokenKinds.equals) next++
      const isWhole = this.readPrefix(equals + 1, this.trim(equals + 1, next), this.right)
      this.compareSides(this.tokens.detail[equals] === 1, listener)
      if (Number.isFinite(this.right.value)) {
        statedValue = this.right.value
        this.swap()
      } else if (!isWhole) this.left.value = NaN
      if (next >= end || !isWhole) {
        if (name >= 0) this.recordStatedValue(name, statedValue, listener)
        statedValue = NaN
        if (next < end) name = this.readSuffix(equals + 1, this.trim(equals + 1, next), this.left)
      }
      equals = next
    }
    return equations
  }

  /** Skips the end of a line before an equals sign. */
  private trim(start: number, end: number): number {
    let last = end
    while (last > start && this.tokens.kind[last - 1] === tokenKinds.stop) last--
    return last
  }

  /**
   * Makes the claimed value the left side of the next equation. It counts as computed if the side before it was, because
   * only calculations are checked.
   */
  private swap(): void {
    const side = this.left
    this.left = this.right
    this.right = side
    this.left.hasOperator ||= side.hasOperator && Number.isFinite(side.value)
  }

  private compareSides(isApproximate: boolean, listener: ArithmeticClaimListener): void {
    const { left, right } = this
    const verdict = judgeEquality(left, right, isApproximate)
    if (verdict === null) return
    const kind = left.hasName || right.hasName ? 'substituted' : 'arithmetic'
    if (kind === 'substituted' && !verdict && this.tokens.isHypothetical) return
    listener.onClaim(kind, verdict, left, right, -1)
  }

  /**
   * Reads an assignment like `x = 3`, from the token of its name. Several values in one step are a list and are
   * ignored.
   */
  private recordStatedValue(
    position: number,
    value: number,
    listener: ArithmeticClaimListener,
  ): void {
    const { name, isHypothetical, start } = this.tokens
    const id = name[position]!
    // All unknown signs share this hash, although they may differ.
    if (id === 0) return
    const previousValue = this.names.findValue(id)
    const statedStep = this.names.findStep(id)
    const isDifferent =
      Math.abs(previousValue - value) > 0.01 * Math.max(1, Math.abs(previousValue))
    if (isDifferent && statedStep < this.step && !isHypothetical) {
      // The left side has the new value, so the right one is used for the earlier value.
      const { left, right } = this
      right.value = previousValue
      right.start = start[position]!
      listener.onClaim('contradiction', false, right, left, statedStep)
    }
    this.names.set(id, isDifferent && statedStep === this.step ? NaN : value, this.step)
  }

  /** Reads the longest expression that ends at an equals sign. Returns the token of a single name, else -1. */
  private readSuffix(start: number, end: number, side: EquationSide): number {
    const { kind, detail } = this.tokens
    side.value = NaN
    let triedCount = 0
    for (let position = start; position < end && triedCount < maxStarts; position++) {
      const previousKind = position === start ? -1 : kind[position - 1]!
      const isAfterWord = previousKind === tokenKinds.word && detail[position - 1] === 0
      if (previousKind !== -1 && !isAfterWord && previousKind !== tokenKinds.open) continue
      if (
        previousKind === tokenKinds.open &&
        position - 2 >= start &&
        kind[position - 2] === tokenKinds.word &&
        this.isAdjacent(position - 2)
      )
        continue
      triedCount++
      const evaluation = this.evaluator.evaluate(position, end)
      if (evaluation.end !== end && evaluation.endWithUnit !== end) continue
      if (isAfterWord && kind[position] === tokenKinds.open && this.isAdjacent(position - 1))
        return -1
      this.copyValue(side, position, end)
      return evaluation.hasName && end === position + 1 && previousKind !== tokenKinds.open
        ? position
        : -1
    }
    return -1
  }

  /** A token and the next one without space between: `gcd(`. */
  private isAdjacent(position: number): boolean {
    return this.tokens.end[position] === this.tokens.start[position + 1]
  }

  /** Reads the expression after an equals sign. Returns whether it ends at `end`. */
  private readPrefix(start: number, end: number, side: EquationSide): boolean {
    const { kind, detail } = this.tokens
    side.value = NaN
    const evaluation = this.evaluator.evaluate(start, end)
    if (evaluation.end < 0) return false
    const isWhole = evaluation.end === end || evaluation.endWithUnit === end
    const next = kind[evaluation.end]
    const isPlain =
      next === tokenKinds.word ? detail[evaluation.end] === 0 : next === tokenKinds.close
    if (isWhole || isPlain) this.copyValue(side, start, evaluation.end)
    return isWhole
  }

  private copyValue(side: EquationSide, start: number, end: number): void {
    const evaluation = this.evaluator
    side.value = evaluation.value
    side.hasOperator = evaluation.hasOperator
    side.hasName = evaluation.hasName
    side.hasPercent = evaluation.hasPercent
    side.isAmbiguous = evaluation.isAmbiguous
    side.decimals = evaluation.decimals
    side.start = this.tokens.start[start] ?? 0
    side.end = this.tokens.end[end - 1] ?? side.start
  }
}

const mayContainEquation = (text: string) =>
  text.includes('=') || text.includes('≈') || text.includes('\\approx')
