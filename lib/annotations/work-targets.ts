import type { Rating } from '@/lib/formats/record'
import {
  isWaitingForOptions,
  countChosenSteps,
  findFirstErrorStep,
  isChosenPathComplete,
  listFirstErrorOptionRatings,
  listOptionRatings,
  listRatingsThatCount,
  findPathChoice,
  readErrorDetails,
  type AnnotationContent,
  type RatableShape,
} from './content'
import { listMissingAnswers, findImpliedFinishReason } from './finish-reason'

/** What the keys act on. `done`: everything is answered. */
export type WorkTarget =
  | { kind: 'step'; step: number }
  | { kind: 'option'; step: number; option: number }
  /** Flow `step_choice`: choose a positive option, or write one if none is positive. */
  | { kind: 'choice'; step: number }
  | { kind: 'write'; step: number }
  /** The options of the first error, which the server has not sent yet. */
  | { kind: 'options'; step: number }
  /** Questions about the first error. */
  | { kind: 'explanation'; step: number }
  | { kind: 'progress'; step: number }
  | { kind: 'tags'; step: number }
  | { kind: 'done' }

export type RatableTarget = Extract<WorkTarget, { kind: 'step' | 'option' }>

/** The targets that can be selected now, in screen order. */
export function listSelectableTargets(
  content: AnnotationContent,
  shape: RatableShape,
): WorkTarget[] {
  return shape.flow === 'solution'
    ? listSolutionTargets(content, shape)
    : listChoiceTargets(content, shape)
}

function listSolutionTargets(content: AnnotationContent, shape: RatableShape): WorkTarget[] {
  const ratedCount = listRatingsThatCount(content, shape).length
  const error = findFirstErrorStep(content, shape)
  const reachable = error === null ? Math.min(ratedCount + 1, shape.stepCount) : ratedCount
  const targets: WorkTarget[] = Array.from({ length: reachable }, (_, step) => ({
    kind: 'step',
    step,
  }))
  if (error !== null) {
    if (isWaitingForOptions(content, shape)) targets.push({ kind: 'options', step: error })
    listFirstErrorOptionRatings(content, shape).forEach((_, option) =>
      targets.push({ kind: 'option', step: error, option }),
    )
    if (shape.asksExplanation) targets.push({ kind: 'explanation', step: error })
    if (shape.asksProgress) targets.push({ kind: 'progress', step: error })
    if (shape.errorTags.length > 0) targets.push({ kind: 'tags', step: error })
  }
  if (findImpliedFinishReason(content, shape)) targets.push({ kind: 'done' })
  return targets
}

function listChoiceTargets(content: AnnotationContent, shape: RatableShape): WorkTarget[] {
  const chosenCount = countChosenSteps(content, shape)
  const isPathComplete = isChosenPathComplete(content, shape)
  const targets: WorkTarget[] = []
  for (let step = 0; step < (isPathComplete ? chosenCount : chosenCount + 1); step += 1)
    targets.push(...listChoiceStep(content, shape, step))
  if (isPathComplete) targets.push({ kind: 'done' })
  return targets
}

function listChoiceStep(
  content: AnnotationContent,
  shape: RatableShape,
  step: number,
): WorkTarget[] {
  const options = listOptionRatings(content, shape, step)
  const targets: WorkTarget[] = options.map((_, option) => ({ kind: 'option', step, option }))
  if (options.includes(null)) return targets
  const positive = options.filter((rating) => rating === 1).length
  if (positive === 0) targets.push({ kind: 'write', step })
  // A single positive option is chosen automatically.
  else if (positive > 1) targets.push({ kind: 'choice', step })
  return targets
}

export function isEqualTarget(a: WorkTarget, b: WorkTarget): boolean {
  if (a.kind !== b.kind) return false
  if (a.kind === 'done' || b.kind === 'done') return true
  if (a.step !== b.step) return false
  return a.kind !== 'option' || b.kind !== 'option' || a.option === b.option
}

/** The previous or next target; null at the ends or if the target is gone. */
export function findAdjacentTarget(
  content: AnnotationContent,
  shape: RatableShape,
  target: WorkTarget,
  by: 1 | -1,
): WorkTarget | null {
  const targets = listSelectableTargets(content, shape)
  const index = targets.findIndex((candidate) => isEqualTarget(candidate, target))
  return index === -1 ? null : (targets[index + by] ?? null)
}

export function isSelectableTarget(
  content: AnnotationContent,
  shape: RatableShape,
  target: WorkTarget,
): boolean {
  return listSelectableTargets(content, shape).some((candidate) => isEqualTarget(candidate, target))
}

/** The first target without an answer, or `done`. */
export function findFirstUnansweredTarget(
  content: AnnotationContent,
  shape: RatableShape,
): WorkTarget {
  const targets = listSelectableTargets(content, shape)
  return (
    targets.find((target) => !isTargetAnswered(content, shape, target)) ??
    targets.at(-1) ?? { kind: 'done' }
  )
}

/** The first question about the error that has no answer, apart from its options. */
export function findFirstUnansweredQuestion(
  content: AnnotationContent,
  shape: RatableShape,
): WorkTarget | null {
  const questions = listSelectableTargets(content, shape).filter(
    ({ kind }) => kind === 'explanation' || kind === 'progress' || kind === 'tags',
  )
  return questions.find((target) => !isTargetAnswered(content, shape, target)) ?? null
}

/** Whether a target has an answer that counts. */
export function isTargetAnswered(
  content: AnnotationContent,
  shape: RatableShape,
  target: WorkTarget,
): boolean {
  switch (target.kind) {
    case 'step':
    case 'option':
      return readRatingOfTarget(content, shape, target) !== null
    case 'choice':
    case 'write':
      return target.step < countChosenSteps(content, shape)
    case 'explanation':
    case 'progress':
      return !listMissingAnswers(content, shape).some(({ kind }) => kind === target.kind)
    case 'tags':
      return readErrorDetails(content, shape).tags.length > 0
    case 'options':
    case 'done':
      return false
  }
}

export function readRatingOfTarget(
  content: AnnotationContent,
  shape: RatableShape,
  target: RatableTarget,
): Rating | null {
  if (target.kind === 'step') return content.steps[target.step] ?? null
  return listOptionRatings(content, shape, target.step)[target.option] ?? null
}

/** The step or option that a note on the current target belongs to; step -1 if there is none. */
export function findNoteTarget(
  content: AnnotationContent,
  shape: RatableShape,
  currentTarget: WorkTarget,
): { step: number; option: number | null } {
  if (currentTarget.kind === 'option')
    return { step: currentTarget.step, option: currentTarget.option }
  const step =
    currentTarget.kind === 'done'
      ? listRatingsThatCount(content, shape).length - 1
      : currentTarget.step
  if (shape.flow === 'solution') return { step, option: null }
  const choice = step < 0 ? null : findPathChoice(content, shape, step)
  return { step, option: typeof choice === 'number' ? choice : null }
}
