import { isWaitingForOptions } from '@/lib/annotations/content'
import { findImpliedFinishReason } from '@/lib/annotations/finish-reason'
import { formatSubmitReceipt } from '@/lib/annotations/work-labels'
import type { FinishReason } from '@/lib/formats/record'
import type { AnnotationSession } from './annotation-session'
import type { FinishQueue } from './finish-queue'
import type { FinishRequest } from './labelling-screen-calls'
import type { ScreeningEndTracker } from './prefetcher'
import type { SubmissionReceipts } from './submission-receipts'

interface FinisherDeps {
  finishQueue: FinishQueue
  receipts: SubmissionReceipts
  screeningEnd: ScreeningEndTracker
  /** The session has ended and its finish is on its way. */
  onFinish: () => void
}

export interface FinishChoice {
  finishReason: FinishReason
  finishNote: string | null
}

/** Submits or skips the solution on screen. */
export class SolutionFinisher {
  /**
   * A submission that was requested before the options of the first error came. It waits for the moment until they do, because
   * an annotation without options is complete then.
   */
  private heldSubmission: { session: AnnotationSession; choice: FinishChoice } | null = null

  constructor(private readonly deps: FinisherDeps) {}

  /** `isOnline`: the options of the first error will come soon. Without a connection, the server decides later. */
  submit(session: AnnotationSession, choice: FinishChoice, isOnline: boolean): void {
    const { content, shape } = session.state
    const isUnrevealed =
      choice.finishReason === 'found_error' && isWaitingForOptions(content, shape)
    if (isUnrevealed && isOnline) this.heldSubmission = { session, choice }
    else this.sendSubmission(session, choice)
  }

  skip(session: AnnotationSession, reason: string): void {
    this.finish(session, 'Skipped', { kind: 'skip', ...describeSession(session), reason })
  }

  /** Sends a held submission once nothing is left to answer, and drops it if there are options to rate. */
  noteState(session: AnnotationSession): void {
    const { content, shape } = session.state
    if (this.heldSubmission?.session !== session || isWaitingForOptions(content, shape)) return
    if (findImpliedFinishReason(content, shape) === null) this.dropHeldSubmission()
    else this.sendHeldSubmission(session)
  }

  /** Sends a held submission of the session on screen. */
  sendHeldSubmission(session: AnnotationSession | null): void {
    const submission = this.heldSubmission
    this.heldSubmission = null
    if (submission && submission.session === session)
      this.sendSubmission(submission.session, submission.choice)
  }

  /** The annotator went on working. */
  dropHeldSubmission(): void {
    this.heldSubmission = null
  }

  private sendSubmission(session: AnnotationSession, choice: FinishChoice): void {
    const body = { ...session.describe(), ...choice }
    const message = formatSubmitReceipt(session.state, choice.finishReason)
    this.finish(session, message, { kind: 'submit', ...describeSession(session), body })
  }

  private finish(session: AnnotationSession, message: string, finish: FinishRequest): void {
    const { finishQueue, receipts, screeningEnd, onFinish } = this.deps
    session.store()
    const reply = finishQueue.send(finish, {
      after: session.end(),
      onRefused: () => {
        session.store()
        retract()
        screeningEnd.clear()
      },
      onReturned: () => {
        retract()
        screeningEnd.clear()
      },
    })
    screeningEnd.note(session.work)
    const retract = receipts.show(message, reply, { isFinal: session.work.screening !== null })
    onFinish()
  }
}

function describeSession({ work: { lease, solution }, storedBy }: AnnotationSession) {
  return { lease, solution, writer: storedBy, idempotencyKey: crypto.randomUUID() }
}
