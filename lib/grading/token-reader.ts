import { type Token, UnparsableAnswerError } from './tokens'

const maxDepth = 40

/** Reads tokens one by one. */
export class TokenReader {
  protected position = 0
  private depth = 0

  constructor(protected readonly tokens: Token[]) {}

  protected peek(offset = 0): Token | undefined {
    return this.tokens[this.position + offset]
  }

  protected isSign(text: string, offset = 0): boolean {
    const token = this.tokens[this.position + offset]
    return token?.kind === 'sign' && token.text === text
  }

  protected isCommand(name: string, offset = 0): boolean {
    const token = this.tokens[this.position + offset]
    return token?.kind === 'command' && token.text === name
  }

  protected takeSign(text: string): boolean {
    if (!this.isSign(text)) return false
    this.position += 1
    return true
  }

  protected takeCommand(name: string): boolean {
    if (!this.isCommand(name)) return false
    this.position += 1
    return true
  }

  protected expectSign(text: string): void {
    if (!this.takeSign(text)) throw new UnparsableAnswerError()
  }

  protected get isAtEnd(): boolean {
    return this.position >= this.tokens.length
  }

  /** Limits the nesting depth of brackets. */
  protected nest<T>(read: () => T): T {
    if (++this.depth > maxDepth) throw new UnparsableAnswerError()
    const result = read()
    this.depth -= 1
    return result
  }

  /** Tries a reading and rewinds if it fails. Don't nest attempts: their number would double with each level. */
  protected attempt<T>(read: () => T | null): T | null {
    const start = this.position
    const depth = this.depth
    try {
      const result = read()
      if (result !== null) return result
    } catch (error) {
      if (!(error instanceof UnparsableAnswerError)) throw error
    }
    this.position = start
    this.depth = depth
    return null
  }

  /** Takes one digit as an argument, and leaves the rest of the number: `\frac12`. */
  protected takeDigit(): string {
    const token = this.tokens[this.position]!
    const digit = token.text[0]!
    if (token.text.length === 1) this.position += 1
    else this.tokens[this.position] = { ...token, text: token.text.slice(1), isSpaced: false }
    return digit
  }

  /** Takes the text in braces, as written. */
  protected takeBracedText(): string {
    this.expectSign('{')
    let text = ''
    for (let depth = 1; ; this.position++) {
      const token = this.tokens[this.position]
      if (!token) throw new UnparsableAnswerError()
      if (token.kind === 'sign' && token.text === '{') depth += 1
      if (token.kind === 'sign' && token.text === '}' && --depth === 0) break
      text += token.kind === 'command' ? `\\${token.text} ` : token.text
    }
    this.position += 1
    return text.trim()
  }
}
