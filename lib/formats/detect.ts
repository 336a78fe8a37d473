import { readGenericLine } from './generic'
import { parseJsonLine } from './parse-json'
import { wholeLine, type PlacedReason, type ReadResult } from './place'
import { readPrm800kLine } from './prm800k'
import type { ImportRecord } from './record'

/** The formats that can be read, in the order in which detection tries them. */
export const inputFormats = {
  prm800k: 'PRM800K: one labelled solution per line, of either phase, kept byte for byte',
  generic: 'one problem per line with its samples, or with options per step',
} as const satisfies Record<string, string>

export type InputFormat = keyof typeof inputFormats

const readers = {
  prm800k: readPrm800kLine,
  generic: readGenericLine,
} as const satisfies Record<InputFormat, (value: unknown) => ReadResult>

export type LineResult =
  { ok: true; format: InputFormat; record: ImportRecord } | { ok: false; problems: PlacedReason[] }

/** Tells the format of a parsed line by the keys that only that format has; null when none fits. */
export function detectFormat(value: unknown): InputFormat | null {
  if (!isObject(value)) return null
  if (isObject(value.question) || isObject(value.label)) return 'prm800k'
  if ('samples' in value || 'options' in value) return 'generic'
  return null
}

/**
 * Reads one line of a file: the whole way from text to record. `auto` looks at each line for
 * itself.
 *
 * @param text a line without its ending, as `readLines` gives it
 */
export function readLine(format: InputFormat | 'auto', text: string): LineResult {
  const parsed = parseJsonLine(text)
  if (!parsed.ok) {
    return { ok: false, problems: [{ place: parsed.place, reason: parsed.reason }] }
  }
  const found = format === 'auto' ? detectFormat(parsed.value) : format
  if (found === null) {
    const reason = isObject(parsed.value)
      ? 'The format is not recognised: a PRM800K line has "question" and "label", a generic line ' +
        'has "problem" and "samples" or "options".'
      : 'The line is not an object: each line must be one, in braces.'
    return { ok: false, problems: [{ place: wholeLine, reason }] }
  }
  const result = readers[found](parsed.value)
  return result.ok ? { ...result, format: found } : result
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
