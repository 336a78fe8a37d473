import type { PlacedReason } from './place'

/** Keys of version 1 and what they are called now. The only place where the old words remain. */
const annotationKey = { v1: 'labelling', now: 'annotation' }

function isVersion1(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && 'version' in value && value.version === 1
}

/** Converts a parsed line of version 1 to version 2. Returns any other value as it is. */
export function upgradeFromV1(value: unknown): unknown {
  if (!isVersion1(value)) return value
  const entries = Object.entries(value).map(([key, part]) => [
    key === annotationKey.v1 ? annotationKey.now : key,
    part,
  ])
  return { ...Object.fromEntries(entries), version: 2 }
}

/** Names the places of problems by the keys of the line that was read. */
export function placeInOriginal(value: unknown, problems: PlacedReason[]): PlacedReason[] {
  if (!isVersion1(value)) return problems
  const { v1, now } = annotationKey
  return problems.map(({ place, reason }) => ({
    place: place.replace(new RegExp(`^${now}\\b`), v1),
    reason,
  }))
}
