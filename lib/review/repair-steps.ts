import { formatLimits } from '@/lib/formats/limits'
import { trimSpan } from '@/lib/steps/cut-text'
import { readStepIds, type RepairableSteps, type StepRevision } from './step-revision'
import { joinPlaces, type Place, traceSteps } from './trace-steps'

/** What is done to the steps of a solution. Steps are 0-based. */
export type StepChange =
  /** Cut before these places of the step's text, in UTF-16 units, rising. */
  | { kind: 'split'; step: number; at: readonly number[] }
  /** The steps from `step` to `through` become one. */
  | { kind: 'merge'; step: number; through: number }

/** Which steps are replaced by how many: from `first`, `removed` old ones by `added` new ones. */
export interface StepMap {
  first: number
  removed: number
  added: number
}

export interface Repair extends StepRevision {
  map: StepMap
  /**
   * Of a merge, what stands in the merged step before its second part, its third, and so on: an alternative to such a
   * part is an alternative to the whole once this stands before it.
   */
  leads: readonly string[]
}

/** Why a change cannot be made, in words; null when it can. */
export function findChangeProblem({ steps }: StepRevision, change: StepChange): string | null {
  const step = steps[change.step]
  if (step === undefined) return `There is no step ${change.step + 1}.`
  if (change.kind === 'merge') {
    if (change.through <= change.step) return 'A merge takes two steps or more.'
    return change.through < steps.length ? null : `There is no step ${change.through + 1}.`
  }
  const { at } = change
  if (at.length === 0) return 'A split needs a place to cut.'
  if (at.some((place, i) => place <= (at[i - 1] ?? 0) || place >= step.length))
    return 'The places to cut must rise and lie within the step.'
  if (at.some((place) => isInsideCharacter(step, place)))
    return 'A place to cut lies within a character.'
  if (cutSpans(step, at).length <= at.length) return 'A part would be empty.'
  return steps.length + at.length > formatLimits.steps
    ? `A solution has at most ${formatLimits.steps} steps.`
    : null
}

/**
 * The steps after a change that `findChangeProblem` lets pass. Nothing is lost: parts are what stands between the cuts
 * without the white space at their edges, and merging what was split gives its text back to the last character. New
 * steps are known by new numbers, the others keep theirs.
 */
export function changeSteps(before: RepairableSteps, change: StepChange): Repair {
  const places = traceSteps(before)
  const fresh =
    change.kind === 'split'
      ? splitPlace(places[change.step]!, change.at)
      : [joinPlaces(places.slice(change.step, change.through + 1))]
  const removed = change.kind === 'split' ? 1 : change.through - change.step + 1
  const map = { first: change.step, removed, added: fresh.length }
  const ids = readStepIds(before)
  const nextId = Math.max(...ids) + 1
  const hasSpans = before.text !== null && before.stepSpans.length > 0
  return {
    map,
    steps: before.steps.toSpliced(map.first, removed, ...fresh.map(readPlace)),
    stepSpans: hasSpans
      ? before.stepSpans.toSpliced(
          2 * map.first,
          2 * removed,
          ...fresh.flatMap(({ start, end }) => [start, end]),
        )
      : [],
    stepIds: ids.toSpliced(map.first, removed, ...fresh.map((_, i) => nextId + i)),
    leads: listLeads(places.slice(map.first, map.first + removed)),
  }
}

/** Where a step of before stands now; null where it was replaced. */
export function mapStep(step: number, { first, removed, added }: StepMap): number | null {
  if (step < first) return step
  return step < first + removed ? null : step + added - removed
}

function readPlace({ root, start, end }: Place): string {
  return root.text.slice(start, end)
}

function splitPlace({ root, start, end }: Place, at: readonly number[]): Place[] {
  return cutSpans(root.text.slice(start, end), at).map(([from, to]) => ({
    root,
    start: start + from,
    end: start + to,
  }))
}

/** Parts of a text between cuts, without white space at their edges; fewer where a part has nothing else. */
function cutSpans(text: string, at: readonly number[]) {
  return [...at, text.length].flatMap((end, i) => trimSpan(text, i === 0 ? 0 : at[i - 1]!, end))
}

/** Between the two halves of a surrogate pair. */
function isInsideCharacter(text: string, at: number): boolean {
  return (text.codePointAt(at - 1) ?? 0) > 0xffff
}

function listLeads(parts: readonly Place[]): string[] {
  return parts.slice(1).map((part, i) => {
    const before = joinPlaces(parts.slice(0, i + 1))
    const last = parts[i]!
    const gap = last.root === part.root ? part.root.text.slice(last.end, part.start) : '\n\n'
    return readPlace(before) + gap
  })
}
