import { findInvalidUtf8 } from './find-invalid-utf8'
import { makeLineExcerpt, type LinePosition } from './read-lines'
import { wholeLineLocation } from './read-result'
import type { LineError } from './record'

/** 160 characters of at most 4 bytes. */
const maxExcerptBytes = 640

export type InvalidItem = LinePosition & { error: LineError }

/** An error in an element, a row or a file. The excerpt is the beginning of `content`. */
export function makeInvalidItem(
  position: LinePosition,
  reason: string,
  content: Uint8Array,
  location: string = wholeLineLocation,
): InvalidItem {
  // Decoded as a stream, which omits a truncated character at the end.
  const text = new TextDecoder().decode(content.subarray(0, maxExcerptBytes), { stream: true })
  const { line, offset } = position
  return { ...position, error: { line, offset, location, reason, excerpt: makeLineExcerpt(text) } }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The text of a complete element, or its error. */
export function readElementText(
  position: LinePosition,
  content: Uint8Array,
  maxBytes: number,
  kind: 'element' | 'row',
): (LinePosition & { text: string }) | InvalidItem {
  if (position.byteLength > maxBytes) {
    const reason = `The ${kind} is ${position.byteLength} bytes long; the limit is ${maxBytes}.`
    return makeInvalidItem(position, reason, content, `byte ${maxBytes + 1}`)
  }
  try {
    return { ...position, text: decoder.decode(content) }
  } catch {
    const offset = findInvalidUtf8(content)
    const byte = (content[offset] ?? 0).toString(16).toUpperCase().padStart(2, '0')
    const reason = `The ${kind} is not UTF-8: byte ${offset + 1} is 0x${byte}.`
    return makeInvalidItem(position, reason, content, `byte ${offset + 1}`)
  }
}
