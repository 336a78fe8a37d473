import type { LoadedWork } from './draft-store'
import type { NoWorkReason } from './labelling-screen-calls'
import type { LabellingScreenError } from './labelling-screen-view'
import {
  isStillCurrent,
  type PendingScreeningResult,
  type SessionEvent,
  type SessionState,
} from './labelling-session'
import { isAwaitingOptions, openAnnotation } from './open-annotation'
import type { SessionTransition } from './session-transition'

const prefetchPauseMs = 20_000

/** Opens the prefetched solution, or requests one. */
export function openNext(session: SessionTransition, screeningEnd: PendingScreeningResult): void {
  const { prefetch, reopening } = session.state
  dropPrefetched(session)
  // The server releases the prefetched lease when it reopens a submission.
  if (!reopening && prefetch.kind === 'ready') return openSolution(session, prefetch.loaded)
  const isRequested = !reopening && prefetch.kind === 'requested'
  const id = isRequested ? prefetch.id : session.makeId()
  session.set({ stage: { kind: 'loading', id, screeningEnd } })
  if (!isRequested) session.emit({ kind: 'fetch', id })
}

/** Requests a solution when all finished ones were sent. */
export function fetchNext(session: SessionTransition): void {
  const { stage } = session.state
  if ('annotation' in stage) return
  const id = session.makeId()
  session.set({ stage: { ...stage, id } })
  session.emit({ kind: 'fetch', id })
}

/** Sends again what was refused during the pause. The reply says whether the pause has ended. */
function checkPause(session: SessionTransition): void {
  const { annotation, state } = session
  if (state.stage.kind === 'loading') return fetchNext(session)
  if (annotation?.saving !== 'idle' && annotation?.saving !== 'refused') return
  session.setAnnotation({ saving: 'idle' })
  session.requestSave()
}

/** Loads the solution again, in case the guideline was read on another tab. */
function checkGuideline(session: SessionTransition): void {
  const { annotation, state } = session
  if (!annotation || annotation.work.guidelineVersionToRead === null) return
  if (state.error || state.unreachedSince) return
  session.emit({ kind: 'load_saved', id: annotation.id, lease: annotation.work.lease })
}

/** The guideline is still to be read, so the solution on the screen stays as it is. */
function isStillUnread({ annotation, state }: SessionTransition, { work }: LoadedWork): boolean {
  const version = annotation?.work.guidelineVersionToRead ?? null
  return version !== null && version === work.guidelineVersionToRead && !state.error
}

/** Requests a solution while the queue is empty. A screening has its own polling. */
export function checkForWork(session: SessionTransition): void {
  const { stage, reopening, error } = session.state
  if (error?.kind === 'paused') checkPause(session)
  checkGuideline(session)
  if (stage.kind !== 'none_left' || stage.reason.kind === 'screening_due' || reopening) return
  // While a request waits for its reply, its id is used again, so that the first reply counts.
  const id = stage.id ?? session.makeId()
  session.set({ stage: { ...stage, id } })
  session.emit({ kind: 'check', id })
}

/** Why no work follows the end of a screening, without asking the server. Null if none has just ended. */
export function findNoWorkReasonAfterScreening({ stage }: SessionState): NoWorkReason | null {
  const end = stage.kind === 'loading' ? stage.screeningEnd : null
  return end && { kind: 'screening_due', state: 'grading', items: end.items }
}

/** Opens the loaded solution, or shows why there is none. */
export function receiveLoadReply(
  session: SessionTransition,
  reply: LoadedWork | NoWorkReason,
): void {
  if (reply.kind === 'work')
    return isStillUnread(session, reply) ? undefined : openSolution(session, reply)
  const { error } = session.state
  const hasPauseEnded = error?.kind === 'paused' && reply.kind !== 'paused'
  session.set({
    stage: { kind: 'none_left', id: null, reason: reply },
    error: hasPauseEnded ? null : error,
  })
}

/** Shows a solution. Takes over a draft that a closed page stored, and sends it. */
export function openSolution(session: SessionTransition, loadedWork: LoadedWork): void {
  const { storedDraft, work } = loadedWork
  const { writer, error } = session.state
  // A rejected submission stays visible until it is dismissed, or its solution is on the screen, which says why it came back.
  const isReturned = error?.kind === 'finish_returned' && error.solution !== work.solution
  const rejectedFinish = error?.kind === 'finish_refused' || isReturned ? error : null
  const annotation = openAnnotation(loadedWork, session.makeId(), writer)
  session.set({
    stage: { kind: 'labelling', annotation },
    error: findLoadError(loadedWork, session.now) ?? rejectedFinish,
  })
  session.activeMs = annotation.activeMs
  session.emit({ kind: 'load_steps', id: annotation.id })
  if (storedDraft?.isConflict) return
  if (storedDraft) session.storeDraft()
  if (storedDraft && storedDraft.writer !== writer)
    session.emit({ kind: 'remove', solution: work.solution, writer: storedDraft.writer })
  if (storedDraft || isAwaitingOptions(annotation)) session.requestSave()
}

/** Why a loaded solution is not displayed as it was left on this device. */
function findLoadError(
  { storedDraft, isOutdated }: LoadedWork,
  now: number,
): LabellingScreenError | null {
  const at = new Date(now)
  if (storedDraft?.isConflict)
    return { kind: 'conflict', message: 'Another tab or device saved a newer version.', at }
  return isOutdated ? { kind: 'outdated', message: 'The steps were repaired.', at } : null
}

/** Requests the solution after the current one. If that fails, the next rating tries again. */
export function prefetchNext(session: SessionTransition, currentSolution: string): void {
  const { prefetch, reopening } = session.state
  if (reopening) return
  if (prefetch.kind === 'ready') session.emit({ kind: 'load_steps', id: prefetch.id })
  if (prefetch.kind !== 'none' || session.now < prefetch.pausedUntil) return
  const id = session.makeId()
  session.set({ prefetch: { kind: 'requested', id } })
  session.emit({ kind: 'prefetch', id, currentSolution })
}

/**
 * Ignores the solution on the screen, which the server may serve again after its lease expired or another page reopened
 * a solution.
 */
export function receivePrefetched(
  session: SessionTransition,
  { id, currentSolution, reply }: Extract<SessionEvent, { type: 'prefetched' }>,
): void {
  const { prefetch } = session.state
  const isNext = session.state.stage.kind === 'loading' && isStillCurrent(session.state, id)
  if (!isNext && (prefetch.kind !== 'requested' || prefetch.id !== id)) return
  const loadedWork =
    reply?.kind === 'work' && reply.work.solution !== currentSolution ? reply : null
  if (isNext && loadedWork) return openSolution(session, loadedWork)
  if (loadedWork) {
    session.set({ prefetch: { kind: 'ready', id, loaded: loadedWork } })
    return session.emit({ kind: 'load_steps', id })
  }
  const isEmpty = reply !== null && reply.kind !== 'work'
  const pausedUntil = isEmpty ? session.now + prefetchPauseMs : 0
  session.set({ prefetch: { kind: 'none', pausedUntil } })
  if (isNext) fetchNext(session)
}

export function dropPrefetched(session: SessionTransition): void {
  if (session.state.prefetch.kind !== 'none')
    session.set({ prefetch: { kind: 'none', pausedUntil: 0 } })
}
