import type { Rating } from '@/lib/formats/record'
import {
  countChosen,
  findError,
  isPathWhole,
  listErrorOptions,
  listOptions,
  listRatings,
  readChoice,
  readErrorSaid,
  type AnnotationContent,
  type WorkShape,
} from './content'
import { listMissing, readReadyReason } from './finish'

/** What can be lit: the keys act on it. `done`: nothing is left to say. */
export type Target =
  | { kind: 'step'; step: number }
  | { kind: 'option'; step: number; option: number }
  /** Flow `step_choice`: which of the positive options goes on; one's own option where none is. */
  | { kind: 'choice'; step: number }
  | { kind: 'write'; step: number }
  /** At the first error: what the mistake is, how far the solution had come, which kind of error. */
  | { kind: 'explanation'; step: number }
  | { kind: 'progress'; step: number }
  | { kind: 'tags'; step: number }
  | { kind: 'done' }

export type RatedTarget = Extract<Target, { kind: 'step' | 'option' }>

/** What is asked, in the order on screen: what may be lit now. */
export function listTargets(content: AnnotationContent, shape: WorkShape): Target[] {
  return shape.flow === 'solution'
    ? listSolutionTargets(content, shape)
    : listChoiceTargets(content, shape)
}

function listSolutionTargets(content: AnnotationContent, shape: WorkShape): Target[] {
  const rated = listRatings(content, shape).length
  const error = findError(content, shape)
  const reachable = error === -1 ? Math.min(rated + 1, shape.stepCount) : rated
  const targets: Target[] = Array.from({ length: reachable }, (_, step) => ({ kind: 'step', step }))
  if (error !== -1) {
    listErrorOptions(content, shape).forEach((_, option) =>
      targets.push({ kind: 'option', step: error, option }),
    )
    if (shape.asksExplanation) targets.push({ kind: 'explanation', step: error })
    if (shape.asksProgress) targets.push({ kind: 'progress', step: error })
    if (shape.errorTags.length > 0) targets.push({ kind: 'tags', step: error })
  }
  if (readReadyReason(content, shape)) targets.push({ kind: 'done' })
  return targets
}

function listChoiceTargets(content: AnnotationContent, shape: WorkShape): Target[] {
  const chosen = countChosen(content, shape)
  const isWhole = isPathWhole(content, shape)
  const targets: Target[] = []
  for (let step = 0; step < (isWhole ? chosen : chosen + 1); step += 1)
    targets.push(...listChoiceStep(content, shape, step))
  if (isWhole) targets.push({ kind: 'done' })
  return targets
}

function listChoiceStep(content: AnnotationContent, shape: WorkShape, step: number): Target[] {
  const options = listOptions(content, shape, step)
  const targets: Target[] = options.map((_, option) => ({ kind: 'option', step, option }))
  if (options.includes(null)) return targets
  const positive = options.filter((rating) => rating === 1).length
  if (positive === 0) targets.push({ kind: 'write', step })
  // A single positive option is chosen as soon as it is known to be the only one.
  else if (positive > 1) targets.push({ kind: 'choice', step })
  return targets
}

export function isSameTarget(one: Target, other: Target): boolean {
  if (one.kind !== other.kind) return false
  if (one.kind === 'done' || other.kind === 'done') return true
  if (one.step !== other.step) return false
  return one.kind !== 'option' || other.kind !== 'option' || one.option === other.option
}

/** The target before or after one; null at the ends, and where it is not asked (any more). */
export function findNeighbour(
  content: AnnotationContent,
  shape: WorkShape,
  target: Target,
  by: 1 | -1,
): Target | null {
  const targets = listTargets(content, shape)
  const at = targets.findIndex((other) => isSameTarget(other, target))
  return at === -1 ? null : (targets[at + by] ?? null)
}

export function canLight(content: AnnotationContent, shape: WorkShape, target: Target): boolean {
  return listTargets(content, shape).some((other) => isSameTarget(other, target))
}

/** The first that waits for an answer, or `done`. */
export function findUnanswered(content: AnnotationContent, shape: WorkShape): Target {
  const targets = listTargets(content, shape)
  return (
    targets.find((target) => !isAnswered(content, shape, target)) ??
    targets.at(-1) ?? { kind: 'done' }
  )
}

function isAnswered(content: AnnotationContent, shape: WorkShape, target: Target): boolean {
  switch (target.kind) {
    case 'step':
    case 'option':
      return readRating(content, shape, target) !== null
    case 'choice':
    case 'write':
      return target.step < countChosen(content, shape)
    case 'explanation':
    case 'progress':
      return !listMissing(content, shape).some(({ kind }) => kind === target.kind)
    case 'tags':
      return readErrorSaid(content, shape).tags.length > 0
    case 'done':
      return false
  }
}

export function readRating(
  content: AnnotationContent,
  shape: WorkShape,
  target: RatedTarget,
): Rating | null {
  if (target.kind === 'step') return content.steps[target.step] ?? null
  return listOptions(content, shape, target.step)[target.option] ?? null
}

/** The step or option that a note on what is lit belongs to; step -1 where it can belong to none. */
export function findNotePlace(
  content: AnnotationContent,
  shape: WorkShape,
  lit: Target,
): { step: number; option: number | null } {
  if (lit.kind === 'option') return { step: lit.step, option: lit.option }
  const step = lit.kind === 'done' ? listRatings(content, shape).length - 1 : lit.step
  if (shape.flow === 'solution') return { step, option: null }
  const choice = step < 0 ? null : readChoice(content, shape, step)
  return { step, option: typeof choice === 'number' ? choice : null }
}
