import { findImpliedFinishReason } from '@/lib/annotations/finish-reason'
import {
  formatEarlierReceipt,
  formatSubmitReceipt,
  skipReceipt,
  type ReceiptTexts,
} from '@/lib/annotations/work-labels'
import { AppError } from '@/lib/platform/errors'
import type { LoadedWork } from './draft-store'
import type { FinishRequest, ReopenableSubmission } from './labelling-screen-calls'
import { canReopenSubmission, reopenWindowMs, type EarlyEnd } from './labelling-screen-view'
import {
  toLabellingScreenView,
  type FinishOutcome,
  type LastFinish,
  type SubmissionChoice,
} from './labelling-session'
import { dropPrefetched, fetchNext, openNext, openSolution, prefetchNext } from './next-solution'
import { toDraftSaveBody, isAwaitingOptions, type OpenAnnotation } from './open-annotation'
import type { SessionTransition } from './session-transition'

/** A reopened solution that arrives later than this would surprise the annotator. */
const maxReopenDelayMs = 10_000

/** Sends the annotation on the screen, or waits for the options of its first error. */
export function submitSolution(session: SessionTransition, choice: SubmissionChoice): void {
  const { annotation, state } = session
  if (!annotation) return
  // Without a connection, the server decides later whether there are options.
  const isOnline = state.unreachedSince === null
  if (isOnline && choice.finishReason === 'found_error' && isAwaitingOptions(annotation))
    session.set({ stage: { kind: 'awaiting_options', annotation, choice } })
  else sendSubmission(session, choice)
}

/** Sends a waiting submission once nothing is left to answer, and withdraws it if there are options to rate. */
export function continueSubmission(session: SessionTransition): void {
  const { stage } = session.state
  if (stage.kind !== 'awaiting_options' || isAwaitingOptions(stage.annotation)) return
  const { annotation, choice } = stage
  const { content, shape } = annotation.workState
  if (findImpliedFinishReason(content, shape)) sendSubmission(session, choice)
  else session.set({ stage: { kind: 'labelling', annotation } })
}

export function sendSubmission(
  session: SessionTransition,
  { idempotencyKey, ...choice }: SubmissionChoice,
): void {
  const { annotation } = session
  if (!annotation) return
  const body = { ...toDraftSaveBody(annotation, session.activeMs), ...choice }
  finish(
    session,
    { kind: 'submit', body, ...makeFinishIdentity(annotation, idempotencyKey) },
    formatSubmitReceipt(annotation.workState, choice.finishReason),
  )
}

export function skipSolution(
  session: SessionTransition,
  reason: string,
  idempotencyKey: string,
): void {
  const { annotation } = session
  if (!annotation) return
  finish(
    session,
    { kind: 'skip', reason, ...makeFinishIdentity(annotation, idempotencyKey) },
    skipReceipt,
  )
}

function makeFinishIdentity({ work, storedBy }: OpenAnnotation, idempotencyKey: string) {
  return { lease: work.lease, solution: work.solution, writer: storedBy, idempotencyKey }
}

function finish(
  session: SessionTransition,
  request: FinishRequest,
  { sending, sent, unsent }: ReceiptTexts,
): void {
  const screening = session.annotation?.work.screening ?? null
  const { idempotencyKey } = request
  session.storeDraft()
  session.emit({ kind: 'finish', request, draft: session.takeSnapshot() })
  session.set({
    error: null,
    lastFinish: {
      idempotencyKey,
      delivery: 'sending',
      receipt: { message: sent, reopenable: null },
      sendingReceipt: { message: sending, reopenable: null },
      unsentReceipt: { message: unsent, reopenable: null },
      isFinal: screening !== null || request.kind === 'skip',
      earlyEnd: findEarlyEnd(request),
      undoRequest: null,
      previous: findReopenableFinish(session),
      isRestored: false,
    },
  })
  const isLast = screening !== null && screening.number === screening.of
  openNext(session, isLast ? { items: screening.of, idempotencyKey } : null)
}

function findReopenableFinish({ state }: SessionTransition): LastFinish | null {
  const { lastFinish } = state
  return lastFinish?.receipt.reopenable ? { ...lastFinish, previous: null } : null
}

function findEarlyEnd(request: FinishRequest): EarlyEnd | null {
  if (request.kind === 'skip') return null
  const { finishReason: reason, finishNote: note } = request.body
  return reason === 'give_up' || reason === 'bad_problem' ? { reason, note: note ?? '' } : null
}

export function receiveFinishOutcome(session: SessionTransition, outcome: FinishOutcome): void {
  const { idempotencyKey } = outcome
  switch (outcome.type) {
    case 'finish_accepted':
      setDelivery(session, idempotencyKey, 'accepted')
      if (isLastFinish(session, idempotencyKey) && session.state.error?.kind === 'reopen_unsent')
        session.set({ error: null })
      if (!outcome.reply) return
      session.set({ doneToday: outcome.reply.doneToday })
      return offerReopening(session, idempotencyKey, outcome.reply.annotation)
    case 'finish_refused':
      if (outcome.isFinal) retractFinish(session, idempotencyKey)
      else setDelivery(session, idempotencyKey, 'stored')
      return session.setError(outcome.refusal, 'finish_refused')
    case 'finish_returned': {
      retractFinish(session, idempotencyKey)
      const message = `its step ${outcome.step + 1} has other options.`
      const { solution } = outcome
      session.set({
        error: { kind: 'finish_returned', message, at: new Date(session.now), solution },
      })
      // The returned solution is served before new work.
      if (session.state.stage.kind === 'none_left') fetchNext(session)
    }
  }
}

function setDelivery(
  session: SessionTransition,
  idempotencyKey: string,
  delivery: LastFinish['delivery'],
): void {
  const { lastFinish } = session.state
  if (lastFinish?.idempotencyKey === idempotencyKey)
    session.set({ lastFinish: { ...lastFinish, delivery } })
}

const isLastFinish = ({ state }: SessionTransition, idempotencyKey: string) =>
  state.lastFinish?.idempotencyKey === idempotencyKey

/** Removes the receipt of a submitted solution. While it is unsent, the receipt stays, and is timed again when it is sent. */
export function expireReceipt(session: SessionTransition): void {
  if (session.state.lastFinish?.delivery === 'accepted') session.set({ lastFinish: null })
}

/** Restores the receipt before that of a solution that was not submitted after all, and removes its screening result. */
function retractFinish(session: SessionTransition, idempotencyKey: string): void {
  const { stage, lastFinish } = session.state
  if (lastFinish?.idempotencyKey === idempotencyKey) {
    const { previous } = lastFinish
    session.set({ lastFinish: previous && { ...previous, isRestored: true } })
  }
  if (stage.kind === 'loading' && stage.screeningEnd?.idempotencyKey === idempotencyKey)
    session.set({ stage: { ...stage, screeningEnd: null } })
}

function offerReopening(
  session: SessionTransition,
  idempotencyKey: string,
  annotation: string,
): void {
  const { lastFinish } = session.state
  if (lastFinish?.idempotencyKey !== idempotencyKey || lastFinish.isFinal) return
  const { receipt, undoRequest } = lastFinish
  const reopenable = { annotation, until: session.now + reopenWindowMs }
  session.set({
    lastFinish: { ...lastFinish, receipt: { ...receipt, reopenable }, undoRequest: null },
  })
  if (!undoRequest || session.now - undoRequest.at >= maxReopenDelayMs) return
  const workState = session.annotation?.workState ?? null
  if (workState === undoRequest.workState) reopenLast(session)
}

/** Offers to reopen a submission of an earlier page, unless this page has finished a solution itself. */
export function restoreReceipt(
  session: SessionTransition,
  { id, submittedAt, finishReason, rated }: ReopenableSubmission,
  idempotencyKey: string,
): void {
  if (session.state.lastFinish) return
  const message = formatEarlierReceipt(finishReason, rated)
  const age = session.now - Date.parse(submittedAt)
  // The server just said that it can be reopened, so any other age is a difference between the clocks. If this device's
  // clock is fast by less than the window, the offer ends early.
  const remainingMs = age >= 0 && age < reopenWindowMs ? reopenWindowMs - age : reopenWindowMs
  const receipt = { message, reopenable: { annotation: id, until: session.now + remainingMs } }
  session.set({
    lastFinish: {
      idempotencyKey,
      delivery: 'accepted',
      receipt,
      sendingReceipt: receipt,
      unsentReceipt: receipt,
      isFinal: false,
      earlyEnd: null,
      undoRequest: null,
      previous: null,
      isRestored: false,
    },
  })
}

/** Reopens the last submission, requests it for when the server has accepted it, or says why it can't be reopened. */
export function undoFinish(session: SessionTransition): void {
  const { lastFinish, error } = session.state
  const { receiptState } = toLabellingScreenView(session.state)
  if (lastFinish && receiptState === 'stored') {
    // An earlier error is more important.
    if (error) return
    const message = lastFinish.isFinal
      ? 'Skipped solutions and those of a screening can’t be reopened.'
      : 'It is not submitted yet. You can reopen it after it is submitted.'
    return session.setError(new AppError('unavailable', message), 'reopen_unsent')
  }
  // Until the server accepts the submission, the id of the annotation is unknown.
  if (lastFinish && !lastFinish.receipt.reopenable) {
    const undoRequest = { at: session.now, workState: session.annotation?.workState ?? null }
    session.set({ lastFinish: { ...lastFinish, undoRequest } })
  } else reopenLast(session)
}

function reopenLast(session: SessionTransition): void {
  const { stage, lastFinish, reopening } = session.state
  if (reopening || !canReopenSubmission(toLabellingScreenView(session.state), session.now)) return
  const { idempotencyKey, receipt } = lastFinish!
  const { annotation } = receipt.reopenable!
  session.set({
    reopening: { idempotencyKey, visit: session.annotation?.id ?? null },
    stage: stage.kind === 'none_left' ? { ...stage, id: null } : stage,
  })
  // The same key for every attempt, in case only the reply was lost.
  session.emit({ kind: 'reopen', annotation, idempotencyKey: `reopen/${idempotencyKey}` })
}

/** The server turned the lease on the screen into the prefetched one and released the former prefetched lease. */
export function receiveReopened(session: SessionTransition, loaded: LoadedWork): void {
  const { reopening, doneToday, lastFinish } = session.state
  session.set({ reopening: null })
  dropPrefetched(session)
  if (reopening?.visit !== (session.annotation?.id ?? null)) return
  session.leaveSolution()
  session.set({ lastFinish: null, doneToday: Math.max(0, doneToday - 1) })
  openSolution(session, loaded)
  if (lastFinish?.idempotencyKey === reopening?.idempotencyKey)
    session.setAnnotation({ earlyEnd: lastFinish?.earlyEnd ?? null })
  prefetchNext(session, loaded.work.solution)
}

/** `refusal`: null for a transient error, such as a lost connection. */
export function receiveReopenFailure(session: SessionTransition, refusal: AppError | null): void {
  const { reopening, lastFinish } = session.state
  session.set({ reopening: null })
  if (!refusal) {
    // The server may have reopened the submission, and released the prefetched lease.
    dropPrefetched(session)
    const message = 'Can’t reach the server. Try again when you are back online.'
    return session.setError(new AppError('unavailable', message), 'reopen_refused')
  }
  if (lastFinish && lastFinish.idempotencyKey === reopening?.idempotencyKey)
    session.set({
      lastFinish: { ...lastFinish, receipt: { ...lastFinish.receipt, reopenable: null } },
    })
  session.setError(refusal, 'reopen_refused')
}
