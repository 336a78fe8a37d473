const [lineFeed, quote, backslash, comma, colon] = [0x0a, 0x22, 0x5c, 0x2c, 0x3a]
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Deeper than this, only the number of open brackets is tracked, because nothing that deep is accepted.
 */
const knownDepth = 64

export type JsonElementEndStatus =
  /** The element continues. */
  | 'inside'
  /** This byte was its last. */
  | 'ended'
  /** The byte before was its last. */
  | 'ended before'
  /** The byte is not allowed here, so the end of the element can't be found. */
  | 'broken'

/**
 * Follows the bytes of one JSON value to its end by brackets and quotes. The parser checks the
 * rest.
 */
export class JsonNestingTracker {
  private depth = 0
  private isObject: boolean[] = []
  private isText = false
  private isEscaped = false
  /** The last byte outside text, except white space. */
  private lastMark = 0
  /** What `broken` means, to complete "The element is broken in line 3: …". */
  fault = ''

  /**
   * @param splitsObjects a "{" at the start of a line begins the next object if no value is allowed
   * there
   */
  constructor(private readonly splitsObjects: boolean) {}

  clear(): void {
    this.depth = 0
    this.isObject = []
    this.isText = false
    this.isEscaped = false
    this.lastMark = 0
  }

  step(byte: number, startsLine: boolean): JsonElementEndStatus {
    if (this.isText) return this.stepText(byte)
    if (byte <= 0x20) return this.depth === 0 && this.lastMark !== 0 ? 'ended before' : 'inside'
    if (byte === openBrace && startsLine && this.isNextObject()) {
      this.fault = 'the next object begins'
      return 'broken'
    }
    const result = this.stepMark(byte)
    this.lastMark = byte
    return result
  }

  private stepText(byte: number): JsonElementEndStatus {
    if (this.isEscaped) this.isEscaped = false
    else if (byte === backslash) this.isEscaped = true
    else if (byte === quote) {
      this.isText = false
      return this.depth === 0 ? 'ended' : 'inside'
    }
    if (byte !== lineFeed) return 'inside'
    this.fault = 'a string is not closed'
    return 'broken'
  }

  private stepMark(byte: number): JsonElementEndStatus {
    if (byte === quote) this.isText = true
    else if (byte === openBrace || byte === openBracket) {
      if (this.depth < knownDepth) this.isObject[this.depth] = byte === openBrace
      this.depth += 1
    } else if (byte === closeBrace || byte === closeBracket) return this.close(byte)
    else if (byte === comma && this.depth === 0) return 'ended before'
    return 'inside'
  }

  private close(byte: number): JsonElementEndStatus {
    if (this.depth === 0) return 'ended before'
    this.depth -= 1
    const isRight = this.depth >= knownDepth || this.isObject[this.depth] === (byte === closeBrace)
    if (isRight) return this.depth === 0 ? 'ended' : 'inside'
    this.fault = `"${String.fromCharCode(byte)}" has no matching opening bracket`
    return 'broken'
  }

  private isNextObject(): boolean {
    const isInObject =
      this.depth > 0 && this.isObject[Math.min(this.depth, knownDepth) - 1] === true
    const allowsValue = isInObject
      ? this.lastMark === colon
      : this.lastMark === openBracket || this.lastMark === comma
    return this.splitsObjects && !allowsValue
  }
}
