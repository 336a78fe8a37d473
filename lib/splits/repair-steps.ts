import { importLineLimits } from '@/lib/formats/import-line-limits'
import { readStepIds, type StepsWithHistory, type StepRevision } from '@/lib/steps/step-revision'
import { trimSpan } from '@/lib/steps/text-spans'
import { findStepSpans, joinSpans, type TextSpan } from './step-spans'

/** A change of a solution's steps. Steps are 0-based. */
export type StepChange =
  /** Cut before these positions of the step's text, in UTF-16 units, ascending. */
  | { kind: 'split'; step: number; at: readonly number[] }
  /** Merges the steps from `step` to `through`. */
  | { kind: 'merge'; step: number; through: number }

/** Replaces `removed` steps from `first` by `added` new ones. */
export interface StepRangeReplacement {
  first: number
  removed: number
  added: number
}

export interface StepRepair extends StepRevision {
  replacement: StepRangeReplacement
  /**
   * For a merge: for the second part and each later one, the text of the merged step before it. An alternative to such a
   * part becomes an alternative to the merged step if its prefix is put in front.
   */
  prefixes: readonly string[]
}

/** Why a change is invalid, as a message; null if it is valid. */
export function findStepChangeError({ steps }: StepRevision, change: StepChange): string | null {
  const step = steps[change.step]
  if (step === undefined) return `Step ${change.step + 1} does not exist.`
  if (change.kind === 'merge') {
    if (change.through <= change.step) return 'A merge needs at least two steps.'
    return change.through < steps.length ? null : `Step ${change.through + 1} does not exist.`
  }
  const { at } = change
  if (at.length === 0) return 'A split needs a position to cut.'
  if (at.some((position, i) => position <= (at[i - 1] ?? 0) || position >= step.length))
    return 'The cut positions must be ascending and within the step.'
  if (at.some((position) => isInsideCharacter(step, position)))
    return 'A cut position is inside a character.'
  if (cutSpans(step, at).length <= at.length) return 'A part of the split would be empty.'
  return steps.length + at.length > importLineLimits.steps
    ? `A solution has at most ${importLineLimits.steps} steps.`
    : null
}

/**
 * Applies a change that `findStepChangeError` accepts. Loses nothing: parts are the text between cuts without white space
 * at the edges, and merging the parts of a split restores the exact text. New steps get new ids, the others keep theirs.
 */
export function applyStepChange(current: StepsWithHistory, change: StepChange): StepRepair {
  const spans = findStepSpans(current)
  const newSpans =
    change.kind === 'split'
      ? splitSpan(spans[change.step]!, change.at)
      : [joinSpans(spans.slice(change.step, change.through + 1))]
  const removedCount = change.kind === 'split' ? 1 : change.through - change.step + 1
  const replacement = { first: change.step, removed: removedCount, added: newSpans.length }
  const ids = readStepIds(current)
  const nextId = Math.max(...ids) + 1
  const hasSpans = current.text !== null && current.stepSpans.length > 0
  return {
    replacement,
    steps: current.steps.toSpliced(replacement.first, removedCount, ...newSpans.map(readSpan)),
    stepSpans: hasSpans
      ? current.stepSpans.toSpliced(
          2 * replacement.first,
          2 * removedCount,
          ...newSpans.flatMap(({ start, end }) => [start, end]),
        )
      : [],
    stepIds: ids.toSpliced(replacement.first, removedCount, ...newSpans.map((_, i) => nextId + i)),
    prefixes: listPrefixes(spans.slice(replacement.first, replacement.first + removedCount)),
  }
}

/** The new position of a step; null if it was replaced. */
export function findNewStepPosition(
  step: number,
  { first, removed, added }: StepRangeReplacement,
): number | null {
  if (step < first) return step
  return step < first + removed ? null : step + added - removed
}

function readSpan({ root, start, end }: TextSpan): string {
  return root.text.slice(start, end)
}

function splitSpan({ root, start, end }: TextSpan, positions: readonly number[]): TextSpan[] {
  return cutSpans(root.text.slice(start, end), positions).map(([from, to]) => ({
    root,
    start: start + from,
    end: start + to,
  }))
}

/** Parts of a text between cuts, without white space at the edges. Drops parts that are only white space. */
function cutSpans(text: string, positions: readonly number[]) {
  return [...positions, text.length].flatMap((end, i) =>
    trimSpan(text, i === 0 ? 0 : positions[i - 1]!, end),
  )
}

/** Whether the position is between the two halves of a surrogate pair. */
function isInsideCharacter(text: string, position: number): boolean {
  return (text.codePointAt(position - 1) ?? 0) > 0xffff
}

function listPrefixes(parts: readonly TextSpan[]): string[] {
  return parts.slice(1).map((part, i) => {
    const before = joinSpans(parts.slice(0, i + 1))
    const last = parts[i]!
    const gap = last.root === part.root ? part.root.text.slice(last.end, part.start) : '\n\n'
    return readSpan(before) + gap
  })
}
