import { findImpliedFinishReason } from '@/lib/annotations/finish-reason'
import { formatSubmitReceipt, skipReceipt, type ReceiptTexts } from '@/lib/annotations/work-labels'
import type { SubmissionOrSkip } from './labelling-screen-calls'
import type { EarlyEnd } from './labelling-screen-view'
import type { FinishOutcome, LastFinish, SubmissionChoice } from './labelling-session'
import { fetchNext, openNext } from './next-solution'
import { toDraftSaveBody, isAwaitingOptions, type OpenAnnotation } from './open-annotation'
import { carryOutUndoRequest, offerReopening } from './reopen-submission'
import type { SessionTransition } from './session-transition'

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
  request: SubmissionOrSkip,
  { sending, sent, unsent }: ReceiptTexts,
): void {
  const screening = session.annotation?.work.screening ?? null
  const { idempotencyKey, solution } = request
  const { [solution]: _, ...returnedSteps } = session.state.returnedSteps
  session.storeDraft()
  session.emit({ kind: 'finish', request, draft: session.takeSnapshot() })
  session.set({
    error: null,
    returnedSteps,
    lastFinish: {
      kind: request.kind,
      idempotencyKey,
      delivery: 'sending',
      receipt: { message: sent, reopenable: null },
      sendingReceipt: { message: sending, reopenable: null },
      unsentReceipt: { message: unsent, reopenable: null },
      submissionKey: screening === null ? idempotencyKey : null,
      earlyEnd: findEarlyEnd(request),
      ...(request.kind === 'skip' && keepReopenable(session, sent)),
      undoRequest: null,
      previous: findReopenableFinish(session),
      isRestored: false,
    },
  })
  const isLast = screening !== null && screening.number === screening.of
  openNext(session, isLast ? { items: screening.of, idempotencyKey } : null)
}

/** After a skip, undo reopens the submission before it. */
function keepReopenable({ state: { lastFinish } }: SessionTransition, message: string) {
  return {
    receipt: { message, reopenable: lastFinish?.receipt.reopenable ?? null },
    submissionKey: lastFinish?.submissionKey ?? null,
    earlyEnd: lastFinish?.earlyEnd ?? null,
  }
}

function findReopenableFinish({ state }: SessionTransition): LastFinish | null {
  const { lastFinish } = state
  return lastFinish?.receipt.reopenable ? { ...lastFinish, previous: null } : null
}

function findEarlyEnd(request: SubmissionOrSkip): EarlyEnd | null {
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
      if (outcome.reply) {
        session.set({ doneToday: outcome.reply.doneToday })
        offerReopening(session, idempotencyKey, outcome.reply.annotation)
      }
      return isLastFinish(session, idempotencyKey) ? carryOutUndoRequest(session) : undefined
    case 'finish_refused':
      removeScreeningEnd(session, idempotencyKey)
      if (outcome.isFinal) restorePreviousReceipt(session, idempotencyKey)
      else setDelivery(session, idempotencyKey, 'stored')
      return session.setError(outcome.refusal, 'finish_refused')
    case 'finish_returned': {
      removeScreeningEnd(session, idempotencyKey)
      restorePreviousReceipt(session, idempotencyKey)
      const message = `its step ${outcome.step + 1} has other options.`
      const { solution } = outcome
      session.set({
        error: { kind: 'finish_returned', message, at: new Date(session.now), solution },
        returnedSteps: { ...session.state.returnedSteps, [solution]: outcome.step },
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

/**
 * Removes the receipt of a finished solution. While it is unsent, the receipt stays, and is timed again when it is sent. The
 * receipt of a skip is timed again when the submission before it can no longer be reopened.
 */
export function expireReceipt(session: SessionTransition): void {
  const { lastFinish } = session.state
  if (lastFinish?.kind === 'skip' && lastFinish.receipt.reopenable) {
    const receipt = { ...lastFinish.receipt, reopenable: null }
    session.set({ lastFinish: { ...lastFinish, receipt, submissionKey: null } })
  } else if (lastFinish?.delivery === 'accepted') session.set({ lastFinish: null })
}

/** Restores the receipt before that of a solution that was not submitted after all. */
function restorePreviousReceipt(session: SessionTransition, idempotencyKey: string): void {
  const { lastFinish } = session.state
  if (lastFinish?.idempotencyKey !== idempotencyKey) return
  const { previous } = lastFinish
  session.set({ lastFinish: previous && { ...previous, isRestored: true } })
}

/** The screening is not complete while its last solution is not sent. */
function removeScreeningEnd(session: SessionTransition, idempotencyKey: string): void {
  const { stage } = session.state
  if (stage.kind === 'loading' && stage.screeningEnd?.idempotencyKey === idempotencyKey)
    session.set({ stage: { ...stage, screeningEnd: null } })
}
