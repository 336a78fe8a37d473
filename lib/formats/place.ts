import type { z } from 'zod'

import { formatLimits } from './limits'
import type { ImportRecord, LineProblem } from './record'

/**
 * What is wrong, and where in the line: a path such as `samples[2].step_scores[1]`, or `column 12`.
 */
export type PlacedReason = Pick<LineProblem, 'place' | 'reason'>

/** A line understood, or every reason why it is not (at most `formatLimits.reasonsPerLine`). */
export type ReadResult =
  | { ok: true; record: ImportRecord }
  | { ok: false; problems: PlacedReason[] }

/** Names the line as a whole, where no key can be named. */
export const wholeLine = 'line'

/** Characters of a key that places and reasons name; the line has the rest. */
const keyMost = 80

/** A key as it is named to people: cut where it is long, and never within a character. */
export function cutKey(key: PropertyKey): string {
  const name = String(key)
  return name.length <= keyMost ? name : `${name.slice(0, keyMost - 1).toWellFormed()}…`
}

/**
 * Writes a path as JavaScript would: `label.steps[3].rating`, `alternatives["4"][0]`; `line` for
 * the empty path.
 */
export function formatPlace(path: readonly PropertyKey[]): string {
  let place = ''
  for (const part of path) {
    if (typeof part === 'number') place += `[${part}]`
    else if (/^[A-Za-z_$][\w$]*$/.test(cutKey(part))) place += (place && '.') + cutKey(part)
    else place += `[${JSON.stringify(cutKey(part))}]`
  }
  return place || wholeLine
}

/** Says of what is wrong inside a value where in the line that value stands. */
export function placeUnder(
  path: readonly PropertyKey[],
  problems: readonly PlacedReason[],
): PlacedReason[] {
  const above = formatPlace(path)
  return problems.map(({ place, reason }) => {
    if (place === wholeLine) return { place: above, reason }
    return { place: place.startsWith('[') ? above + place : `${above}.${place}`, reason }
  })
}

/**
 * Names a JSON value's type in words: `text`, `a number`, `a list`, `an object`, `true or false`,
 * `null`.
 */
export function nameType(value: unknown): string {
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
 * Turns what zod found into places and plain sentences.
 *
 * @param value what was checked: a place never points inside a text or a number, even where the
 * schema did
 * @param unknownKey says why a key that the schema does not have, and which comes cut, is refused
 */
export function describeIssues(
  value: unknown,
  error: z.ZodError,
  unknownKey: (key: string) => string = (key) => `The key ${JSON.stringify(key)} is not known.`,
): PlacedReason[] {
  const reasons: PlacedReason[] = []
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.slice(0, formatLimits.reasonsPerLine)) {
        reasons.push({ place: formatPlace([...issue.path, key]), reason: unknownKey(cutKey(key)) })
      }
    } else {
      const { path, found } = followPath(value, issue.path)
      reasons.push({ place: formatPlace(path), reason: describeIssue(issue, found) })
    }
  }
  return reasons.slice(0, formatLimits.reasonsPerLine)
}

function describeIssue(issue: z.core.$ZodIssue, found: unknown): string {
  if (issue.code === 'invalid_type') {
    const expected = expectedNames[issue.expected] ?? issue.expected
    if (found === undefined) return `This is missing: ${expected} is needed.`
    if (expected === 'text' && typeof found === 'number')
      return `Expected text, got ${found}: write "${found}".`
    // An integer schema calls 1.5 an invalid type too.
    return `Expected ${expected}, got ${typeof found === 'number' ? found : nameType(found)}.`
  }
  if (issue.code === 'too_small' && issue.origin === 'array') return 'The list is empty.'
  if (issue.code === 'too_big' && issue.origin === 'array') {
    return `The list has more than ${issue.maximum} entries.`
  }
  if (issue.code === 'too_small') return `The number is below ${issue.minimum}.`
  if (issue.code === 'too_big') return `The number is above ${issue.maximum}.`
  // zod's own words, where ours are not given: "Invalid input", 'Invalid input: expected "a"'.
  const message = issue.message.replace(
    /^Invalid (?:input|option)(?:: expected (.*))?$/s,
    (_, expected: string | undefined) => (expected === undefined ? '' : `Expected ${expected}.`),
  )
  if (found === undefined) return `This is missing. ${message}`.trim()
  return message || `The value does not fit: it is ${nameType(found)}.`
}

/** Walks down as far as there are objects and lists; one step further for a key that is missing. */
function followPath(
  value: unknown,
  path: readonly PropertyKey[],
): { path: PropertyKey[]; found: unknown } {
  const walked: PropertyKey[] = []
  let found = value
  for (const part of path) {
    if (typeof found !== 'object' || found === null) break
    walked.push(part)
    found = Object.hasOwn(found, part) ? Reflect.get(found, part) : undefined
  }
  return { path: walked, found }
}
