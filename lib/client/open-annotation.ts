import {
  isWaitingForOptions,
  listRatingsThatCount,
  type RatableShape,
} from '@/lib/annotations/content'
import { fromContentInput, toContentInput } from '@/lib/annotations/content-input'
import type { InputMethod } from '@/lib/annotations/state-fields'
import {
  applyWorkAction,
  createWorkState,
  type WorkActionWithoutContext,
  type WorkState,
} from '@/lib/annotations/work-state'
import {
  findFirstUnansweredQuestion,
  findFirstUnansweredTarget,
  isSelectableTarget,
} from '@/lib/annotations/work-targets'
import { findFirstError } from '@/lib/formats/annotation-rules'
import type { LoadedWork } from './draft-store'
import type { DraftSaveBody, LeasedWork, StepReveal } from './labelling-screen-calls'
import { toAnnotationShape, type EarlyEnd } from './labelling-screen-view'
import type { DraftSnapshot } from './outbox-records'
import { addRevealedOptions } from './revealed-options'

/** The annotation on the screen. */
export interface OpenAnnotation {
  /** Id of the visit: it differs each time that a solution is opened, even with the same lease. */
  id: number
  work: LeasedWork
  workState: WorkState
  /** How it had ended before it was reopened. */
  earlyEnd: EarlyEnd | null
  /** Id of this page, and of the page under which the outbox stores this draft. */
  writer: string
  storedBy: string
  /** Another page saved a newer version, so this draft is never stored again. */
  isConflict: boolean
  /** Whether the outbox has this draft. */
  isStored: boolean
  /** `changed`: a save is running, and the content changed since. `refused`: no more saves. */
  saving: 'idle' | 'running' | 'changed' | 'refused'
  /** The highest sequence sent or stored for this solution, and the highest acknowledged by the server. */
  lastSentSequence: number
  lastAcknowledgedSequence: number
  /** Active time that is already counted for some step. */
  activeMs: number
  stepTimesMs: readonly number[]
}

export function openAnnotation(
  { work, storedDraft }: LoadedWork,
  id: number,
  writer: string,
): OpenAnnotation {
  const shape = toAnnotationShape(work)
  const snapshot = storedDraft?.work ?? null
  const latest = snapshot ?? work.draft
  const isConflict = storedDraft?.isConflict ?? false
  return {
    id,
    work,
    workState: snapshot ? restoreWork(snapshot, shape) : startDraft(work, shape),
    earlyEnd: null,
    writer,
    storedBy: isConflict ? storedDraft!.writer : writer,
    isConflict,
    isStored: false,
    saving: 'idle',
    lastSentSequence: latest?.sequence ?? 0,
    lastAcknowledgedSequence: work.draft?.sequence ?? 0,
    activeMs: latest?.activeMs ?? 0,
    stepTimesMs: latest?.stepTimesMs ?? [],
  }
}

function startDraft({ draft }: LeasedWork, shape: RatableShape): WorkState {
  if (!draft) return createWorkState(shape, null)
  const { lastEvent } = draft
  return createWorkState(shape, { content: fromContentInput(draft, shape), lastEvent })
}

/** Restores a stored draft, without its undo history. */
function restoreWork(
  { content, currentTarget, events, lastEvent }: DraftSnapshot,
  shape: RatableShape,
): WorkState {
  const isStillSelectable = isSelectableTarget(content, shape, currentTarget)
  return {
    shape,
    content,
    currentTarget: isStillSelectable ? currentTarget : findFirstUnansweredTarget(content, shape),
    changes: [],
    events,
    lastEvent,
  }
}

/** Whether the options of the first error are still to come from the server. */
export const isAwaitingOptions = ({ workState }: OpenAnnotation) =>
  isWaitingForOptions(workState.content, workState.shape)

/** A step that is not loaded can't be rated. */
export function applyAction(
  annotation: OpenAnnotation,
  action: WorkActionWithoutContext,
  inputMethod: InputMethod,
  activeMs: number,
): OpenAnnotation {
  const { work, workState } = annotation
  const target = action.type === 'rate' ? (action.target ?? workState.currentTarget) : null
  if (target?.kind === 'step' && work.steps[target.step] === null) return annotation
  const nextState = applyWorkAction(workState, { ...action, inputMethod, activeMs })
  if (nextState === workState) return annotation
  return { ...annotation, ...chargeTime(annotation, activeMs), workState: nextState }
}

/** Without a connection, the other questions about the error are next. */
export function selectQuestionAfterUnrevealedOptions(
  annotation: OpenAnnotation,
  activeMs: number,
): OpenAnnotation {
  const { content, shape, currentTarget } = annotation.workState
  const target =
    currentTarget.kind === 'options' ? findFirstUnansweredQuestion(content, shape) : null
  return target ? applyAction(annotation, { type: 'select', target }, 'key', activeMs) : annotation
}

/** The server has everything that was in the body of a save. */
export function acknowledgeSave(
  annotation: OpenAnnotation,
  { sequence, events }: Pick<DraftSaveBody, 'sequence' | 'events'>,
): OpenAnnotation {
  const lastEvent = events?.at(-1)?.sequence ?? 0
  return {
    ...annotation,
    lastAcknowledgedSequence: sequence,
    workState: applyWorkAction(annotation.workState, { type: 'acknowledge', lastEvent }),
  }
}

export function addOptionsOfFirstError(
  annotation: OpenAnnotation,
  reveal: StepReveal,
  activeMs: number,
): OpenAnnotation {
  const work = addRevealedOptions(annotation.work, reveal)
  const shape = toAnnotationShape(work)
  const workState = applyWorkAction(annotation.workState, { type: 'reveal', shape })
  return { ...annotation, ...chargeTime(annotation, activeMs), work, workState }
}

/** The first error of saved ratings, if its options did not come; null if nothing is missing. */
export function findMissingReveal(
  { work }: OpenAnnotation,
  { ratings }: Pick<DraftSaveBody, 'ratings'>,
): number | null {
  const error = work.flow === 'solution' ? findFirstError(ratings) : null
  return error === null || work.revealed.includes(error) ? null : error
}

/** The current state as a request body. */
export function toDraftSaveBody(annotation: OpenAnnotation, activeMs: number): DraftSaveBody {
  const { content, shape, events } = annotation.workState
  const input = toContentInput(content, shape)
  return { ...stampDraft(annotation, activeMs), ...input, events: [...events] }
}

/** The current state as the outbox stores it. */
export function takeSnapshot(annotation: OpenAnnotation, activeMs: number): DraftSnapshot {
  const { content, currentTarget, events, lastEvent } = annotation.workState
  return { ...stampDraft(annotation, activeMs), content, currentTarget, events, lastEvent }
}

/** Every attempt gets a new sequence, because the last one may have arrived with only its reply lost. */
function stampDraft(annotation: OpenAnnotation, activeMs: number) {
  const { writer, work, lastSentSequence, lastAcknowledgedSequence } = annotation
  const times = chargeTime(annotation, activeMs)
  return {
    writer,
    basedOn: lastAcknowledgedSequence,
    revision: work.revision,
    sequence: lastSentSequence + 1,
    activeMs,
    stepTimesMs: [...times.stepTimesMs],
  }
}

type StepTimes = Pick<OpenAnnotation, 'activeMs' | 'stepTimesMs'>

/** Adds active time to the current step, or to the last rated one when all is answered. */
function chargeTime(annotation: OpenAnnotation, activeMs: number): StepTimes {
  const { content, shape, currentTarget } = annotation.workState
  const step =
    currentTarget.kind === 'done'
      ? listRatingsThatCount(content, shape).length - 1
      : currentTarget.step
  return addStepTime(annotation, Math.max(0, step), activeMs)
}

/** Adds to a step the active time that is not counted yet. */
export function addStepTime(times: StepTimes, step: number, activeMs: number): StepTimes {
  const spentMs = activeMs - times.activeMs
  if (spentMs <= 0) return times
  const stepTimesMs = [...times.stepTimesMs]
  while (stepTimesMs.length <= step) stepTimesMs.push(0)
  stepTimesMs[step]! += spentMs
  return { activeMs, stepTimesMs }
}
