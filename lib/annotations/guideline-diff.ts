import { diffArrays } from 'diff'
import { joinPassages, nameHeading, readPassages, squeezePassage } from './guideline-passages'

/** Something that is different between two texts, as Markdown. */
export interface GuidelineChange {
  /** The heading that it stands under, without its marks; null at the beginning. */
  heading: string | null
  /** Null where something was added. */
  before: string | null
  /** Null where something was taken out. */
  after: string | null
}

/** More than this is not read as a list of changes. */
const maxChanges = 100
/** Passages added or taken out: bounds the work of comparing, which grows with its square. */
const maxEdits = 1_500

/** What is different, passage by passage; null where it is so much that the whole text has to be read. */
export function findGuidelineChanges(before: string, after: string): GuidelineChange[] | null {
  const parts = diffArrays(readKeyedPassages(before), readKeyedPassages(after), {
    comparator: (a, b) => a.key === b.key,
    maxEditLength: maxEdits,
  })
  if (parts === undefined) return null
  const changes: GuidelineChange[] = []
  let heading: string | null = null
  let pendingRemovals: string[] = []
  for (const [index, { added, removed, value: keyed }] of parts.entries()) {
    const value = keyed.map(({ passage }) => passage)
    // What was taken out comes before what stands in its place.
    const isReplaced = removed && parts[index + 1]?.added
    if (isReplaced) pendingRemovals = value
    else if (added || removed) {
      changes.push(...pairPassages(removed ? value : pendingRemovals, added ? value : [], heading))
      pendingRemovals = []
    }
    if (!removed) heading = value.map(nameHeading).findLast((name) => name !== null) ?? heading
  }
  return changes.length > maxChanges ? null : changes
}

const readKeyedPassages = (text: string) =>
  readPassages(text).map((passage) => ({ passage, key: squeezePassage(passage) }))

/** As many before as now are taken for the same passages, one by one; else they are shown as a whole. */
function pairPassages(
  before: readonly string[],
  after: readonly string[],
  heading: string | null,
): GuidelineChange[] {
  if (before.length === after.length)
    return before.map((passage, index) => ({
      heading,
      before: joinPassages([passage]),
      after: joinPassages([after[index]!]),
    }))
  return [
    {
      heading,
      before: before.length > 0 ? joinPassages(before) : null,
      after: after.length > 0 ? joinPassages(after) : null,
    },
  ]
}
