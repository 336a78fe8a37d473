import { formatLimits } from './limits'
import { formatPlace, type PlacedReason } from './place'
import { scanText } from './scan-json-text'

/**
 * Reads one JSON text without building it. Its own stack instead of recursion: depth costs no call
 * stack.
 */
export function findJsonFault(text: string): PlacedReason | null {
  try {
    new Scanner(text).scan()
    return null
  } catch (error) {
    if (error instanceof Fault) return { place: error.place, reason: error.reason }
    throw error
  }
}

class Fault extends Error implements PlacedReason {
  constructor(
    readonly place: string,
    readonly reason: string,
  ) {
    super(reason)
  }
}

type Frame =
  | { kind: 'object'; keys: Set<string>; part: string | null }
  | { kind: 'array'; part: number }

/** What may come next. `first` means that the object or array may also end here. */
type Expected = 'value' | 'first value' | 'key' | 'first key' | 'comma' | 'end'

const expectedNames: Record<Expected, string> = {
  value: 'a value was expected',
  'first value': 'a value or "]" was expected',
  key: 'a key in double quotes was expected',
  'first key': 'a key in double quotes or "}" was expected',
  comma: 'a comma or the closing bracket was expected',
  end: 'nothing may follow the value',
}

const whiteSpace = /[ \t\n\r]*/y
const number = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y
const word = /true|false|null/y
const notFinite = /-?(?:NaN|Infinity)/y

class Scanner {
  private at = 0
  private readonly frames: Frame[] = []

  constructor(private readonly text: string) {}

  scan(): void {
    let expected: Expected = 'value'
    for (;;) {
      this.match(whiteSpace)
      if (this.at >= this.text.length) {
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
    switch (this.text[this.at]) {
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
    if (!this.match(word) && !this.scanNumber()) throw this.unexpected(expected)
    return this.afterValue()
  }

  private scanKey(expected: 'key' | 'first key'): Expected {
    const frame = this.frames.at(-1)
    const first = this.text[this.at]
    if (first === '}' && expected === 'first key') return this.close()
    if (first !== '"' || frame?.kind !== 'object') throw this.unexpected(expected)
    const column = this.at + 1
    frame.part = null
    const key = this.scanString('A key')
    frame.part = key
    if (key === '__proto__') {
      throw this.fault(`The key "__proto__" is refused (column ${column}).`)
    }
    if (frame.keys.has(key)) {
      const name = JSON.stringify(key.slice(0, 80))
      throw this.fault(`The key ${name} is given twice (again at column ${column}).`)
    }
    frame.keys.add(key)
    this.match(whiteSpace)
    if (this.at >= this.text.length) throw this.ended()
    if (this.text[this.at] !== ':') throw this.unexpected('a colon was expected')
    this.at += 1
    return 'value'
  }

  private scanComma(): Expected {
    const frame = this.frames.at(-1)
    const found = this.text[this.at]
    if (found === (frame?.kind === 'object' ? '}' : ']')) return this.close()
    if (found !== ',' || !frame) throw this.unexpected('comma')
    this.at += 1
    if (frame.kind === 'object') return 'key'
    frame.part += 1
    return 'value'
  }

  private scanString(what: 'Text' | 'A key'): string {
    const result = scanText(this.text, this.at)
    if (result.ok) {
      const raw = this.text.slice(this.at + 1, result.end - 1)
      this.at = result.end
      return result.escaped && what === 'A key' ? String(JSON.parse(`"${raw}"`)) : raw
    }
    // The text itself is sound JSON but cannot be stored: name the field rather than the column.
    if (result.stored) throw this.fault(`${what} ${result.reason} (column ${result.at + 1}).`)
    throw new Fault(`column ${result.at + 1}`, result.reason)
  }

  private scanNumber(): boolean {
    const from = this.at
    if (this.match(notFinite)) {
      throw this.fault(`Numbers must be finite (column ${from + 1}).`)
    }
    const found = this.match(number)
    if (!found) return false
    const value = Number(found[0])
    const shown = found[0].length > 40 ? `${found[0].slice(0, 40)}…` : found[0]
    if (!Number.isFinite(value)) {
      throw this.fault(`The number ${shown} is too large: it must be finite (column ${from + 1}).`)
    }
    const isWhole = found[1] === undefined && found[2] === undefined
    if (isWhole && !Number.isSafeInteger(value)) {
      const advice = 'would lose digits: write it as text'
      throw this.fault(
        `The whole number ${shown} is beyond 2^53 and ${advice} (column ${from + 1}).`,
      )
    }
    return true
  }

  private open(frame: Frame): void {
    if (this.frames.length >= formatLimits.depth) {
      const reason = `Nested deeper than ${formatLimits.depth} (column ${this.at + 1}).`
      throw new Fault(`column ${this.at + 1}`, reason)
    }
    this.frames.push(frame)
    this.at += 1
  }

  private close(): Expected {
    this.frames.pop()
    this.at += 1
    return this.afterValue()
  }

  private afterValue(): Expected {
    return this.frames.length > 0 ? 'comma' : 'end'
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)
    if (found) this.at = pattern.lastIndex
    return found
  }

  /** A fault of the value or key being read. */
  private fault(reason: string): Fault {
    const path = this.frames.map((frame) => frame.part).filter((part) => part !== null)
    return new Fault(formatPlace(path), reason)
  }

  private unexpected(expected: Expected | 'a colon was expected'): Fault {
    const code = this.text.codePointAt(this.at) ?? 0
    const name =
      code > 0x20 && code < 0x7f
        ? JSON.stringify(String.fromCodePoint(code))
        : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
    const wanted = expected === 'a colon was expected' ? expected : expectedNames[expected]
    const column = `column ${this.at + 1}`
    return new Fault(column, `Unexpected ${name} at ${column}: ${wanted}.`)
  }

  private ended(): Fault {
    const frame = this.frames.at(-1)
    const inside = frame?.kind === 'object' ? 'inside an object' : 'inside a list'
    const reason = frame ? `The line ends ${inside}.` : 'The line is empty.'
    return new Fault(`column ${this.text.length + 1}`, reason)
  }
}
