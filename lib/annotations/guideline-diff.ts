import { diffArrays } from 'diff'
import { joinPassages, nameHeading, readPassages, squeezePassage } from './guideline-passages'

/** Something that is different between two texts, as Markdown. */
export interface GuidelineChange {
  /** The heading that it stands under, without its marks; null at the beginning. */
  under: string | null
  /** Null where something was added. */
  before: string | null
  /** Null where something was taken out. */
  now: string | null
}

/** More than this is not read as a list of changes. */
const maxChanges = 100
/** Passages added or taken out: bounds the work of comparing, which grows with its square. */
const maxEdits = 1_500

/** What is different, passage by passage; null where it is so much that the whole text has to be read. */
export function findGuidelineChanges(before: string, now: string): GuidelineChange[] | null {
  const parts = diffArrays(readKeyed(before), readKeyed(now), {
    comparator: (a, b) => a.key === b.key,
    maxEditLength: maxEdits,
  })
  if (parts === undefined) return null
  const changes: GuidelineChange[] = []
  let under: string | null = null
  let gone: string[] = []
  for (const [index, { added, removed, value: keyed }] of parts.entries()) {
    const value = keyed.map(({ passage }) => passage)
    // What was taken out comes before what stands in its place.
    const isReplaced = removed && parts[index + 1]?.added
    if (isReplaced) gone = value
    else if (added || removed) {
      changes.push(...pairPassages(removed ? value : gone, added ? value : [], under))
      gone = []
    }
    if (!removed) under = value.map(nameHeading).findLast((name) => name !== null) ?? under
  }
  return changes.length > maxChanges ? null : changes
}

const readKeyed = (text: string) =>
  readPassages(text).map((passage) => ({ passage, key: squeezePassage(passage) }))

/** As many before as now are taken for the same passages, one by one; else they are shown as a whole. */
function pairPassages(
  before: readonly string[],
  now: readonly string[],
  under: string | null,
): GuidelineChange[] {
  if (before.length === now.length)
    return before.map((passage, index) => ({
      under,
      before: joinPassages([passage]),
      now: joinPassages([now[index]!]),
    }))
  return [
    {
      under,
      before: before.length > 0 ? joinPassages(before) : null,
      now: now.length > 0 ? joinPassages(now) : null,
    },
  ]
}
