import { makeNumber, type AstNode } from './ast-node'
import { add, fromInteger, makeRational, readDecimal, toNumber } from './rational'
import { TokenReader } from './token-reader'
import { UnparsableAnswerError } from './tokens'

/** Parses numbers. */
export abstract class NumberParser extends TokenReader {
  protected parseNumber(): AstNode {
    const { text } = this.peek()!
    this.position += 1
    const isBased = /[A-Za-z]/.test(text) && this.isSign('_')
    const numberInBase = isBased ? this.parseBased(text) : null
    if (numberInBase) return numberInBase
    const value = isBased ? null : readDecimal(text)
    if (value === null) throw new UnparsableAnswerError()
    if (text.includes('.'))
      return this.parseRepeating(text) ?? this.parseCut(text) ?? makeDecimal(text)
    if (/[eE]/.test(text)) return makeDecimal(text)
    return this.parseMixed(value.numerator) ?? this.parseBased(text) ?? makeNumber(value)
  }

  /** Parses `0.\overline{3}`. */
  protected parseRepeating(text: string): AstNode | null {
    if (!this.isCommand('overline') && !this.isCommand('bar') && !this.isCommand('dot')) return null
    return this.attempt(() => {
      this.position += 1
      const period = this.isSign('{') ? this.takeBracedText() : this.takeDigit()
      if (!/^\d{1,40}$/.test(period)) return null
      const start = readDecimal(text)
      const decimals = BigInt((text.split('.')[1] ?? '').length)
      const repeatingPart = makeRational(
        BigInt(period),
        (10n ** BigInt(period.length) - 1n) * 10n ** decimals,
      )
      const value = start && repeatingPart && add(start, repeatingPart)
      return value && makeNumber(value)
    })
  }

  /** Parses `0.333\ldots`: a repeating decimal if the last digits repeat, otherwise one with more digits. */
  protected parseCut(text: string): AstNode | null {
    const decimals = text.split('.')[1]?.length ?? 0
    if (decimals === 0 || decimals > 200 || !this.takeCommand('ldots')) return null
    const [truncated, step] = [readDecimal(text), makeRational(1n, 10n ** BigInt(decimals))]
    const period = findPeriod(text.split('.')[1]!)
    const repeatingPart = makeRational(
      BigInt(period || '1'),
      (period ? 10n ** BigInt(period.length) - 1n : 2n) * 10n ** BigInt(decimals),
    )
    const value = truncated && repeatingPart && add(truncated, repeatingPart)
    if (!value || !step) throw new UnparsableAnswerError()
    return makeNumber(value, toNumber(step), Math.max(3, decimals))
  }

  /** Parses mixed numbers: `7\frac{3}{4}` and `7 3/4`. */
  protected parseMixed(integerPart: bigint): AstNode | null {
    return this.attempt(() => {
      let parts: [string, string]
      if (this.takeFraction()) parts = [this.takeWhole(), this.takeWhole()]
      else {
        const [numerator, slash, denominator] = [this.peek(), this.peek(1), this.peek(2)]
        if (numerator?.kind !== 'number' || !numerator.isSpaced || slash?.text !== '/') return null
        if (denominator?.kind !== 'number') return null
        parts = [numerator.text, denominator.text]
        this.position += 3
      }
      if (!parts.every((part) => /^\d{1,9}$/.test(part))) return null
      const [numerator, denominator] = parts.map(BigInt) as [bigint, bigint]
      if (numerator >= denominator || numerator === 0n || integerPart === 0n) return null
      const value = makeRational(integerPart * denominator + numerator, denominator)
      return value && makeNumber(value)
    })
  }

  protected takeFraction(): boolean {
    return /^[dtc]?frac$/.test(this.peek()?.text ?? '') && this.takeCommand(this.peek()!.text)
  }

  protected takeWhole(): string {
    if (this.isSign('{')) return this.takeBracedText()
    return this.peek()?.kind === 'number' ? this.takeDigit() : ''
  }

  /** Parses `204_5`, a number in base 5. */
  protected parseBased(digits: string): AstNode | null {
    if (!this.isSign('_')) return null
    return this.attempt(() => {
      this.position += 1
      const text = this.isSign('{') ? this.takeBracedText() : (this.peek()?.text ?? '')
      if (this.tokens[this.position]?.text === text) this.position += 1
      const base = Number(/^\d{1,2}$/.exec(text.trim())?.[0])
      const isInBase = Array.from(digits, (digit) => Number.parseInt(digit, 36)).every(
        (digit) => digit < base,
      )
      if (!(base >= 2 && base <= 36) || !isInBase) return null
      return { kind: 'based', digits: digits.toLowerCase(), base }
    })
  }
}

/** Finds the period at the end of the digits: two or more digits twice, or one digit three times. */
function findPeriod(digits: string): string {
  for (let length = 1; length <= digits.length / 2; length++) {
    const period = digits.slice(-length)
    if (digits.endsWith(period.repeat(length === 1 ? 3 : 2))) return period
  }
  return ''
}

/** Makes a decimal that may have been rounded at its last digit. */
function makeDecimal(text: string): AstNode {
  const value = readDecimal(text)
  if (value === null) throw new UnparsableAnswerError()
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e')
  const decimals = (mantissa.split('.')[1] ?? '').length
  const digits = mantissa.replace('.', '').replace(/^0+/, '').length
  const slack = 0.5 * 10 ** (Number(exponent) - decimals)
  const hasDecimals = decimals > 0 || exponent !== '0'
  return hasDecimals ? makeNumber(value, slack, digits) : makeNumber(fromInteger(value.numerator))
}
