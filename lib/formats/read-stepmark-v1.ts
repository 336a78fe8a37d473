import { isJsonObject } from './json-value'
import type { ReadError } from './read-result'

/* Version 1 named some fields differently and has one more. This file is the only place that reads those names from lines. */

/** Names of version 1 and of version 2, by the part of the line that has them. */
const lineNames = { labelling: 'annotation' }
const solutionNames = { verdict_by: 'verdict_source' }
const annotationNames = {
  chosen: 'chosen_positions',
  offered: 'option_counts',
  aside: 'superseded_ratings',
  blind_share: 'hidden_reference_share',
}

type Names = Readonly<Record<string, string>>

function isVersion1(value: unknown): value is Record<string, unknown> {
  return isJsonObject(value) && value.version === 1
}

function renameKeys(value: unknown, names: Names): unknown {
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [names[key] ?? key, item]))
}

/** Converts a parsed line of version 1 to version 2. Returns any other value unchanged. */
export function upgradeStepmarkV1Line(value: unknown): unknown {
  if (!isVersion1(value)) return value
  const { solution, annotation, ...lineFields } = renameKeys(value, lineNames) as Record<
    string,
    unknown
  >
  return {
    ...lineFields,
    version: 2,
    ...(solution !== undefined && { solution: upgradeSolution(solution) }),
    ...(annotation !== undefined && { annotation: renameKeys(annotation, annotationNames) }),
    ...(Array.isArray(lineFields.events) && { events: lineFields.events.map(upgradeEvent) }),
  }
}

/** Version 1 also has `hint_shown`. It is dropped, because no hint was ever shown. */
function upgradeEvent(value: unknown): unknown {
  if (!isJsonObject(value)) return value
  const { hint_shown, ...event } = value
  return event
}

function upgradeSolution(value: unknown): unknown {
  const solution = renameKeys(value, solutionNames)
  if (!isJsonObject(solution) || typeof solution.verdict_reason !== 'string') return solution
  // Imports recognise decisions on a single solution by the text of version 2.
  const reason = solution.verdict_reason
    .replace(
      /^A person says so of this solution(?=[.:])/,
      'Decided by a reviewer for this solution',
    )
    .replace(/^A person says so(?=[.:])/, 'Decided by a reviewer')
  return { ...solution, verdict_reason: reason }
}

/** Gives errors in a line of version 1 the field names that the line has. */
export function restoreV1Locations(value: unknown, errors: ReadError[]): ReadError[] {
  if (!isVersion1(value)) return errors
  return errors.map(({ location, reason }) => ({ location: restoreLocation(location), reason }))
}

function restoreLocation(location: string): string {
  const [part = '', field, suffix = ''] = /^(\w+)(?:\.(\w+))?(.*)$/s.exec(location)?.slice(1) ?? []
  if (part === '') return location
  const names = part === 'annotation' ? annotationNames : part === 'solution' ? solutionNames : {}
  const oldPart = findOldName(lineNames, part)
  return field === undefined ? oldPart + suffix : `${oldPart}.${findOldName(names, field)}${suffix}`
}

function findOldName(names: Names, name: string): string {
  return Object.entries(names).find(([, current]) => current === name)?.[0] ?? name
}
