import { findClosingBrace } from './clean-answer'
import { functionNames, latexCommandsByWord, shortWords } from './notation-words'
import { isUnitName } from './units'

export interface Token {
  /**
   * `number`: digits. `letter`: one letter. `command`: a LaTeX command, or the plain name of a function or constant.
   * `word`: a word. `sign`: anything else. `joiner`: "and" or "or". `break`: wide space between formulas.
   */
  kind: 'number' | 'letter' | 'command' | 'word' | 'sign' | 'joiner' | 'break'
  text: string
  /** True if a space comes before it. */
  isSpaced: boolean
}

/**
 * How to read digits with commas: `1,234` can be 1234, two numbers, or 1.234. `joined`: all commas separate groups of
 * digits, and so does the `.` of `1.234`.
 */
export type CommaReading = 'thousands' | 'list' | 'decimal' | 'joined'

/** Thrown if the parser doesn't know the notation of an answer. */
export class UnparsableAnswerError extends Error {
  override readonly name = 'UnparsableAnswerError'
}

const numberPattern = /(?:\d+(?:\.\d+|\.(?![.\d]))?|\.\d+)(?:[eE][-+]?\d{1,4}(?![\d.a-zA-Z]))?/y
const groupedNumberPattern = /(?!0)\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?/y
const joinedNumberPattern = /\d+(?:,\d+)+(?:\.\d+)?|[1-9]\d{0,2}\.\d{3}(?![\d.])/y
/** `1A_{16}`. Letters alone are digits only if they are the whole answer: `FF_{16}`. */
const basedDigitsPattern =
  /(?:\d[\dA-Z]*|\d[\da-f]*(?=_\{?\s*16)|[A-Z]+\d[\dA-Z]*)(?=_\{?\s*(\d{1,2})\s*\}?(?!\d))/y
const lettersAsDigits =
  /^[A-Z]{2,}(?=_(?:\d{2}|\{\s*\d{2}\s*\})$)|^[a-f]{2,}(?=_(?:16|\{\s*16\s*\})$)/
const decimalCommaPattern = /\d+,\d+(?![\d,.])/y
const lettersPattern = /[A-Za-z]+/y
const commandNamePattern = /\\([A-Za-z]+)\*?/y
const comparisonPattern = /!=|<=|>=|=<|=>|:=|->|==|\*\*/y
const spacePattern = /\s+/y

const textCommands = new Set(
  'text textbf textit textrm textnormal textsf texttt mbox mathrm mathit mathsf mathbf boldsymbol bm operatorname mathop emph hbox'.split(
    ' ',
  ),
)
const breakCommands = new Set(['quad', 'qquad'])
const ignoredCommands = new Set([
  'mathord',
  'mathbin',
  'rm',
  'it',
  'bf',
  'ldotp',
  'nobreak',
  'allowbreak',
])

export interface TokeniseOptions {
  commas: CommaReading
  /** True if the m of `5 m` is a unit rather than a variable. */
  hasUnitLetters: boolean
}

const unitLetters = /^[msghLlNJWVKCF]$/

/** Splits a cleaned answer into tokens. Throws `UnparsableAnswerError`. */
export function tokeniseAnswer(text: string, options: TokeniseOptions): Token[] {
  const tokeniser = new Tokeniser(text, options)
  tokeniser.run()
  return tokeniser.tokens
}

/** Whether a text is only units with powers and slashes: `m`, `m/s^2`, `kg`. */
function isUnitText(text: string): boolean {
  const names = text
    .replace(/\^\{?-?\d\}?/g, '')
    .split(/[\s/.*]+/)
    .filter(Boolean)
  return (
    names.length > 0 &&
    names.every((name) => (name.length === 1 ? unitLetters.test(name) : isUnitName(name)))
  )
}

const isInBase = (digits: string, base: number) =>
  base > 10 &&
  base <= 36 &&
  Array.from(digits.toLowerCase()).every((digit) => Number.parseInt(digit, 36) < base)

/** After a number, `in` is inches, not the sign of a set. */
const spellUnit = (unit: string) => (unit === 'in' ? 'inch' : unit)

class Tokeniser {
  readonly tokens: Token[] = []
  private position = 0
  private isSpaced = false
  private readonly hasLoneDollar: boolean

  constructor(
    private readonly text: string,
    private readonly options: TokeniseOptions,
    private readonly depth = 0,
  ) {
    if (depth > 4) throw new UnparsableAnswerError()
    const dollarCount = text.includes('$') ? text.replace(/\\\$/g, '').split('$').length - 1 : 0
    this.hasLoneDollar = dollarCount % 2 === 1
  }

  run(): void {
    while (this.position < this.text.length) {
      if (this.take(spacePattern)) this.isSpaced = true
      else this.readNextToken()
    }
  }

  private readNextToken(): void {
    const sign = this.text[this.position]!
    const digits = this.takeNumber()
    if (digits !== null) return this.push('number', digits)
    const run = this.take(lettersPattern)
    if (run !== null) return this.pushRun(run)
    if (sign === '\\') return this.readCommand()
    const longSign = this.take(comparisonPattern)
    if (longSign !== null) return this.push('sign', longSign)
    this.position += 1
    if (sign === '$' && !(this.hasLoneDollar && /[\d.{]/.test(this.text[this.position] ?? ''))) {
      this.isSpaced = true
      return
    }
    this.push('sign', sign)
  }

  private takeNumber(): string | null {
    const numberInBase = this.takeBasedNumber()
    if (numberInBase !== null) return numberInBase
    if (!/[\d.]/.test(this.text[this.position]!)) return null
    if (this.options.commas === 'thousands') {
      const start = this.position
      const groupedDigits = this.take(groupedNumberPattern)
      if (groupedDigits !== null && !this.isInTuple(start)) return groupedDigits.replaceAll(',', '')
      this.position = start
    }
    if (this.options.commas === 'joined') {
      const joinedDigits = this.take(joinedNumberPattern)
      if (joinedDigits !== null)
        return joinedDigits.includes(',')
          ? joinedDigits.replaceAll(',', '')
          : joinedDigits.replace('.', '')
    }
    if (this.options.commas === 'decimal') {
      const decimal = this.take(decimalCommaPattern)
      if (decimal !== null) return decimal.replace(',', '.')
    }
    return this.take(numberPattern)
  }

  /** Takes the digits of a number in a base above ten, which uses letters. */
  private takeBasedNumber(): string | null {
    const start = this.position
    if (!/[\dA-Za-z]/.test(this.text[start]!)) return null
    if (start === 0 && this.depth === 0) {
      const run = lettersAsDigits.exec(this.text)?.[0]
      const base = Number(/\d+/.exec(this.text.slice(run?.length))?.[0])
      if (run && isInBase(run, base)) {
        this.position = run.length
        return run
      }
    }
    if (/\w/.test(this.text[start - 1] ?? '')) return null
    basedDigitsPattern.lastIndex = start
    const match = basedDigitsPattern.exec(this.text)
    if (!match || !/[A-Za-z]/.test(match[0]) || !isInBase(match[0], Number(match[1]))) return null
    this.position = start + match[0].length
    return match[0]
  }

  /** Inside brackets a comma separates values, unless other commas there are followed by a space. */
  private isInTuple(position: number): boolean {
    const textBefore = this.text.slice(0, position)
    const start = Math.max(
      textBefore.lastIndexOf('('),
      textBefore.lastIndexOf('['),
      textBefore.lastIndexOf('\\{'),
    )
    if (start < 0 || /[)\]]|\\\}/.test(textBefore.slice(start))) return false
    const content = /^[^)\]]*/.exec(this.text.slice(start + 1))?.[0] ?? ''
    return !/[,;] |;/.test(content)
  }

  private readCommand(): void {
    const match = this.take(commandNamePattern)
    if (match === null) {
      const sign = this.text[this.position + 1] ?? ''
      this.position += 2
      if (sign === '\n' || sign === ' ') this.isSpaced = true
      else if (sign === '(' || sign === ')' || sign === '[' || sign === ']') this.isSpaced = true
      else this.push('sign', `\\${sign}`)
      return
    }
    const name = match.slice(1).replace('*', '')
    if (textCommands.has(name)) this.readTextCommand(name)
    else if (breakCommands.has(name)) this.push('break', name)
    else if (ignoredCommands.has(name)) this.isSpaced = true
    else if (functionNames.has(name)) this.push('command', name)
    else this.pushCommand(name)
  }

  /** Splits `\cotx`, which lost its space. */
  private pushCommand(name: string): void {
    const [, knownName, letter] =
      /^(sin|cos|tan|cot|sec|csc|ln|log|pi|theta)([a-z])$/.exec(name) ?? []
    this.push('command', knownName ?? name)
    if (letter !== undefined) this.push('letter', letter)
  }

  /** Reads the content of \text{} as a formula if possible, otherwise as words. */
  private readTextCommand(command: string): void {
    this.take(spacePattern)
    if (this.text[this.position] !== '{') return
    const end = findClosingBrace(this.text, this.position)
    if (end < 0) throw new UnparsableAnswerError()
    const content = this.text.slice(this.position + 1, end)
    this.position = end + 1
    const isVector = /^(?:mathbf|boldsymbol|bm|textbf)$/.test(command) && /^[ijk]$/.test(content)
    if (isVector) return this.push('letter', `${content}→`)
    const innerTokeniser = new Tokeniser(content, this.options, this.depth + 1)
    innerTokeniser.run()
    // Upright letters are a unit or a name: `3\text{ m}`, `\text{ cm}^2`.
    const previousToken = this.tokens.at(-1)
    const isAfterValue =
      previousToken?.kind === 'number' || /^(?:[)}]|pi)$/.test(previousToken?.text ?? '')
    if (isAfterValue && isUnitText(content)) return this.push('word', spellUnit(content.trim()))
    for (const token of innerTokeniser.tokens) this.tokens.push(token)
    this.isSpaced = false
    if (/\s$/.test(content)) this.isSpaced = true
  }

  private pushRun(run: string): void {
    const lowerCaseRun = run.toLowerCase()
    if (lowerCaseRun === 'and' || lowerCaseRun === 'or') return this.push('joiner', lowerCaseRun)
    const previousToken = this.tokens.at(-1)
    const isUnitLetter =
      this.options.hasUnitLetters && previousToken?.kind === 'number' && unitLetters.test(run)
    if (
      previousToken?.kind === 'word' &&
      run.length > 1 &&
      this.isSpaced &&
      !functionNames.has(run)
    )
      return this.push('word', run)
    if (run.length === 1) return this.push(isUnitLetter ? 'word' : 'letter', run)
    if (previousToken?.kind === 'number' && !this.isSpaced && /^(?:st|nd|rd|th)$/.test(run)) return
    const isAfterValue =
      previousToken?.kind === 'number' || /^(?:[)}]|pi)$/.test(previousToken?.text ?? '')
    if (isAfterValue && isUnitName(run, this.isSpaced)) return this.push('word', spellUnit(run))
    const name = functionNames.get(run) ?? functionNames.get(lowerCaseRun)
    if (name !== undefined) return this.push('command', name)
    const joinerMatch = /^(or|and)([A-Z])$/.exec(run)
    if (joinerMatch && previousToken?.kind === 'number') {
      this.push('joiner', joinerMatch[1]!)
      return this.push('letter', joinerMatch[2]!)
    }
    const command = latexCommandsByWord.get(run)
    if (command !== undefined) return this.push('command', command)
    if (this.pushParts(run)) return
    const isProduct =
      (run.length <= 3 && !shortWords.has(lowerCaseRun)) ||
      (run.length <= 4 && /^[A-Z]+$/.test(run))
    if (!isProduct) return this.push('word', run)
    for (const letter of run) {
      this.push('letter', letter)
      this.isSpaced = false
    }
  }

  /** Splits `sinx`, `xpi`, `pir`, `2sqrt`, `xln`: a letter next to the name of a function or constant. */
  private pushParts(run: string): boolean {
    const match = /^([a-zA-Z]?)(sin|cos|tan|cot|sec|csc|ln|log|sqrt|pi|exp)([a-zA-Z]?)$/.exec(run)
    if (!match || shortWords.has(run.toLowerCase())) return false
    if (match[1]) this.push('letter', match[1])
    this.push('command', match[2]!)
    if (match[3]) this.push('letter', match[3])
    return true
  }

  private take(pattern: RegExp): string | null {
    pattern.lastIndex = this.position
    const match = pattern.exec(this.text)
    if (!match) return null
    this.position = pattern.lastIndex
    return match[0]
  }

  private push(kind: Token['kind'], text: string): void {
    this.tokens.push({ kind, text, isSpaced: this.isSpaced })
    this.isSpaced = false
  }
}
