import { BoundedElementBuffer } from './bounded-element-buffer'
import { makeExcerptAround } from './excerpt'
import { findInvalidUtf8 } from './find-invalid-utf8'
import { importLineLimits } from './import-line-limits'
import type { LineError } from './record'

/**
 * Position of a line: `line` counts from 1 including blank lines, `offset` is in bytes from the
 * file's start.
 */
export interface LinePosition {
  line: number
  offset: number
  /** Bytes of the line without its ending. */
  byteLength: number
}

export type InputLine = (LinePosition & { text: string }) | (LinePosition & { error: LineError })

export interface LineLimits {
  lineBytes: number
}

const lineFeed = 0x0a
const carriageReturn = 0x0d
/** A line can have a BOM and a CR beyond its limit. Both are removed before it is measured. */
const maxBomAndCrBytes = 4
/** 160 characters of at most 4 bytes. */
const maxExcerptBytes = 640

/**
 * Splits a stream of bytes into lines of text. Only LF ends a line (not U+2028 and the like). A CR
 * before it and a BOM at the start of the file are removed. Blank lines are skipped but counted.
 * The last line needs no ending.
 *
 * A line that is too long or not UTF-8 gives an error, and reading continues. Keeps only one
 * chunk and one line in memory.
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  limits: LineLimits = importLineLimits,
): AsyncGenerator<InputLine> {
  const cutter = new LineCutter(limits.lineBytes)
  for await (const chunk of chunks) yield* cutter.push(chunk)
  yield* cutter.end()
}

/** The beginning of a line for a report: at most 160 characters. */
export function makeLineExcerpt(text: string): string {
  return makeExcerptAround(text, 0)
}

class LineCutter {
  /** The beginning of a line whose end is in a later chunk; of a long line, only what fits. */
  private readonly unfinishedLine: BoundedElementBuffer
  private lastByte = -1
  private line = 1
  private offset = 0
  private readonly decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

  constructor(private readonly maxBytes: number) {
    this.unfinishedLine = new BoundedElementBuffer(maxBytes + maxBomAndCrBytes)
  }

  *push(chunk: Uint8Array): Generator<InputLine> {
    let lineStart = 0
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, lineStart)) {
      yield* this.finish(chunk.subarray(lineStart, end))
      lineStart = end + 1
    }
    this.append(chunk.subarray(lineStart))
  }

  *end(): Generator<InputLine> {
    if (this.unfinishedLine.total > 0) yield* this.finish(new Uint8Array(0))
  }

  private append(part: Uint8Array): void {
    this.unfinishedLine.add(part)
    this.lastByte = part.at(-1) ?? this.lastByte
  }

  private *finish(tail: Uint8Array): Generator<InputLine> {
    let bytes = tail
    let total = tail.length
    if (this.unfinishedLine.total > 0) {
      this.append(tail)
      bytes = this.unfinishedLine.bytes
      total = this.unfinishedLine.total
    } else {
      this.lastByte = tail.at(-1) ?? -1
    }
    const result = this.readLine(bytes, total)
    this.offset += total + 1
    this.line += 1
    this.unfinishedLine.clear()
    if (result) yield result
  }

  /** `bytes` is the line, or its kept part; `total` is its full length with BOM and CR. */
  private readLine(bytes: Uint8Array, total: number): InputLine | null {
    const bomBytes = this.line === 1 && startsWithBom(bytes) ? 3 : 0
    const endBytes = this.lastByte === carriageReturn ? 1 : 0
    const content = bytes.subarray(bomBytes, total - endBytes)
    const position = {
      line: this.line,
      offset: this.offset + bomBytes,
      byteLength: total - bomBytes - endBytes,
    }
    if (position.byteLength > this.maxBytes) {
      const length = `${position.byteLength} bytes long`
      const reason = `The line is ${length}; the limit is ${this.maxBytes}.`
      return makeLineError(
        position,
        `byte ${this.maxBytes + 1}`,
        reason,
        content.subarray(0, this.maxBytes),
      )
    }
    if (isBlank(content)) return null
    try {
      return { ...position, text: this.decoder.decode(content) }
    } catch {
      const badByte = findInvalidUtf8(content)
      return makeLineError(
        position,
        `byte ${badByte + 1}`,
        describeBadByte(content, badByte),
        content,
      )
    }
  }
}

function makeLineError(
  position: LinePosition,
  location: string,
  reason: string,
  content: Uint8Array,
): InputLine {
  // Decoded as a stream, which omits a truncated character at the end.
  const text = new TextDecoder().decode(content.subarray(0, maxExcerptBytes), { stream: true })
  const excerpt = makeLineExcerpt(text)
  const { line, offset } = position
  return { ...position, error: { line, offset, location, reason, excerpt } }
}

function describeBadByte(content: Uint8Array, position: number): string {
  const byte = (content[position] ?? 0).toString(16).toUpperCase().padStart(2, '0')
  const hasUtf16Mark =
    content[0] === 0xff ? content[1] === 0xfe : content[0] === 0xfe && content[1] === 0xff
  const hint = hasUtf16Mark ? ' It looks like UTF-16. Save the file as UTF-8.' : ''
  return `The line is not UTF-8: byte ${position + 1} is 0x${byte}.${hint}`
}

function startsWithBom(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === carriageReturn)
}
