import { type Token, Unreadable } from './tokens'

const deepest = 40

/** Steps through tokens. */
export class TokenReader {
  protected at = 0
  private depth = 0

  constructor(protected readonly tokens: Token[]) {}

  protected peek(offset = 0): Token | undefined {
    return this.tokens[this.at + offset]
  }

  protected isSign(text: string, offset = 0): boolean {
    const token = this.tokens[this.at + offset]
    return token?.kind === 'sign' && token.text === text
  }

  protected isCommand(name: string, offset = 0): boolean {
    const token = this.tokens[this.at + offset]
    return token?.kind === 'command' && token.text === name
  }

  protected takeSign(text: string): boolean {
    if (!this.isSign(text)) return false
    this.at += 1
    return true
  }

  protected takeCommand(name: string): boolean {
    if (!this.isCommand(name)) return false
    this.at += 1
    return true
  }

  protected expectSign(text: string): void {
    if (!this.takeSign(text)) throw new Unreadable()
  }

  protected get isAtEnd(): boolean {
    return this.at >= this.tokens.length
  }

  /** Brackets within brackets are counted. */
  protected nest<T>(read: () => T): T {
    if (++this.depth > deepest) throw new Unreadable()
    const result = read()
    this.depth -= 1
    return result
  }

  /**
   * Tries a reading; where it does not fit, nothing was read. Not for readings that try others in turn: their number
   * would double with each.
   */
  protected attempt<T>(read: () => T | null): T | null {
    const start = this.at
    const depth = this.depth
    try {
      const result = read()
      if (result !== null) return result
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
    }
    this.at = start
    this.depth = depth
    return null
  }

  /** The rest of a number whose first digit was an argument: `\frac12`. */
  protected takeDigit(): string {
    const token = this.tokens[this.at]!
    const digit = token.text[0]!
    if (token.text.length === 1) this.at += 1
    else this.tokens[this.at] = { ...token, text: token.text.slice(1), isSpaced: false }
    return digit
  }

  /** What stands in braces, as it was written. */
  protected takeBracedText(): string {
    this.expectSign('{')
    let text = ''
    for (let depth = 1; ; this.at++) {
      const token = this.tokens[this.at]
      if (!token) throw new Unreadable()
      if (token.kind === 'sign' && token.text === '{') depth += 1
      if (token.kind === 'sign' && token.text === '}' && --depth === 0) break
      text += token.kind === 'command' ? `\\${token.text} ` : token.text
    }
    this.at += 1
    return text.trim()
  }
}
