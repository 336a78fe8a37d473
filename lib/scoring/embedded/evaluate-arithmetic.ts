import { tokenKinds, type Tokens } from './arithmetic-tokens'
import type { NamedValues } from './named-values'

/** Maximum nesting of brackets and powers. */
const maxDepth = 60
const maxFactorialArgument = 170

/**
 * The value of an expression. Numbers are doubles and nothing is run as code: the worst result of a step's text is
 * `Infinity`.
 */
export interface Evaluation {
  /** NaN if unknown, such as that of a name without a value. */
  value: number
  /** The end of the expression, before its unit; -1 for none. */
  end: number
  /** The end including a unit in words. */
  endWithUnit: number
  hasOperator: boolean
  hasName: boolean
  hasPercent: boolean
  /** It can be read in several ways: `-3^2`, `6/2(3)`, `3\frac{1}{2}`. */
  isAmbiguous: boolean
  /** The largest number of decimals in it. */
  decimals: number
}

/** Reads expressions of tokens, greedily. One reused object: an evaluation is valid until the next. */
export class Evaluator implements Evaluation {
  value = NaN
  end = -1
  endWithUnit = -1
  hasOperator = false
  hasName = false
  hasPercent = false
  isAmbiguous = false
  decimals = 0

  private position = 0
  private limit = 0
  private depth = 0
  private hasFailed = false
  private unitEnd = 0

  constructor(
    private readonly tokens: Tokens,
    private readonly names: NamedValues,
  ) {}

  /** Reads the expression from token `start` to `limit` at most. */
  evaluate(start: number, limit: number): this {
    this.position = start
    this.limit = limit
    this.depth = 0
    this.hasFailed = false
    this.unitEnd = -1
    this.hasOperator = this.hasName = this.hasPercent = this.isAmbiguous = false
    this.decimals = 0
    this.value = this.readSum()
    this.end = this.hasFailed ? -1 : this.position
    this.endWithUnit = this.hasFailed ? -1 : this.skipUnit(this.position)
    return this
  }

  private peek(): number {
    return this.position < this.limit ? this.tokens.kind[this.position]! : tokenKinds.stop
  }

  private fail(): number {
    this.hasFailed = true
    return NaN
  }

  private readSum(): number {
    if (++this.depth > maxDepth) return this.fail()
    let value = this.readProduct()
    while (!this.hasFailed) {
      this.skipInnerUnit()
      const kind = this.peek()
      if (kind !== tokenKinds.plus && kind !== tokenKinds.minus) break
      this.position++
      this.hasOperator = true
      const next = this.readProduct()
      value = kind === tokenKinds.plus ? value + next : value - next
    }
    this.depth--
    return value
  }

  private readProduct(): number {
    let value = this.readSigned()
    let isDivided = false
    while (!this.hasFailed) {
      this.skipInnerUnit()
      const kind = this.peek()
      if (kind === tokenKinds.times || kind === tokenKinds.over) {
        this.position++
        this.hasOperator = true
        const next = this.readSigned()
        value = kind === tokenKinds.times ? value * next : value / next
        isDivided ||= kind === tokenKinds.over
      } else if (this.beginsFactor(kind)) {
        // A product without a sign.
        this.hasOperator = true
        this.isAmbiguous ||= isDivided || this.isMixedNumber(kind)
        value *= this.readPower()
      } else break
    }
    return value
  }

  private beginsFactor(kind: number): boolean {
    if (kind === tokenKinds.number) return this.tokens.kind[this.position - 1] === tokenKinds.close
    return (
      kind === tokenKinds.open ||
      kind === tokenKinds.name ||
      kind === tokenKinds.fraction ||
      kind === tokenKinds.root
    )
  }

  /** `3\frac{1}{2}`: three and a half, or three halves. */
  private isMixedNumber(kind: number): boolean {
    return kind === tokenKinds.fraction && this.tokens.kind[this.position - 1] === tokenKinds.number
  }

  private readSigned(): number {
    let isNegative = false
    let kind = this.peek()
    while (kind === tokenKinds.minus || kind === tokenKinds.plus) {
      if (kind === tokenKinds.minus) isNegative = !isNegative
      this.position++
      kind = this.peek()
    }
    if (!isNegative) return this.readPower()
    const start = this.position
    const value = this.readPower()
    if (this.hasPowerSince(start)) this.isAmbiguous = true
    return -value
  }

  /** `-3^2`: the power binds first, which many forget. */
  private hasPowerSince(start: number): boolean {
    return this.tokens.kind[start + 1] === tokenKinds.power && this.position > start + 1
  }

  private readPower(): number {
    const base = this.readAtom()
    if (this.hasFailed || this.peek() !== tokenKinds.power) return base
    this.position++
    this.hasOperator = true
    if (++this.depth > maxDepth) return this.fail()
    const exponent = this.readSignedExponent()
    this.depth--
    return base ** exponent
  }

  private readSignedExponent(): number {
    if (this.peek() === tokenKinds.minus) {
      this.position++
      return -this.readPower()
    }
    return this.readPower()
  }

  private readAtom(): number {
    const kind = this.peek()
    if (kind === tokenKinds.number) return this.readSuffix(this.readLiteral())
    if (kind === tokenKinds.open) return this.readSuffix(this.readGroup())
    if (kind === tokenKinds.fraction) return this.readSuffix(this.readFraction())
    if (kind === tokenKinds.root) return this.readRoot()
    if (kind !== tokenKinds.name) return this.fail()
    this.hasName = true
    return this.readSuffix(this.names.findValue(this.tokens.name[this.position++]!))
  }

  private readLiteral(): number {
    this.decimals = Math.max(this.decimals, this.tokens.detail[this.position]!)
    return this.tokens.value[this.position++]!
  }

  private readGroup(): number {
    this.position++
    const value = this.readSum()
    if (this.hasFailed || this.peek() !== tokenKinds.close) return this.fail()
    this.position++
    return value
  }

  private readFraction(): number {
    this.position++
    this.hasOperator = true
    if (this.peek() !== tokenKinds.open) return this.fail()
    const numerator = this.readGroup()
    if (this.hasFailed || this.peek() !== tokenKinds.open) return this.fail()
    return numerator / this.readGroup()
  }

  private readRoot(): number {
    this.position++
    this.hasOperator = true
    const kind = this.peek()
    if (kind !== tokenKinds.open && kind !== tokenKinds.number) return this.fail()
    if (kind === tokenKinds.number) return Math.sqrt(this.readLiteral())
    const hasDegree = this.tokens.detail[this.position] === 1
    const value = this.readGroup()
    if (this.hasFailed || !hasDegree) return Math.sqrt(value)
    return this.peek() === tokenKinds.open ? this.readGroup() ** (1 / value) : this.fail()
  }

  private readSuffix(operand: number): number {
    let value = operand
    for (let kind = this.peek(); !this.hasFailed; kind = this.peek()) {
      if (kind === tokenKinds.factorial) {
        this.hasOperator = true
        value = computeFactorial(value)
      } else if (kind === tokenKinds.percent) {
        this.hasPercent = true
        value /= 100
      } else break
      this.position++
    }
    return value
  }

  /**
   * `5 apples + 3 apples`, `60 minutes / hour`: up to three words are a unit if the calculation continues after them.
   */
  private skipInnerUnit(): void {
    if (this.peek() !== tokenKinds.word || this.unitEnd === this.position) return
    const end = this.skipUnit(this.position)
    const kind = end < this.limit ? this.tokens.kind[end]! : tokenKinds.stop
    if ((kind >= tokenKinds.plus && kind <= tokenKinds.over) || kind === tokenKinds.close)
      this.position = end
    else this.unitEnd = this.position
  }

  private skipUnit(start: number): number {
    const { kind, detail } = this.tokens
    let position = start
    for (let count = 0; count < 3 && position < this.limit; count++) {
      if (kind[position] === tokenKinds.word && detail[position] === 0) position++
      else if (
        kind[position] === tokenKinds.over &&
        kind[position + 1] === tokenKinds.word &&
        position > start
      )
        position += 2
      else break
    }
    return position
  }
}

function computeFactorial(value: number): number {
  if (!Number.isInteger(value) || value < 0 || value > maxFactorialArgument) return NaN
  let product = 1
  for (let factor = 2; factor <= value; factor++) product *= factor
  return product
}
