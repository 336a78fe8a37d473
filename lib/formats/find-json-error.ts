import { importLineLimits } from './import-line-limits'
import { formatLocation, type ReadError } from './read-result'
import { scanJsonString } from './scan-json-string'

/**
 * Finds the first error in one JSON text, without building its value; null if there is none. Uses an
 * explicit stack instead of recursion, so that depth needs no call stack.
 */
export function findJsonError(text: string): ReadError | null {
  try {
    new Scanner(text).scan()
    return null
  } catch (error) {
    if (error instanceof JsonError) return { location: error.location, reason: error.reason }
    throw error
  }
}

class JsonError extends Error implements ReadError {
  constructor(
    readonly location: string,
    readonly reason: string,
  ) {
    super(reason)
  }
}

type Frame =
  | { kind: 'object'; keys: Set<string>; part: string | null }
  | { kind: 'array'; part: number }

/** What can come next. `first` means that the object or array can also end here. */
type Expected = 'value' | 'first value' | 'key' | 'first key' | 'comma' | 'end'

const expectedNames: Record<Expected, string> = {
  value: 'expected a value',
  'first value': 'expected a value or "]"',
  key: 'expected a key in double quotes',
  'first key': 'expected a key in double quotes or "}"',
  comma: 'expected a comma or the closing bracket',
  end: 'expected the end of the line',
}

const number = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y
const literal = /true|false|null/y
const notFinite = /-?(?:NaN|Infinity)/y

const isWhiteSpace = (unit: number) =>
  unit === 0x20 || unit === 0x09 || unit === 0x0a || unit === 0x0d

class Scanner {
  private position = 0
  private readonly frames: Frame[] = []

  constructor(private readonly text: string) {}

  scan(): void {
    let expected: Expected = 'value'
    for (;;) {
      this.skipWhiteSpace()
      if (this.position >= this.text.length) {
        if (expected === 'end') return
        throw this.ended()
      }
      if (expected === 'comma') expected = this.scanComma()
      else if (expected === 'key' || expected === 'first key') expected = this.scanKey(expected)
      else if (expected === 'end') throw this.unexpected(expected)
      else expected = this.scanValue(expected)
    }
  }

  private scanValue(expected: 'value' | 'first value'): Expected {
    switch (this.text[this.position]) {
      case '{':
        this.open({ kind: 'object', keys: new Set(), part: null })
        return 'first key'
      case '[':
        this.open({ kind: 'array', part: 0 })
        return 'first value'
      case ']':
        if (expected === 'first value') return this.close()
        throw this.unexpected(expected)
      case '"':
        this.scanString('Text')
        return this.afterValue()
      default:
    }
    if (!this.skip(literal) && !this.scanNumber()) throw this.unexpected(expected)
    return this.afterValue()
  }

  private scanKey(expected: 'key' | 'first key'): Expected {
    const frame = this.frames.at(-1)
    const first = this.text[this.position]
    if (first === '}' && expected === 'first key') return this.close()
    if (first !== '"' || frame?.kind !== 'object') throw this.unexpected(expected)
    const column = this.position + 1
    frame.part = null
    const key = this.scanString('A key')
    frame.part = key
    if (key === '__proto__') {
      throw this.makeError(`The key "__proto__" is not allowed (column ${column}).`)
    }
    if (frame.keys.has(key)) {
      const name = JSON.stringify(key.slice(0, 80))
      throw this.makeError(`The key ${name} occurs twice (again at column ${column}).`)
    }
    frame.keys.add(key)
    this.skipWhiteSpace()
    if (this.position >= this.text.length) throw this.ended()
    if (this.text[this.position] !== ':') throw this.unexpected('expected a colon')
    this.position += 1
    return 'value'
  }

  private scanComma(): Expected {
    const frame = this.frames.at(-1)
    const actual = this.text[this.position]
    if (actual === (frame?.kind === 'object' ? '}' : ']')) return this.close()
    if (actual !== ',' || !frame) throw this.unexpected('comma')
    this.position += 1
    if (frame.kind === 'object') return 'key'
    frame.part += 1
    return 'value'
  }

  private scanString(subject: 'Text' | 'A key'): string {
    const result = scanJsonString(this.text, this.position)
    if (result.ok) {
      const raw = this.text.slice(this.position + 1, result.end - 1)
      this.position = result.end
      return result.hasEscapes && subject === 'A key' ? String(JSON.parse(`"${raw}"`)) : raw
    }
    // The text is valid JSON but can't be stored: report the field instead of the column.
    if (result.isValidJson)
      throw this.makeError(`${subject} ${result.reason} (column ${result.at + 1}).`)
    throw new JsonError(`column ${result.at + 1}`, result.reason)
  }

  private scanNumber(): boolean {
    const from = this.position
    if (this.skip(notFinite)) {
      throw this.makeError(`Numbers must be finite (column ${from + 1}).`)
    }
    number.lastIndex = from
    const actual = number.exec(this.text)
    if (!actual) return false
    this.position = number.lastIndex
    const value = Number(actual[0])
    const digits = actual[0].length > 40 ? `${actual[0].slice(0, 40)}…` : actual[0]
    if (!Number.isFinite(value)) {
      throw this.makeError(`The number ${digits} is too large (column ${from + 1}).`)
    }
    const isWhole = actual[1] === undefined && actual[2] === undefined
    if (isWhole && !Number.isSafeInteger(value)) {
      const advice = 'would lose digits. Write it as text'
      throw this.makeError(
        `The whole number ${digits} is beyond 2^53 and ${advice} (column ${from + 1}).`,
      )
    }
    return true
  }

  private open(frame: Frame): void {
    if (this.frames.length >= importLineLimits.depth) {
      const reason = `Nested deeper than ${importLineLimits.depth}.`
      throw new JsonError(`column ${this.position + 1}`, reason)
    }
    this.frames.push(frame)
    this.position += 1
  }

  private close(): Expected {
    this.frames.pop()
    this.position += 1
    return this.afterValue()
  }

  private afterValue(): Expected {
    return this.frames.length > 0 ? 'comma' : 'end'
  }

  private skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.position
    const isMatch = pattern.test(this.text)
    if (isMatch) this.position = pattern.lastIndex
    return isMatch
  }

  /** A loop, because a regular expression per token took a tenth of an import's time in Node. */
  private skipWhiteSpace(): void {
    while (isWhiteSpace(this.text.charCodeAt(this.position))) this.position += 1
  }

  /** An error in the value or key being read. */
  private makeError(reason: string): JsonError {
    const path = this.frames.map((frame) => frame.part).filter((part) => part !== null)
    return new JsonError(formatLocation(path), reason)
  }

  private unexpected(expected: Expected | 'expected a colon'): JsonError {
    const code = this.text.codePointAt(this.position) ?? 0
    const name =
      code > 0x20 && code < 0x7f
        ? JSON.stringify(String.fromCodePoint(code))
        : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
    const expectation = expected === 'expected a colon' ? expected : expectedNames[expected]
    return new JsonError(`column ${this.position + 1}`, `Unexpected ${name}: ${expectation}.`)
  }

  private ended(): JsonError {
    const frame = this.frames.at(-1)
    const place = frame?.kind === 'object' ? 'inside an object' : 'inside a list'
    const reason = frame ? `The line ends ${place}.` : 'The line is empty.'
    return new JsonError(`column ${this.text.length + 1}`, reason)
  }
}
