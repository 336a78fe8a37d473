import { findInvalidUtf8 } from './find-invalid-utf8'
import { excerptLine, type LinePosition } from './read-lines'
import type { LineProblem } from './record'
import { wholeLine } from './place'

/** 160 characters of at most 4 bytes. */
const startBytes = 640

export type ProblemItem = LinePosition & { problem: LineProblem }

/** What is wrong with an element or a file, and how it begins. */
export function refuseElement(
  position: LinePosition,
  reason: string,
  content: Uint8Array,
  place: string = wholeLine,
): ProblemItem {
  // As of a stream: a character cut in two at the end is left out.
  const text = new TextDecoder().decode(content.subarray(0, startBytes), { stream: true })
  const { line, offset } = position
  return { ...position, problem: { line, offset, place, reason, start: excerptLine(text) } }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The text of an element that was kept whole, or why it is none. */
export function readElement(
  position: LinePosition,
  content: Uint8Array,
  maxBytes: number,
  what: 'element' | 'row',
): (LinePosition & { text: string }) | ProblemItem {
  if (position.byteLength > maxBytes) {
    const reason = `The ${what} is ${position.byteLength} bytes long; at most ${maxBytes} are read.`
    return refuseElement(position, reason, content, `byte ${maxBytes + 1}`)
  }
  try {
    return { ...position, text: decoder.decode(content) }
  } catch {
    const at = findInvalidUtf8(content)
    const byte = (content[at] ?? 0).toString(16).toUpperCase().padStart(2, '0')
    const reason = `The ${what} is not UTF-8: byte ${at + 1} is 0x${byte}.`
    return refuseElement(position, reason, content, `byte ${at + 1}`)
  }
}
