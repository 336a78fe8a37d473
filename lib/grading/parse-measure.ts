import { makeNumber, makeProduct, type AstNode } from './ast-node'
import { multiplierWords } from './notation-words'
import { ExpressionParser } from './parse-expression'
import { fromInteger, multiply, type Rational, toNumber } from './rational'
import { addMeasures } from './simplify-node'
import { type Token, UnparsableAnswerError } from './tokens'
import { toCanonicalUnit } from './units'

const currencies = new Set(['$', '\\$', '€', '£', '¥', '₹'])

/** Parses values followed by a unit, a currency, a percent sign or text. */
export abstract class MeasureParser extends ExpressionParser {
  /** Parses one value with its unit or text. */
  protected parseMeasure(): AstNode {
    const currency = this.takeCurrency()
    let node = this.parseSum()
    const unit = this.takeUnit(currency)
    // "all real" is text, although its letters could be a product.
    const isText = node.kind === 'product' && node.factors.every(({ kind }) => kind === 'symbol')
    if (isText && unit.text !== '') throw new UnparsableAnswerError()
    node = scaleBy(node, unit.scale)
    if (unit.text !== '' && this.peek()?.kind === 'number')
      return this.parseCompound(node, unit.text)
    return unit.text === ''
      ? node
      : { kind: 'measure', value: node, unit: toCanonicalUnit(unit.text) }
  }

  /** Parses `1 hour 30 minutes`. */
  private parseCompound(first: AstNode, unit: string): AstNode {
    const smallerPart = this.nest(() => this.parseMeasure())
    const sum =
      smallerPart.kind === 'measure'
        ? addMeasures({ kind: 'measure', value: first, unit: toCanonicalUnit(unit) }, smallerPart)
        : null
    if (sum === null) throw new UnparsableAnswerError()
    return sum
  }

  private takeCurrency(): string {
    const offset = this.isSign('-') ? 1 : 0
    const token = this.peek(offset)
    if (token?.kind !== 'sign' || !currencies.has(token.text)) return ''
    // `${1}` is program code, not a price.
    if (token.text === '$' && this.isSign('{', offset + 1)) throw new UnparsableAnswerError()
    // In -$5 the sign belongs to the number.
    this.tokens.splice(this.position + offset, 1)
    return token.text.replace('\\', '')
  }

  private takeUnit(currency: string): { text: string; scale: Rational } {
    const units = currency ? [currency] : []
    let scale: Rational = fromInteger(1)
    for (;;) {
      const token = this.peek()
      if (!token) break
      if (token.kind === 'sign' && /^(?:\\?%|\\?\$|€|£|¥|"|'')$/.test(token.text))
        units.push(token.text.replace('\\', ''))
      else if (
        token.kind === 'word' &&
        multiplierWords.has(token.text.toLowerCase()) &&
        units.length === (currency ? 1 : 0)
      )
        scale = multiply(scale, multiplierWords.get(token.text.toLowerCase())!) ?? scale
      else if (token.kind === 'word' && token.text !== 'in') units.push(token.text)
      else if (units.length > 0 && this.isPartOfUnit(token)) units.push(token.text)
      else if (token.kind === 'command' && token.text === 'degrees') units.push(token.text)
      else break
      this.position += 1
    }
    return { text: units.join(' '), scale }
  }

  /** Whether a token after a word continues the unit: `m^{2}`, `m/s`, `apples (red)`. */
  private isPartOfUnit(token: Token): boolean {
    if (token.kind === 'letter' || token.kind === 'command')
      return token.kind === 'letter' || token.text === 'cdot'
    if (token.kind === 'number') return /^[\^{-]$/.test(this.tokens[this.position - 1]!.text)
    if (token.kind !== 'sign') return false
    if (/^[/.^'-]$/.test(token.text)) return true
    const previousToken = this.tokens[this.position - 1]!
    if (token.text === '{') return previousToken.text === '^'
    return (
      token.text === '}' &&
      (this.tokens[this.position - 2]?.text === '{' || this.tokens[this.position - 3]?.text === '{')
    )
  }
}

function scaleBy(node: AstNode, scale: Rational): AstNode {
  if (scale.numerator === 1n && scale.denominator === 1n) return node
  if (node.kind !== 'number') return makeProduct(makeNumber(scale), node)
  const value = multiply(node.value, scale)
  if (value === null) throw new UnparsableAnswerError()
  return makeNumber(value, node.slack * toNumber(scale), node.digits)
}
