import type { z } from 'zod'
import { importLineLimits } from './import-line-limits'
import type { ImportRecord, LineError } from './record'

/**
 * An error in a line. `location` is a path such as `samples[2].step_scores[1]`, or `column 12`.
 */
export type ReadError = Pick<LineError, 'location' | 'reason'>

/** The record of a line, or its errors (at most `importLineLimits.reasonsPerLine`). */
export type ReadResult = { ok: true; record: ImportRecord } | { ok: false; errors: ReadError[] }

/** The location of an error that concerns the whole line. */
export const wholeLineLocation = 'line'

/** The location of an error of a whole file, such as an archive or a table without a header. Its lines are not read. */
export const wholeFileLocation = 'file'

/** Characters of a key in locations and reasons. */
const maxKeyLength = 80

/** Shortens a long key, without splitting a character. */
export function shortenKey(key: PropertyKey): string {
  const name = String(key)
  return name.length <= maxKeyLength ? name : `${name.slice(0, maxKeyLength - 1).toWellFormed()}…`
}

/**
 * Writes a path as JavaScript would: `label.steps[3].rating`, `alternatives["4"][0]`; `line` for
 * the empty path.
 */
export function formatLocation(path: readonly PropertyKey[]): string {
  let location = ''
  for (const part of path) {
    if (typeof part === 'number') location += `[${part}]`
    else if (/^[A-Za-z_$][\w$]*$/.test(shortenKey(part)))
      location += (location && '.') + shortenKey(part)
    else location += `[${JSON.stringify(shortenKey(part))}]`
  }
  return location || wholeLineLocation
}

/** Prefixes the locations of errors inside a value with the value's own location. */
export function prefixLocations(
  path: readonly PropertyKey[],
  errors: readonly ReadError[],
): ReadError[] {
  const parentLocation = formatLocation(path)
  return errors.map(({ location, reason }) => {
    if (location === wholeLineLocation) return { location: parentLocation, reason }
    return {
      location: location.startsWith('[')
        ? parentLocation + location
        : `${parentLocation}.${location}`,
      reason,
    }
  })
}

/**
 * Names a JSON value's type in words: `text`, `a number`, `a list`, `an object`, `true or false`,
 * `null`.
 */
export function describeJsonType(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  switch (typeof value) {
    case 'string':
      return 'text'
    case 'number':
      return 'a number'
    case 'boolean':
      return 'true or false'
    default:
      return 'an object'
  }
}

const expectedNames: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
}

/**
 * Converts zod issues to locations and sentences.
 *
 * @param value the checked value: a location never points inside a text or a number, even if the
 * schema does
 * @param unknownKey explains why an unknown key, which is shortened, is rejected
 */
export function toReadErrors(
  value: unknown,
  error: z.ZodError,
  unknownKey: (key: string) => string = (key) => `Unknown key ${JSON.stringify(key)}.`,
): ReadError[] {
  const errors: ReadError[] = []
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.slice(0, importLineLimits.reasonsPerLine)) {
        errors.push({
          location: formatLocation([...issue.path, key]),
          reason: unknownKey(shortenKey(key)),
        })
      }
    } else {
      const { path, value: actual } = followPath(value, issue.path)
      errors.push({ location: formatLocation(path), reason: describeIssue(issue, actual) })
    }
  }
  return errors.slice(0, importLineLimits.reasonsPerLine)
}

function describeIssue(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code === 'invalid_type') {
    const expected = expectedNames[issue.expected] ?? issue.expected
    if (value === undefined) return `Missing. Its value must be ${expected}.`
    if (expected === 'text' && typeof value === 'number')
      return `Expected text, got ${value}. Write "${value}".`
    // An integer schema reports 1.5 as an invalid type too.
    return `Expected ${expected}, got ${typeof value === 'number' ? value : describeJsonType(value)}.`
  }
  if (issue.code === 'too_small' && issue.origin === 'array') return 'The list is empty.'
  if (issue.code === 'too_big' && issue.origin === 'array') {
    return `The list has more than ${issue.maximum} entries.`
  }
  if (issue.code === 'too_small') return `Expected at least ${issue.minimum}.`
  if (issue.code === 'too_big') return `Expected at most ${issue.maximum}.`
  // Default messages of zod: "Invalid input", 'Invalid input: expected "a"'.
  const message = issue.message.replace(
    /^Invalid (?:input|option)(?:: expected (.*))?$/s,
    (_, expected: string | undefined) => (expected === undefined ? '' : `Expected ${expected}.`),
  )
  if (value === undefined) return `Missing. ${message}`.trim()
  return message || `Unexpected ${describeJsonType(value)}.`
}

/** Follows the path through objects and lists. The returned path may end with a missing key. */
function followPath(
  root: unknown,
  path: readonly PropertyKey[],
): { path: PropertyKey[]; value: unknown } {
  const existingPath: PropertyKey[] = []
  let value = root
  for (const part of path) {
    if (typeof value !== 'object' || value === null) break
    existingPath.push(part)
    value = Object.hasOwn(value, part) ? Reflect.get(value, part) : undefined
  }
  return { path: existingPath, value }
}
