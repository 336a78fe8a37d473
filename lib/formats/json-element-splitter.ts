import { BoundedElementBuffer } from './bounded-element-buffer'
import { JsonNestingTracker } from './json-nesting'
import { readElementText, makeInvalidItem, type InvalidItem } from './read-element'
import type { LinePosition } from './read-lines'

export type JsonElement = (LinePosition & { text: string }) | InvalidItem

const [lineFeed, comma, colon, closeBracket] = [0x0a, 0x2c, 0x3a, 0x5d]
const [openBrace, closeBrace] = [0x7b, 0x7d]
const noBytes = new Uint8Array(0)
const resumeHint = 'Reading continues at the next line that begins with "{".'

/** What is expected next. */
type Stage =
  /** The beginning of the array. */
  | 'list'
  /** An element, or the end of the array. */
  | 'first'
  /** An element of an array, after a comma. */
  | 'element'
  | 'inside'
  /** A comma, or the end of the array. */
  | 'comma'
  /** Consecutive objects: the next one, or nothing. */
  | 'object'
  /** After a broken object: a line that begins with "{". */
  | 'lost'
  /** After the array. */
  | 'over'
  /** Reading has ended. */
  | 'stopped'

/**
 * Cuts the elements out of an array, or consecutive objects that span several lines. Keeps only
 * one element in memory.
 *
 * After a broken object, reading continues at the next line that begins with "{". In an array, the
 * next element can't be found, so reading ends with one error.
 */
export class JsonElementSplitter {
  private stage: Stage
  private offset = 0
  private line = 1
  private startsLine = true
  private readonly nesting: JsonNestingTracker
  private readonly element: BoundedElementBuffer
  private startPosition: Omit<LinePosition, 'byteLength'> = { line: 1, offset: 0 }

  /** @param bomBytes length of a byte order mark to skip */
  constructor(
    private readonly kind: 'list' | 'objects',
    private readonly maxBytes: number,
    private readonly bomBytes: number,
  ) {
    this.stage = kind === 'list' ? 'list' : 'object'
    this.nesting = new JsonNestingTracker(kind === 'objects')
    this.element = new BoundedElementBuffer(maxBytes)
  }

  /** @param chunk the bytes after those of the previous call */
  *push(chunk: Uint8Array): Generator<JsonElement> {
    let from = 0
    for (let offset = 0; offset < chunk.length && this.stage !== 'stopped'; offset++) {
      const byte = chunk[offset] ?? 0
      const step = this.stage === 'inside' ? this.nesting.step(byte, this.startsLine) : 'outside'
      if (step === 'ended') yield this.finish(chunk.subarray(from, offset + 1))
      else if (step !== 'inside') {
        if (step !== 'outside') {
          this.element.add(chunk.subarray(from, offset))
          yield step === 'broken' ? this.breakOff() : this.finish()
        }
        // Bytes between elements, or the start of the next one.
        const invalidItem = this.stepBetween(byte)
        if (invalidItem) yield invalidItem
        if (this.isInside()) from = offset
      }
      this.offset += 1
      this.startsLine = byte === lineFeed
      if (this.startsLine) this.line += 1
    }
    if (this.isInside()) this.element.add(chunk.subarray(from))
  }

  *end(): Generator<JsonElement> {
    const { stage } = this
    this.stage = 'stopped'
    if (stage === 'inside') {
      const noun = this.kind === 'list' ? 'element of the list' : 'object'
      yield this.makeInvalidItem(
        `The ${noun} that begins here has no end. The file may be truncated.`,
      )
    } else if (stage === 'first' || stage === 'element' || stage === 'comma') {
      yield this.makeErrorAtPosition('The list has no closing "]". The file may be truncated.')
    }
  }

  private isInside(): boolean {
    return this.stage === 'inside'
  }

  private stepBetween(byte: number): InvalidItem | null {
    const isBlank = byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === lineFeed
    if (isBlank || this.offset < this.bomBytes) return null
    switch (this.stage) {
      case 'list':
        this.stage = 'first'
        return null
      case 'first':
      case 'element':
        return this.stepElement(byte)
      case 'comma':
        return this.stepComma(byte)
      case 'object':
      case 'lost':
        return this.stepObject(byte)
      case 'over':
        return this.stop('Content after the list was not read.')
      default:
        return null
    }
  }

  private stepElement(byte: number): InvalidItem | null {
    if (byte === closeBracket) {
      const isEmpty = this.stage === 'first'
      this.stage = 'over'
      return isEmpty
        ? null
        : this.makeErrorAtPosition('Unexpected comma before the end of the list.')
    }
    if (byte === comma || byte === closeBrace || byte === colon) {
      return this.stop('Expected a list element. The rest can’t be read.')
    }
    this.start(byte)
    return null
  }

  private stepComma(byte: number): InvalidItem | null {
    if (byte !== comma && byte !== closeBracket) {
      return this.stop('Expected a comma or the end of the list. The rest can’t be read.')
    }
    this.stage = byte === comma ? 'element' : 'over'
    return null
  }

  private stepObject(byte: number): InvalidItem | null {
    const isLost = this.stage === 'lost'
    if (byte === openBrace && (!isLost || this.startsLine)) this.start(byte)
    else if (!isLost) {
      this.stage = 'lost'
      return this.makeErrorAtPosition(`Expected an object. ${resumeHint}`)
    }
    return null
  }

  private start(byte: number): void {
    this.stage = 'inside'
    this.startPosition = { line: this.line, offset: this.offset }
    this.element.clear()
    this.nesting.clear()
    this.nesting.step(byte, false)
  }

  private finish(tail: Uint8Array = noBytes): JsonElement {
    this.element.add(tail)
    this.stage = this.kind === 'list' ? 'comma' : 'object'
    const position = { ...this.startPosition, byteLength: this.element.total }
    return readElementText(position, this.element.bytes, this.maxBytes, 'element')
  }

  private breakOff(): InvalidItem {
    const isList = this.kind === 'list'
    this.stage = isList ? 'stopped' : 'lost'
    const noun = isList ? 'element' : 'object'
    const faultText = `is broken in line ${this.line}, at byte ${this.offset + 1} of the file`
    const consequence = isList ? 'The rest of the list can’t be read.' : resumeHint
    return this.makeInvalidItem(
      `The ${noun} that begins here ${faultText}: ${this.nesting.fault}. ${consequence}`,
    )
  }

  private stop(reason: string): InvalidItem {
    this.stage = 'stopped'
    return this.makeErrorAtPosition(reason)
  }

  /** An error at the start of the unfinished element. */
  private makeInvalidItem(reason: string): InvalidItem {
    const position = { ...this.startPosition, byteLength: this.element.total }
    return makeInvalidItem(position, reason, this.element.bytes)
  }

  private makeErrorAtPosition(reason: string): InvalidItem {
    return makeInvalidItem({ line: this.line, offset: this.offset, byteLength: 0 }, reason, noBytes)
  }
}
