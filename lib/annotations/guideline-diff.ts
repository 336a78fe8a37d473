import { diffArrays } from 'diff'
import {
  joinPassages,
  normalisePassage,
  readHeadingText,
  splitIntoPassages,
} from './guideline-passages'

/** A changed passage, as Markdown. */
export interface GuidelineChange {
  /** The heading above it, without `#`; null before the first, and if it begins with a heading itself. */
  heading: string | null
  /** Null if it was added. */
  before: string | null
  /** Null if it was removed. */
  after: string | null
}

/** A longer list is not useful. */
const maxChanges = 100
/** A longer text is not compared: it would block the server. */
const maxPassages = 5_000
/** Bounds the comparison, whose cost grows with the square of the edits. */
const maxEdits = 1_500

/** The changed passages; null if there are too many, or too many passages to compare. */
export function findGuidelineChanges(before: string, after: string): GuidelineChange[] | null {
  const beforePassages = readKeyedPassages(before)
  const afterPassages = readKeyedPassages(after)
  if (Math.max(beforePassages.length, afterPassages.length) > maxPassages) return null
  const parts = diffArrays(beforePassages, afterPassages, {
    comparator: (a, b) => a.key === b.key,
    maxEditLength: maxEdits,
  })
  if (parts === undefined) return null
  const changes: GuidelineChange[] = []
  let heading: string | null = null
  let pendingRemovals: string[] = []
  for (const [index, { added, removed, value: keyed }] of parts.entries()) {
    const value = keyed.map(({ passage }) => passage)
    // A removal comes before the passage that replaces it.
    const isReplaced = removed && parts[index + 1]?.added
    if (isReplaced) pendingRemovals = value
    else if (added || removed) {
      changes.push(...pairPassages(removed ? value : pendingRemovals, added ? value : [], heading))
      pendingRemovals = []
    }
    if (!removed) heading = value.map(readHeadingText).findLast((name) => name !== null) ?? heading
  }
  return changes.length > maxChanges ? null : changes
}

const readKeyedPassages = (text: string) =>
  splitIntoPassages(text).map((passage) => ({ passage, key: normalisePassage(passage) }))

/** Pairs passages one by one if both sides have the same number, otherwise all with all as a single change. */
function pairPassages(
  before: readonly string[],
  after: readonly string[],
  heading: string | null,
): GuidelineChange[] {
  if (before.length === after.length) {
    let headingAbove = heading
    return before.map((passage, index) => {
      const next = after[index]!
      const change = {
        heading: findHeadingAbove(next, headingAbove),
        before: joinPassages([passage]),
        after: joinPassages([next]),
      }
      headingAbove = readHeadingText(next) ?? headingAbove
      return change
    })
  }
  return [
    {
      heading: findHeadingAbove((after[0] ?? before[0])!, heading),
      before: before.length > 0 ? joinPassages(before) : null,
      after: after.length > 0 ? joinPassages(after) : null,
    },
  ]
}

const findHeadingAbove = (passage: string, heading: string | null) =>
  readHeadingText(passage) === null ? heading : null
