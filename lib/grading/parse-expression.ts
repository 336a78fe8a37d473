import {
  makeCall,
  makePower,
  makeProduct,
  makeSum,
  makeSymbol,
  negateNode,
  type AstNode,
} from './ast-node'
import { AtomParser, makeFractionOrDerivative, isValueStartCommand } from './parse-atom'
import { type Token, UnparsableAnswerError } from './tokens'

export interface ExpressionParseOptions {
  /** The denominator of `1/2x`: `near` is 2, `far` is `2x`. */
  slash: 'near' | 'far'
}

/** Parses expressions: everything with a single value. */
export abstract class ExpressionParser extends AtomParser {
  /** True inside bars, where the next bar closes the group. */
  protected isInBars = false

  constructor(
    tokens: Token[],
    private readonly options: ExpressionParseOptions,
  ) {
    super(tokens)
  }

  protected get isDenominatorWide(): boolean {
    return this.options.slash === 'far'
  }

  protected parseSum(): AstNode {
    const terms = [this.parseSignedTerm()]
    for (;;) {
      const token = this.peek()
      const isPlus =
        this.isSign('+') || this.isSign('-') || this.isCommand('pm') || this.isCommand('mp')
      if (!token || !isPlus) break
      terms.push(this.parseSignedTerm())
    }
    return makeSum(...terms)
  }

  private parseSignedTerm(): AstNode {
    const signs: AstNode[] = []
    let isNegative = false
    for (;;) {
      if (this.takeSign('+')) continue
      else if (this.takeSign('-')) isNegative = !isNegative
      else if (this.takeCommand('pm') || this.takeSigns('+', '/', '-'))
        signs.push({ kind: 'sign', isUpper: true })
      else if (this.takeCommand('mp')) signs.push({ kind: 'sign', isUpper: false })
      else break
      if (signs.length > 2) throw new UnparsableAnswerError()
    }
    const term = this.parseTerm()
    const signedTerm = isNegative ? negateNode(term) : term
    return signs.length > 0 ? makeProduct(...signs, signedTerm) : signedTerm
  }

  private takeSigns(...texts: string[]): boolean {
    if (!texts.every((text, i) => this.isSign(text, i))) return false
    this.position += texts.length
    return true
  }

  protected parseTerm(): AstNode {
    let factors = [this.parseFactor()]
    for (;;) {
      if (this.takeTimes()) factors.push(this.parseSignedFactor())
      else if (this.takeDivided())
        factors = [
          makeFractionOrDerivative(
            makeProduct(...factors),
            this.isDifferentialNext() ? this.parseTwoLetters() : this.parseUnderSlash(),
          ),
        ]
      else if (this.startsFactor()) factors.push(this.parseFactor())
      else return makeProduct(...factors)
    }
  }

  private takeTimes(): boolean {
    return (
      this.takeSign('*') ||
      this.takeCommand('cdot') ||
      this.takeCommand('times') ||
      this.takeCommand('ast') ||
      this.takeCommand('bullet')
    )
  }

  private takeDivided(): boolean {
    return this.takeSign('/') || this.takeCommand('div') || this.takeCommand('slash')
  }

  /** Whether the `dx` of `dy/dx` is next. */
  private isDifferentialNext(): boolean {
    const [first, second] = [this.peek(), this.peek(1)]
    const isSign = first?.text === 'd' || (first?.kind === 'command' && first.text === 'partial')
    return isSign && second?.kind === 'letter' && !second.isSpaced && !this.isSign('^', 2)
  }

  private parseTwoLetters(): AstNode {
    return makeProduct(this.parseAtom(), this.parseAtom())
  }

  private parseUnderSlash(): AstNode {
    const factors = [this.parseSignedFactor()]
    if (this.startsFactor()) this.hasWideSlash = true
    if (this.isDenominatorWide) while (this.startsFactor()) factors.push(this.parseFactor())
    return makeProduct(...factors)
  }

  private parseSignedFactor(): AstNode {
    if (this.takeSign('-')) return negateNode(this.parseFactor())
    this.takeSign('+')
    return this.parseFactor()
  }

  protected parseFactor(): AstNode {
    let node = this.parsePostfix(this.parseAtom())
    if (this.isSign('^') || this.isSign('**')) {
      this.position += 1
      node = this.parsePostfix(this.raise(node))
    }
    // 3R^2^\circ
    if (this.isSign('^') && this.isCommand('circ', 1)) {
      this.position += 2
      node = makeCall('degrees', node)
    }
    return node
  }

  private raise(base: AstNode): AstNode {
    if (this.takeCommand('circ')) return makeCall('degrees', base)
    if (this.isSign('{') && this.isCommand('circ', 1) && this.isSign('}', 2)) {
      this.position += 3
      return makeCall('degrees', base)
    }
    if (this.takeCommand('prime')) return this.addSuffix(base, "'")
    return makePower(base, this.parseExponent())
  }

  protected parseExponent(): AstNode {
    if (this.takeSign('-')) return negateNode(this.parseExponent())
    this.takeSign('+')
    const exponent = this.parsePostfix(this.parseAtom())
    if (!this.takeSign('^') && !this.takeSign('**')) return exponent
    return this.nest(() => makePower(exponent, this.parseExponent()))
  }

  private parsePostfix(node: AstNode): AstNode {
    for (;;) {
      if (this.isSign('!') && !this.isSign('=', 1)) {
        this.position += 1
        node = makeCall(this.takeSign('!') ? 'doubleFactorial' : 'factorial', node)
      } else if (this.isSign("'")) {
        this.position += 1
        node = this.addSuffix(node, "'")
      } else return node
    }
  }

  private addSuffix(node: AstNode, suffix: string): AstNode {
    if (node.kind === 'symbol') return makeSymbol(node.name + suffix)
    throw new UnparsableAnswerError()
  }

  /** Whether the closing bracket of `]0, 1[` is next. */
  private isReversedClose(): boolean {
    const next = this.peek(1)
    return this.isSign('[') && (!next || this.isCommand('cup', 1) || /^[,;)]$/.test(next.text))
  }

  /** Whether a factor without a multiplication sign is next. */
  protected startsFactor(): boolean {
    const token = this.peek()
    if (!token) return false
    if (token.kind === 'letter') return true
    if (token.kind === 'number')
      return /^(?:sign|command)$/.test(this.tokens[this.position - 1]?.kind ?? '')
    if (token.kind === 'sign')
      return (
        (/^[([{]$/.test(token.text) && !this.isReversedClose()) ||
        (token.text === '|' && !this.isInBars)
      )
    if (token.kind !== 'command') return false
    return isValueStartCommand(token.text)
  }
}
