import { formatEarlierReceipt } from '@/lib/annotations/work-labels'
import { AppError } from '@/lib/platform/errors'
import type { LoadedWork } from './draft-store'
import type { ReopenableSubmission } from './labelling-screen-calls'
import { canReopenSubmission, reopenWindowMs } from './labelling-screen-view'
import { toLabellingScreenView, type LastFinish } from './labelling-session'
import { dropPrefetched, openSolution, prefetchNext } from './next-solution'
import { noAnswerText } from './no-answer-text'
import type { SessionTransition } from './session-transition'

/** A reopened solution that arrives later than this would surprise the annotator. */
const maxReopenDelayMs = 10_000

/** After the server accepted a submission. */
export function offerReopening(
  session: SessionTransition,
  idempotencyKey: string,
  annotation: string,
): void {
  const { lastFinish } = session.state
  if (lastFinish?.submissionKey !== idempotencyKey) return
  const reopenable = { annotation, until: session.now + reopenWindowMs }
  session.set({ lastFinish: { ...lastFinish, receipt: { ...lastFinish.receipt, reopenable } } })
}

/** Undo was pressed before the server accepted the last submission or skip. */
export function carryOutUndoRequest(session: SessionTransition): void {
  const { lastFinish } = session.state
  if (!lastFinish?.undoRequest) return
  const { undoRequest } = lastFinish
  session.set({ lastFinish: { ...lastFinish, undoRequest: null } })
  if (session.now - undoRequest.at >= maxReopenDelayMs) return
  const workState = session.annotation?.workState ?? null
  if (workState === undoRequest.workState) reopenLast(session)
}

/** Offers to reopen a submission of an earlier page, unless this page has submitted a solution itself. */
export function restoreReceipt(
  session: SessionTransition,
  { id, submittedAt, finishReason, rated }: ReopenableSubmission,
  idempotencyKey: string,
): void {
  const { lastFinish } = session.state
  if (lastFinish && (lastFinish.kind === 'submit' || lastFinish.submissionKey !== null)) return
  const message = formatEarlierReceipt(finishReason, rated)
  const age = session.now - Date.parse(submittedAt)
  // The server just said that it can be reopened, so any other age is a difference between the clocks. If this device's
  // clock is fast by less than the window, the offer ends early.
  const remainingMs = age >= 0 && age < reopenWindowMs ? reopenWindowMs - age : reopenWindowMs
  const reopenable = { annotation: id, until: session.now + remainingMs }
  const receipt = { message, reopenable }
  const submission: LastFinish = {
    kind: 'submit',
    idempotencyKey,
    delivery: 'accepted',
    receipt,
    sendingReceipt: receipt,
    unsentReceipt: receipt,
    submissionKey: idempotencyKey,
    earlyEnd: null,
    undoRequest: null,
    previous: null,
    isRestored: false,
  }
  // After a skip, undo reopens the submission before it.
  session.set({
    lastFinish: lastFinish
      ? {
          ...lastFinish,
          receipt: { ...lastFinish.receipt, reopenable },
          submissionKey: idempotencyKey,
          previous: submission,
        }
      : submission,
  })
}

/** Reopens the last submission, requests it for when the server has accepted it, or says why it can't be reopened. */
export function undoFinish(session: SessionTransition): void {
  const { lastFinish, error } = session.state
  const { receiptState } = toLabellingScreenView(session.state)
  if (lastFinish && receiptState === 'stored') {
    // An earlier error is more important.
    if (error) return
    const refusal = new AppError('unavailable', describeUnsentFinish(lastFinish))
    return session.setError(refusal, 'reopen_unsent')
  }
  // Until the server accepts the submission, the id of the annotation is unknown.
  if (lastFinish && receiptState === 'sending') {
    const undoRequest = { at: session.now, workState: session.annotation?.workState ?? null }
    session.set({ lastFinish: { ...lastFinish, undoRequest } })
  } else reopenLast(session)
}

/** Why undo can't reopen a submission yet, or at all. */
function describeUnsentFinish({ kind, submissionKey }: LastFinish): string {
  if (submissionKey === null) return 'Skipped solutions and those of a screening can’t be reopened.'
  return kind === 'skip'
    ? 'The skip is not sent yet. After it is sent, you can reopen the submission before it.'
    : 'It is not submitted yet. You can reopen it after it is submitted.'
}

function reopenLast(session: SessionTransition): void {
  const { stage, lastFinish, reopening } = session.state
  if (reopening || !canReopenSubmission(toLabellingScreenView(session.state), session.now)) return
  const { annotation } = lastFinish!.receipt.reopenable!
  const idempotencyKey = lastFinish!.submissionKey!
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
  if (lastFinish?.submissionKey === reopening?.idempotencyKey)
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
    const message = `${noAnswerText} Try again in a moment.`
    return session.setError(new AppError('unavailable', message), 'reopen_refused')
  }
  if (lastFinish && lastFinish.submissionKey === reopening?.idempotencyKey)
    session.set({
      lastFinish: { ...lastFinish, receipt: { ...lastFinish.receipt, reopenable: null } },
    })
  session.setError(refusal, 'reopen_refused')
}
