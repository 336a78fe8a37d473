import {
  collectSymbols,
  makeCall,
  makePower,
  makeProduct,
  makeQuotient,
  makeSymbol,
  negateNode,
  type AstNode,
  hasNodeWith,
  makeInteger,
} from './ast-node'
import { functionNames } from './notation-words'
import { NumberParser } from './parse-number'
import { UnparsableAnswerError } from './tokens'

const closers: Readonly<Record<string, string>> = {
  lfloor: 'rfloor',
  lceil: 'rceil',
  lvert: 'rvert',
  lVert: 'rVert',
}
const delimiterFunctions: Readonly<Record<string, string>> = {
  lfloor: 'floor',
  lceil: 'ceil',
  lVert: 'norm()',
}
/** Whether the value before a slash is an unlikely argument: no one writes `\sin \pi` or `\ln 1` over a number. */
function endsOnlyAfterSlash(name: string, argument: AstNode): boolean {
  if (/^(?:ln|log|lg)$/.test(name))
    return argument.kind === 'number' && argument.value.numerator === 1n
  const hasPi = hasNodeWith(argument, (part) => part.kind === 'constant' && part.name === 'pi')
  return hasPi && collectSymbols(argument).size === 0
}

/** Whether a command opens a pair of delimiters around a value. */
export const isOpeningDelimiter = (name: string): boolean => Object.hasOwn(closers, name)

/** Parses functions, roots and series: a name with arguments. */
export abstract class FunctionParser extends NumberParser {
  /** Index variables of series. */
  protected readonly indices = new Set<string>()

  protected abstract parseSum(): AstNode
  protected abstract parseTerm(): AstNode
  protected abstract parseFactor(): AstNode
  protected abstract parseExponent(): AstNode
  protected abstract startsFactor(): boolean
  /** Parses a bracket with one or more values. */
  protected abstract parseGroup(): AstNode
  protected abstract parseEnvironment(): AstNode
  protected abstract parseArgument(): AstNode
  /** True if the answer contains `1/2x` or `\sin x/2`, which have two readings. */
  hasWideSlash = false
  protected abstract readonly isDenominatorWide: boolean

  /** Parses `\sin^2 x`, `\log_2 8`, `\ln(x)`, `\sin 2x`. */
  protected parseFunction(name: string): AstNode {
    let base: AstNode | null = null
    let exponent: AstNode | null = null
    for (let i = 0; i < 2; i++) {
      if (this.takeSign('_'))
        base = this.peek()?.kind === 'number' ? this.parseNumber() : this.parseArgument()
      else if (this.isSign('^') && !this.isCommand('circ', 1)) {
        this.position += 1
        exponent = this.parseExponent()
      }
    }
    const isInverse =
      exponent?.kind === 'number' &&
      exponent.value.numerator === -1n &&
      exponent.value.denominator === 1n
    if (isInverse && /^(?:sin|cos|tan|cot|sec|csc)$/.test(name)) {
      name = `arc${name}`
      exponent = null
    }
    const args = this.parseFunctionArguments(name)
    const call = makeCall(name, ...args, ...(base ? [base] : []))
    if (base && name !== 'log') throw new UnparsableAnswerError()
    return exponent ? makePower(call, exponent) : call
  }

  protected parseFunctionArguments(name: string): AstNode[] {
    if (this.isSign('(') || this.isSign('[') || this.isSign('{') || this.isSign('\\{')) {
      const group = this.nest(() => this.parseGroup())
      return group.kind === 'group' ? group.items : [group]
    }
    const factors: AstNode[] = []
    const isNegative = this.takeSign('-')
    do factors.push(this.parseFactor())
    while (
      this.startsFactor() &&
      !functionNames.has(this.peek()!.text) &&
      !(this.isSign('(') && this.peek()!.isSpaced)
    )
    const product = this.parseArgumentSlash(name, makeProduct(...factors))
    return [isNegative ? negateNode(product) : product]
  }

  /** Parses the slash of `\sin \pi/6`, which belongs to the argument. In `\sin x/2` it has two readings. */
  private parseArgumentSlash(name: string, argument: AstNode): AstNode {
    if (!this.isSign('/')) return argument
    this.hasWideSlash = true
    if (!this.isDenominatorWide && !endsOnlyAfterSlash(name, argument)) return argument
    this.position += 1
    return makeQuotient(argument, this.parseFactor())
  }

  protected parseSeries(name: string): AstNode {
    const bounds: Record<string, AstNode> = {}
    let index = ''
    for (let i = 0; i < 2; i++) {
      if (this.takeSign('_')) {
        this.expectSign('{')
        const token = this.peek()
        if (token?.kind !== 'letter') throw new UnparsableAnswerError()
        index = token.text
        this.position += 1
        this.expectSign('=')
        bounds.from = this.parseSum()
        this.expectSign('}')
      } else if (this.takeSign('^')) bounds.to = this.parseArgument()
    }
    if (!bounds.from || !bounds.to || index === '' || index === 'e')
      throw new UnparsableAnswerError()
    this.indices.add(index)
    return makeCall(name, makeSymbol(index), bounds.from, bounds.to, this.parseTerm())
  }

  protected parseRoot(name: string): AstNode {
    let degree: AstNode = makeInteger(name === 'cbrt' ? 3 : 2)
    if (name === 'sqrt' && this.takeSign('[')) {
      degree = this.parseSum()
      this.expectSign(']')
    }
    return makeCall('root', this.parseArgument(), degree)
  }

  protected parseBetween(name: string): AstNode {
    const value = this.parseSum()
    if (!this.takeCommand(closers[name]!)) throw new UnparsableAnswerError()
    return makeCall(delimiterFunctions[name] ?? 'abs', value)
  }
}
