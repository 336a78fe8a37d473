import type { InputMethod } from '@/lib/annotations/state-fields'
import type { WorkActionWithoutContext } from '@/lib/annotations/work-state'
import type { AppError } from '@/lib/platform/errors'
import {
  continueSubmission,
  expireReceipt,
  receiveFinishOutcome,
  sendSubmission,
  skipSolution,
  submitSolution,
} from './finish-solution'
import type { LeasedWork, StepReveal } from './labelling-screen-calls'
import { isSubmissionBlocked } from './labelling-screen-view'
import {
  findOpenAnnotationOfVisit,
  isStillCurrent,
  type SessionEffect,
  type SessionEvent,
  type SessionMoment,
  type SessionState,
} from './labelling-session'
import {
  checkForWork,
  dropPrefetched,
  fetchNext,
  openNext,
  prefetchNext,
  receivePrefetched,
  receiveLoadReply,
} from './next-solution'
import {
  acknowledgeSave,
  addOptionsOfFirstError,
  applyAction,
  selectQuestionAfterUnrevealedOptions,
  type OpenAnnotation,
} from './open-annotation'
import {
  receiveReopenFailure,
  receiveReopened,
  restoreReceipt,
  undoFinish,
} from './reopen-submission'
import { SessionTransition } from './session-transition'

type SaveEvent = Extract<SessionEvent, { type: 'save_started' | 'saved' }>

/** The state after an event, and the effects that the page then carries out, in order. */
export function reduceSession(
  state: SessionState,
  event: SessionEvent,
  moment: SessionMoment,
): { state: SessionState; effects: SessionEffect[] } {
  const session = new SessionTransition(state, moment)
  applyEvent(session, event)
  return { state: session.state, effects: session.effects }
}

function applyEvent(session: SessionTransition, event: SessionEvent): void {
  const { state, annotation } = session
  switch (event.type) {
    case 'act':
      return act(session, event.action, event.inputMethod)
    case 'undo':
      if (!annotation?.workState.changes.length) return undoFinish(session)
      return act(session, { type: 'undo' }, event.inputMethod)
    case 'submit':
      if (isSubmissionBlocked(annotation?.work ?? null, state.error)) return
      act(session, { type: 'finish' }, event.inputMethod)
      return submitSolution(session, event.choice)
    case 'skip':
      return skipSolution(session, event.reason, event.idempotencyKey)
    case 'continue':
      session.leaveSolution()
      session.set({ error: null })
      return openNext(session, null)
    case 'dismiss':
      return session.set({ error: null })
    case 'resume':
      return resume(session)
    case 'fetch':
      return fetchNext(session)
    case 'check':
      return checkForWork(session)
    case 'load_saved':
      return annotation ? loadSaved(session, annotation) : undefined
    case 'renew':
      return renewLease(session)
    case 'release_prefetched':
      if (state.prefetch.kind === 'ready' && event.isAlone)
        session.emit({ kind: 'release', lease: state.prefetch.loaded.work.lease })
      return dropPrefetched(session)
    case 'loaded':
      return isStillCurrent(state, event.id) ? receiveLoadReply(session, event.reply) : undefined
    case 'prefetched':
      return receivePrefetched(session, event)
    case 'steps_loaded':
      return addSteps(session, event.id, event.steps)
    case 'finish_accepted':
    case 'finish_returned':
    case 'finish_refused':
      return receiveFinishOutcome(session, event)
    case 'reopenable_loaded':
      return restoreReceipt(session, event.submission, event.idempotencyKey)
    case 'reopened':
      return receiveReopened(session, event.loaded)
    case 'failed':
      return receiveFailure(session, event.effect, event.refusal)
    case 'receipt_expired':
      return expireReceipt(session)
    case 'reachability':
      return recordReachability(session, event.isReachable)
    case 'changed':
      return session.set(event.change)
    default:
      if (annotation?.id === event.id) receiveSaveEvent(session, annotation, event)
  }
}

function act(
  session: SessionTransition,
  action: WorkActionWithoutContext,
  inputMethod: InputMethod,
): void {
  const annotationBefore = session.annotation
  if (!annotationBefore) return
  if (isSubmissionBlocked(annotationBefore.work, session.state.error)) return
  const annotation = applyAction(annotationBefore, action, inputMethod, session.activeMs)
  // The annotator continues, so a submission that waits for options is withdrawn.
  session.set({ stage: { kind: 'labelling', annotation } })
  if (annotation.workState.content === annotationBefore.workState.content) return
  session.storeDraft()
  session.requestSave()
  prefetchNext(session, annotation.work.solution)
  if (session.state.unreachedSince) skipOptions(session)
}

function skipOptions(session: SessionTransition): void {
  const { annotation, activeMs } = session
  if (annotation) session.setAnnotation(selectQuestionAfterUnrevealedOptions(annotation, activeMs))
}

/** Resolves a conflict with the version on the server. */
function loadSaved(session: SessionTransition, { id, work, storedBy }: OpenAnnotation): void {
  session.emit({ kind: 'remove', solution: work.solution, writer: storedBy })
  session.emit({ kind: 'load_saved', id, lease: work.lease })
}

/** Sends what is stored after the user signed in again. */
function resume(session: SessionTransition): void {
  const { annotation } = session
  if (session.state.error?.kind !== 'signed_out') return
  session.set({ error: null })
  session.emit({ kind: 'settle' })
  if (!annotation) return fetchNext(session)
  if (annotation.saving === 'refused') session.setAnnotation({ saving: 'idle' })
  session.requestSave()
  session.emit({ kind: 'load_steps', id: annotation.id })
}

/** The server accepted a save, so the annotator is not paused. Sends what was refused during the pause. */
function endPause(session: SessionTransition, id: number): void {
  if (session.state.error?.kind !== 'paused') return
  session.set({ error: null })
  session.emit({ kind: 'settle' })
  session.emit({ kind: 'load_steps', id })
}

function addSteps(session: SessionTransition, id: number, steps: LeasedWork['steps']): void {
  const { prefetch } = session.state
  const annotation = findOpenAnnotationOfVisit(session.state, id)
  if (annotation) session.setAnnotation({ work: { ...annotation.work, steps } })
  if (prefetch.kind !== 'ready' || prefetch.id !== id) return
  const loaded = { ...prefetch.loaded, work: { ...prefetch.loaded.work, steps } }
  session.set({ prefetch: { ...prefetch, loaded } })
}

/** Not after errors with which the server would refuse it. Notices that can be dismissed do not matter. */
function renewLease(session: SessionTransition): void {
  const { state, annotation } = session
  const isSignedOut = state.error?.kind === 'signed_out'
  if (!annotation || isSignedOut || isSubmissionBlocked(null, state.error)) return
  session.emit({ kind: 'renew', id: annotation.id, lease: annotation.work.lease })
}

function receiveSaveEvent(
  session: SessionTransition,
  annotation: OpenAnnotation,
  event: SaveEvent,
): void {
  if (event.type === 'save_started')
    return session.setAnnotation({ saving: 'running', lastSentSequence: event.sequence })
  const isChanged = annotation.saving === 'changed'
  session.setAnnotation({ ...acknowledgeSave(annotation, event.body), saving: 'idle' })
  endPause(session, event.id)
  if (isChanged) session.storeDraft()
  else session.removeDraft()
  if (event.reveal) revealOptions(session, event.reveal)
  if (isChanged && findOpenAnnotationOfVisit(session.state, event.id)) session.requestSave()
}

/** `refusal`: null for a transient error, such as a lost connection. */
function receiveFailure(
  session: SessionTransition,
  effect: SessionEffect,
  refusal: AppError | null,
): void {
  if (effect.kind === 'reopen') return receiveReopenFailure(session, refusal)
  if (!refusal || !('id' in effect) || !isStillCurrent(session.state, effect.id)) return
  if (effect.kind === 'save') session.setAnnotation({ saving: 'refused' })
  session.setError(refusal)
}

/** The options of the first error arrived, so a submission that waited for them is sent or withdrawn. */
function revealOptions(session: SessionTransition, reveal: StepReveal): void {
  const { annotation, activeMs } = session
  if (annotation) session.setAnnotation(addOptionsOfFirstError(annotation, reveal, activeMs))
  continueSubmission(session)
}

function recordReachability(session: SessionTransition, isReachable: boolean): void {
  const { stage, unreachedSince } = session.state
  if (isReachable === (unreachedSince === null)) return
  session.set({ unreachedSince: isReachable ? null : new Date(session.now) })
  if (isReachable) return
  skipOptions(session)
  if (stage.kind === 'awaiting_options') sendSubmission(session, stage.choice)
}
