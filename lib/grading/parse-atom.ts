import {
  collectSymbols,
  isExpression,
  makeCall,
  makeQuotient,
  makeSymbol,
  type AstNode,
  hasNodeWith,
  makeInteger,
} from './ast-node'
import { computeExactValue } from './compute-exact-value'
import { functionNames } from './notation-words'
import { FunctionParser, isOpeningDelimiter } from './parse-function'
import { UnparsableAnswerError } from './tokens'

/** Commands that stand for one symbol, as a letter does. */
const symbolCommands =
  /^(?:alpha|beta|gamma|delta|epsilon|varepsilon|zeta|eta|theta|vartheta|iota|kappa|lambda|mu|nu|xi|rho|varrho|sigma|tau|upsilon|phi|varphi|chi|psi|omega|Gamma|Delta|Theta|Lambda|Xi|Pi|Sigma|Phi|Psi|Omega|ell|hbar|partial|nabla|emptyset|varnothing|triangle|square|prime|ldots)$/
/** Greek letters that are functions before a bracket. */
const greekFunctions: ReadonlyMap<string, string> = new Map([
  ['Gamma', 'gamma'],
  ['zeta', 'zeta'],
  ['phi', 'totient'],
  ['varphi', 'totient'],
])
/** Two glyphs of the same letter. */
const variants: Readonly<Record<string, string>> = {
  varepsilon: 'epsilon',
  vartheta: 'theta',
  varphi: 'phi',
  varrho: 'rho',
  varnothing: 'emptyset',
}
/** Accents over or around a name: \overline{AB} names a segment. */
const nameMarks =
  /^(?:overline|overrightarrow|overleftrightarrow|vec|hat|widehat|tilde|bar|dot|angle|mathbb|mathcal|mathfrak|underline|widetilde)$/
const functionLetters = new Set(['f', 'g', 'h', 'F', 'G', 'H'])

/** Whether a command begins a value. */
export const isValueStartCommand = (name: string): boolean =>
  functionNames.has(name) ||
  symbolCommands.test(name) ||
  nameMarks.test(name) ||
  isOpeningDelimiter(name) ||
  /^(?:[dtc]?frac|sqrt|cbrt|pi|infty|[dt]?binom|begin|sum|prod|langle)$/.test(name)

/** Parses atoms: numbers, letters, commands, brackets. */
export abstract class AtomParser extends FunctionParser {
  protected parseAtom(): AstNode {
    const token = this.peek()
    if (!token) throw new UnparsableAnswerError()
    if (token.kind === 'number') return this.parseNumber()
    if (token.kind === 'letter') return this.parseLetter(token.text)
    if (token.kind === 'command') return this.nest(() => this.parseCommand(token.text))
    if (token.kind !== 'sign') throw new UnparsableAnswerError()
    // `]0, 1[` is an open interval.
    if (/^(?:[([{|\]]|\\[{|])$/.test(token.text)) return this.nest(() => this.parseGroup())
    throw new UnparsableAnswerError()
  }

  protected parseLetter(letter: string): AstNode {
    this.position += 1
    const name = letter + this.parseSubscript()
    if (name === 'e' || (name === 'i' && !this.indices.has('i'))) return { kind: 'constant', name }
    if (functionLetters.has(letter)) return this.parseApplied(name)
    return makeSymbol(name)
  }

  /** Parses `f(x)`, `f'(x)`, `f^{-1}(x)`. If no bracket follows, returns the letter as a symbol. */
  protected parseApplied(name: string): AstNode {
    const suffix = this.attempt(() => this.takeSuffix())
    if (suffix === null) return makeSymbol(name)
    const argument = this.nest(() => this.parseGroup())
    const args = argument.kind === 'group' ? argument.items : [argument]
    return makeCall(`${name}${suffix}()`, ...args)
  }

  /** Takes primes and exponents between a function's name and its bracket. */
  protected takeSuffix(): string | null {
    let suffix = ''
    while (this.takeSign("'")) suffix += "'"
    if (suffix === '' && this.takeSign('^')) {
      if (!this.isSign('{')) return null
      suffix = `^${this.takeBracedText()}`
      if (!/^\^(?:-1|\(\w\)|\\prime)$/.test(suffix)) return null
    }
    return this.isSign('(') ? suffix : null
  }

  /** Returns the subscript as part of the preceding name; empty if there is none. */
  protected parseSubscript(): string {
    if (!this.takeSign('_')) return ''
    if (this.isSign('{')) return `_${this.takeBracedText().replace(/\s/g, '')}`
    const token = this.peek()
    if (!token || token.kind === 'sign') throw new UnparsableAnswerError()
    this.position += 1
    return `_${token.text}`
  }

  protected parseCommand(name: string): AstNode {
    this.position += 1
    if (/^[dtc]?frac$/.test(name)) return this.parseFraction()
    if (/^[dt]?binom$/.test(name))
      return makeCall('binom', this.parseArgument(), this.parseArgument())
    if (name === 'sqrt' || name === 'cbrt') return this.parseRoot(name)
    if (name === 'pi') return { kind: 'constant', name: 'pi' }
    if (name === 'infty') return { kind: 'constant', name: 'infinity' }
    if (name === 'begin') return this.parseEnvironment()
    if (name === 'sum' || name === 'prod') return this.parseSeries(name)
    if (name === 'boxed' || name === 'fbox') return this.parseArgument()
    if (isOpeningDelimiter(name)) return this.parseBetween(name)
    const functionName = functionNames.get(name)
    if (functionName !== undefined) return this.parseFunction(functionName)
    if (name === 'angle' && this.isPhasor())
      return makeCall('cis', ...this.parseFunctionArguments('cis'))
    if (nameMarks.test(name)) return this.parseMarked(name)
    if (name === 'Delta' && this.peek()?.kind === 'letter')
      return makeSymbol(`\\Delta ${this.takeText()}` + this.parseSubscript())
    if (greekFunctions.has(name) && this.isSign('('))
      return (
        this.attempt(() => this.parseGreekFunction(name)) ??
        makeSymbol(`\\${variants[name] ?? name}`)
      )
    if (symbolCommands.test(name))
      return makeSymbol(`\\${variants[name] ?? name}` + this.parseSubscript())
    if (name === 'langle') {
      this.position -= 1
      return this.parseGroup()
    }
    throw new UnparsableAnswerError()
  }

  /** Whether an angle follows a modulus: `2\angle 60^\circ`. `\angle A` is a name instead. */
  private isPhasor(): boolean {
    const previousToken = this.tokens[this.position - 2]
    const next = this.isSign('{') || this.isSign('-') ? this.peek(1) : this.peek()
    return (
      (previousToken?.kind === 'number' || /^[)}]$/.test(previousToken?.text ?? '')) &&
      next?.kind !== 'letter'
    )
  }

  /** Parses `\Gamma(5)`; null if the bracket multiplies the letter, as in `\phi(x + 1)`. */
  private parseGreekFunction(name: string): AstNode | null {
    const argument = this.nest(() => this.parseGroup())
    const isValue = isExpression(argument) && (!name.endsWith('phi') || computeExactValue(argument))
    return isValue ? makeCall(greekFunctions.get(name)!, argument) : null
  }

  protected parseFraction(): AstNode {
    const [numerator, denominator] = [this.parseArgument(), this.parseArgument()]
    // d/dx is an operator, not a fraction, and is not evaluated.
    const top = numerator.kind === 'power' ? numerator.base : numerator
    const isOperator = top.kind === 'symbol' && /^(?:d|\\partial)$/.test(top.name)
    if (isOperator && (this.startsFactor() || isDifferential(denominator)))
      throw new UnparsableAnswerError()
    return makeFractionOrDerivative(numerator, denominator)
  }

  /** Parses `\overline{AB}`, `\vec{v}`, `\hat{i}` as names, and `\overline{2+3i}` as a conjugate. */
  private parseMarked(name: string): AstNode {
    const inner = this.isSign('{') ? this.peek(1)?.text : this.peek()?.text
    const isAlone = !this.isSign('{') || this.isSign('}', 2)
    const axis =
      /^(?:vec|hat|widehat)$/.test(name) && isAlone && /^(?:[ijk]|[ij]math)$/.exec(inner!)
    if (axis) {
      this.takeName()
      return makeSymbol(`${axis[0][0]}→`)
    }
    if (/^(?:overline|bar)$/.test(name) && this.isSign('{')) {
      const start = this.position
      if (!/^(?:\w|\\[a-z]+ |[_{}'])+$/i.test(this.takeBracedText().replaceAll(' ', ''))) {
        this.position = start
        return makeConjugate(this.parseArgument())
      }
      this.position = start
    }
    return makeSymbol(`\\${name} ${this.takeName()}` + this.parseSubscript())
  }

  private takeText(): string {
    return this.tokens[this.position++]!.text
  }

  protected takeName(): string {
    if (this.isSign('{')) return this.takeBracedText().replace(/\s/g, '')
    let name = ''
    if (this.peek()?.kind === 'command' || this.peek()?.kind === 'number') return this.takeText()
    while (this.peek()?.kind === 'letter' && !(name && this.peek()!.isSpaced))
      name += this.tokens[this.position++]!.text
    return name
  }

  /** Parses the argument of a command: braces, one digit or one letter. */
  protected parseArgument(): AstNode {
    const token = this.peek()
    if (token?.kind === 'number') return makeInteger(BigInt(checkDigit(this.takeDigit())))
    if (token?.kind === 'letter') {
      this.position += 1
      if (token.text === 'e' || token.text === 'i') return { kind: 'constant', name: token.text }
      return makeSymbol(token.text)
    }
    if (!token) throw new UnparsableAnswerError()
    return this.parseAtom()
  }
}

/** Makes a conjugate. Letters are real unless they are complex by convention. */
function makeConjugate(value: AstNode): AstNode {
  const isReal = [...collectSymbols(value)].every((name) => !/^[zwu]|\\omega/.test(name))
  // Over other values, a bar can mean negation, repeating digits or a mean.
  const isComplex = hasNodeWith(value, (node) => node.kind === 'constant' && node.name === 'i')
  if (!isExpression(value) || !isReal || !isComplex) throw new UnparsableAnswerError()
  return makeCall('conj', value)
}

/** Whether a node is a differential: `dy`, `d^2y`, `\partial f`. */
function isDifferential(node: AstNode): boolean {
  if (node.kind !== 'product') return false
  const [first] = node.factors
  const operator = first?.kind === 'power' ? first.base : first
  return operator?.kind === 'symbol' && /^(?:d|\\partial)$/.test(operator.name)
}

/** Makes a fraction, or a derivative from two differentials, which must not be reduced. */
export const makeFractionOrDerivative = (numerator: AstNode, denominator: AstNode): AstNode =>
  isDifferential(numerator) && isDifferential(denominator)
    ? makeCall('derivative()', numerator, denominator)
    : makeQuotient(numerator, denominator)

function checkDigit(digit: string): string {
  if (!/^\d$/.test(digit)) throw new UnparsableAnswerError()
  return digit
}
