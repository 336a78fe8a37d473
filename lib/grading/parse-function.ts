import { NumberParser } from './parse-number'
import { UnreadableError } from './tokens'
import {
  collectSymbols,
  makeCall,
  makePower,
  makeProduct,
  makeQuotient,
  makeSymbol,
  negateNode,
  type Node,
  someNode,
  wholeNumber,
} from './tree'
import { functionNames } from './words'

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
function endsOnlyAfterSlash(name: string, argument: Node): boolean {
  if (/^(?:ln|log|lg)$/.test(name)) return argument.kind === 'number' && argument.value.over === 1n
  const hasPi = someNode(argument, (part) => part.kind === 'constant' && part.name === 'pi')
  return hasPi && collectSymbols(argument).size === 0
}

/** Whether a command opens a pair of delimiters around a value. */
export const isOpening = (name: string): boolean => Object.hasOwn(closers, name)

/** Parses functions, roots and series: a name with arguments. */
export abstract class FunctionParser extends NumberParser {
  /** Index variables of series. */
  protected readonly indices = new Set<string>()

  protected abstract parseSum(): Node
  protected abstract parseTerm(): Node
  protected abstract parseFactor(): Node
  protected abstract parseExponent(): Node
  protected abstract startsFactor(): boolean
  /** Parses a bracket with one or more values. */
  protected abstract parseGroup(): Node
  protected abstract parseEnvironment(): Node
  protected abstract parseArgument(): Node
  /** True if the answer contains `1/2x` or `\sin x/2`, which have two readings. */
  hasWideSlash = false
  protected abstract readonly isSlashFar: boolean

  /** Parses `\sin^2 x`, `\log_2 8`, `\ln(x)`, `\sin 2x`. */
  protected parseFunction(name: string): Node {
    let base: Node | null = null
    let exponent: Node | null = null
    for (let i = 0; i < 2; i++) {
      if (this.takeSign('_'))
        base = this.peek()?.kind === 'number' ? this.parseNumber() : this.parseArgument()
      else if (this.isSign('^') && !this.isCommand('circ', 1)) {
        this.position += 1
        exponent = this.parseExponent()
      }
    }
    const isInverse =
      exponent?.kind === 'number' && exponent.value.over === -1n && exponent.value.under === 1n
    if (isInverse && /^(?:sin|cos|tan|cot|sec|csc)$/.test(name)) {
      name = `arc${name}`
      exponent = null
    }
    const args = this.parseFunctionArguments(name)
    const call = makeCall(name, ...args, ...(base ? [base] : []))
    if (base && name !== 'log') throw new UnreadableError()
    return exponent ? makePower(call, exponent) : call
  }

  protected parseFunctionArguments(name: string): Node[] {
    if (this.isSign('(') || this.isSign('[') || this.isSign('{') || this.isSign('\\{')) {
      const group = this.nest(() => this.parseGroup())
      return group.kind === 'group' ? group.items : [group]
    }
    const factors: Node[] = []
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
  private parseArgumentSlash(name: string, argument: Node): Node {
    if (!this.isSign('/')) return argument
    this.hasWideSlash = true
    if (!this.isSlashFar && !endsOnlyAfterSlash(name, argument)) return argument
    this.position += 1
    return makeQuotient(argument, this.parseFactor())
  }

  protected parseSeries(name: string): Node {
    const bounds: Record<string, Node> = {}
    let index = ''
    for (let i = 0; i < 2; i++) {
      if (this.takeSign('_')) {
        this.expectSign('{')
        const token = this.peek()
        if (token?.kind !== 'letter') throw new UnreadableError()
        index = token.text
        this.position += 1
        this.expectSign('=')
        bounds.from = this.parseSum()
        this.expectSign('}')
      } else if (this.takeSign('^')) bounds.to = this.parseArgument()
    }
    if (!bounds.from || !bounds.to || index === '' || index === 'e') throw new UnreadableError()
    this.indices.add(index)
    return makeCall(name, makeSymbol(index), bounds.from, bounds.to, this.parseTerm())
  }

  protected parseRoot(name: string): Node {
    let degree: Node = wholeNumber(name === 'cbrt' ? 3 : 2)
    if (name === 'sqrt' && this.takeSign('[')) {
      degree = this.parseSum()
      this.expectSign(']')
    }
    return makeCall('root', this.parseArgument(), degree)
  }

  protected parseBetween(name: string): Node {
    const value = this.parseSum()
    if (!this.takeCommand(closers[name]!)) throw new UnreadableError()
    return makeCall(delimiterFunctions[name] ?? 'abs', value)
  }
}
