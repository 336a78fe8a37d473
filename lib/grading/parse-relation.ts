import { type RelationSign, makeCall, makeNumber, makeSymbol, type AstNode } from './ast-node'
import { MeasureParser } from './parse-measure'
import { readDecimal } from './rational'
import { UnparsableAnswerError } from './tokens'

const comparisonSigns: ReadonlyMap<string, RelationSign> = new Map<string, RelationSign>(
  Object.entries({
    '=': '=',
    '==': '=',
    ':=': '=',
    '<': '<',
    '>': '>',
    '<=': '≤',
    '=<': '≤',
    '>=': '≥',
    '!=': '≠',
    '~': '≈',
  }),
)
const comparisonCommands: ReadonlyMap<string, RelationSign> = new Map<string, RelationSign>(
  Object.entries({
    le: '≤',
    leq: '≤',
    leqslant: '≤',
    ge: '≥',
    geq: '≥',
    geqslant: '≥',
    lt: '<',
    gt: '>',
    ne: '≠',
    neq: '≠',
    approx: '≈',
    approxeq: '≈',
    simeq: '≈',
    in: '∈',
    equiv: '=',
    triangleq: '=',
    coloneqq: '=',
  }),
)

/** Parses equations, inequalities and their sides: ratios and unions. */
export abstract class RelationParser extends MeasureParser {
  protected parseRelation(): AstNode {
    const sides = [this.takeLeftSideName() ?? this.parseSide()]
    const signs: RelationSign[] = []
    for (;;) {
      const sign = this.takeComparison()
      if (sign === null) break
      signs.push(sign)
      sides.push(this.parseSide())
    }
    return signs.length === 0 ? sides[0]! : { kind: 'relation', sides, signs }
  }

  /** Takes `Area` of `Area =`, or `W(x)` of `W(x) =`: before a comparison sign, a letter with brackets is a function. */
  private takeLeftSideName(): AstNode | null {
    const symbolName = this.takeWordsBefore('=')
    if (symbolName !== null) return makeSymbol(symbolName)
    const [name, opener, argument, closer, sign] = [0, 1, 2, 3, 4].map((offset) =>
      this.peek(offset),
    )
    if (name?.kind !== 'letter' || opener?.text !== '(' || closer?.text !== ')') return null
    if (argument?.kind !== 'letter' && argument?.kind !== 'number') return null
    if (sign?.kind !== 'sign' || !comparisonSigns.has(sign.text)) return null
    this.position += 4
    return makeCall(
      `${name.text}()`,
      argument.kind === 'letter'
        ? makeSymbol(argument.text)
        : makeNumber(readDecimal(argument.text)!),
    )
  }

  /** Takes words before a sign: `Area =`. */
  private takeWordsBefore(sign: string): string | null {
    let count = 0
    while (this.peek(count)?.kind === 'word') count += 1
    if (count === 0 || !this.isSign(sign, count)) return null
    const wordTokens = this.tokens.slice(this.position, this.position + count)
    this.position += count
    return wordTokens.map(({ text }) => text.toLowerCase()).join(' ')
  }

  private takeComparison(): RelationSign | null {
    const token = this.peek()
    if (!token) return null
    if (token.kind === 'sign') {
      const sign = comparisonSigns.get(token.text)
      if (sign === undefined) return null
      this.position += 1
      return sign
    }
    if (token.kind === 'word' && token.text === 'in') {
      this.position += 1
      return '∈'
    }
    if (token.kind !== 'command') return null
    if (token.text === 'not') {
      this.position += 1
      const sign = this.takeComparison()
      if (sign === '=') return '≠'
      throw new UnparsableAnswerError()
    }
    const sign = comparisonCommands.get(token.text)
    if (sign !== undefined) this.position += 1
    return sign ?? null
  }

  /** Parses a side, such as `11:21`. The parts of a ratio can be sets or values. */
  private parseSide(): AstNode {
    const parts = [this.parseUnion()]
    while (this.takeSign(':') || this.takeCommand('colon')) parts.push(this.parseUnion())
    return parts.length === 1 ? parts[0]! : { kind: 'ratio', parts }
  }

  private parseUnion(): AstNode {
    const parts = [this.parseMeasure()]
    for (;;) {
      if (this.takeCommand('cup') || (this.isUnionLetter() && this.takeAny()))
        parts.push(this.parseMeasure())
      else if (
        this.takeCommand('setminus') ||
        this.takeCommand('backslash') ||
        this.takeSign('\\')
      ) {
        const base: AstNode = parts.length === 1 ? parts[0]! : { kind: 'union', parts: [...parts] }
        parts.splice(0, parts.length, { kind: 'without', base, removed: this.parseMeasure() })
      } else return parts.length === 1 ? parts[0]! : { kind: 'union', parts }
    }
  }

  /** Whether the next token is a letter U that is a union sign: `(1,2) U (3,4)`. */
  private isUnionLetter(): boolean {
    const previousText = this.tokens[this.position - 1]?.text
    const after = this.peek(1)?.text
    return (
      this.peek()?.text === 'U' &&
      (previousText === ')' || previousText === ']') &&
      (after === '(' || after === '[')
    )
  }

  private takeAny(): true {
    this.position += 1
    return true
  }
}
