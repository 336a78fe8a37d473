import type { InputMethod } from '@/lib/annotations/state-fields'
import type { WorkActionWithoutContext, WorkState } from '@/lib/annotations/work-state'
import type { FinishReason } from '@/lib/formats/record'
import type { AppError } from '@/lib/platform/errors'
import type { LoadedWork } from './draft-store'
import type {
  DraftSaveBody,
  SubmissionOrSkip,
  LeasedWork,
  NoWorkReason,
  ReopenableSubmission,
  StepReveal,
  SubmitReply,
} from './labelling-screen-calls'
import type {
  EarlyEnd,
  FinishCounts,
  LabellingScreenView,
  ReceiptState,
  SubmissionReceipt,
} from './labelling-screen-view'
import type { OpenAnnotation } from './open-annotation'
import type { DraftSnapshot } from './outbox-records'

/** A submission as the annotator requested it. */
export interface SubmissionChoice {
  finishReason: FinishReason
  finishNote: string | null
  idempotencyKey: string
}

/** The last solution of a screening was finished, so its result is next. */
export type PendingScreeningResult = { items: number; idempotencyKey: string } | null

/** What the screen is for at the moment. `id` is the request that it waits for. */
export type SessionStage =
  | { kind: 'loading'; id: number; screeningEnd: PendingScreeningResult }
  | { kind: 'labelling'; annotation: OpenAnnotation }
  /**
   * Submitted before the options of the first error came. It is sent once they are there, because an annotation without
   * options is complete then.
   */
  | { kind: 'awaiting_options'; annotation: OpenAnnotation; choice: SubmissionChoice }
  | { kind: 'none_left'; id: number | null; reason: NoWorkReason }

/** The next solution, leased and fetched so that it can be opened at once. */
export type SessionPrefetch =
  /** After an empty reply it waits, so that not every rating causes a request. */
  | { kind: 'none'; pausedUntil: number }
  | { kind: 'requested'; id: number }
  | { kind: 'ready'; id: number; loaded: LoadedWork }

/** The last finished solution, while its receipt is displayed. */
export interface LastFinish {
  kind: SubmissionOrSkip['kind']
  idempotencyKey: string
  /** `stored`: on this device, and not sent before a sign-in, the end of a pause or a reload. */
  delivery: ReceiptState
  receipt: SubmissionReceipt
  /** Displayed instead of `receipt` until the server replies, and while the submission is only on this device. */
  sendingReceipt: SubmissionReceipt
  unsentReceipt: SubmissionReceipt
  /**
   * The key of the submission that undo reopens: this one, or after a skip the one before. Null if there is none, because
   * solutions of a screening can't be reopened.
   */
  submissionKey: string | null
  /** How that submission ended. */
  earlyEnd: EarlyEnd | null
  /** Undo was pressed before the server accepted the submission, and what was on the screen then. */
  undoRequest: { at: number; workState: WorkState | null } | null
  /** The accepted submission before this one. Takes its place if the server refuses or returns this one. */
  previous: LastFinish | null
  /** The next one was refused or returned. This receipt is hidden until that error is gone, which says "last solution". */
  isRestored: boolean
}

/** The state of the labelling screen. */
export interface SessionState extends Pick<
  LabellingScreenView,
  | 'error'
  | 'unreachedSince'
  | 'pendingFinishes'
  | 'storedFinishes'
  | 'unsentErrors'
  | 'durability'
  | 'doneToday'
> {
  stage: SessionStage
  prefetch: SessionPrefetch
  lastFinish: LastFinish | null
  /** The submission being reopened. `visit`: when it was requested; null if nothing was on the screen. */
  reopening: { idempotencyKey: string; visit: number | null } | null
  /** Solutions that the server returned because their first error has options, with its step. */
  returnedSteps: Readonly<Record<string, number>>
  /** Id of this page. */
  writer: string
  /** Visits and requests are numbered together. */
  lastId: number
}

/** What the annotator did, or what an effect led to. */
export type SessionEvent =
  | { type: 'act'; action: WorkActionWithoutContext; inputMethod: InputMethod }
  /** Undoes the last change. Without one, reopens the last submission. */
  | { type: 'undo'; inputMethod: InputMethod }
  | { type: 'submit'; choice: SubmissionChoice; inputMethod: InputMethod }
  | { type: 'skip'; reason: string; idempotencyKey: string }
  /** Leaves a solution whose lease was lost. Its ratings stay on this device. */
  | { type: 'continue' }
  /** Resolves a conflict with the version on the server. */
  | { type: 'load_saved' }
  | { type: 'dismiss' }
  /** The user signed in again in another tab. */
  | { type: 'resume' }
  | { type: 'fetch' }
  /** Keeps the lease alive while the page is in use. */
  | { type: 'renew' }
  /**
   * Looks for new work while the queue is empty. If there still is none, the notice of the empty queue stays. Otherwise checks
   * whether a pause has ended, or a guideline that must be read first was read on another tab.
   */
  | { type: 'check' }
  /** All tabs of a user share the prefetched lease, so only the last one releases it. */
  | { type: 'release_prefetched'; isAlone: boolean }
  /** `id`: what it was requested for, a visit or a request. */
  | { type: 'loaded'; id: number; reply: LoadedWork | NoWorkReason }
  | { type: 'steps_loaded'; id: number; steps: LeasedWork['steps'] }
  /** `reply`: null if it failed. */
  | {
      type: 'prefetched'
      id: number
      currentSolution: string
      reply: LoadedWork | NoWorkReason | null
    }
  | { type: 'save_started'; id: number; sequence: number }
  | { type: 'saved'; id: number; body: DraftSaveBody; reveal: StepReveal | null }
  | { type: 'reopenable_loaded'; submission: ReopenableSubmission; idempotencyKey: string }
  | { type: 'reopened'; loaded: LoadedWork }
  /** `refusal`: null for a transient error, such as a lost connection. */
  | { type: 'failed'; effect: SessionEffect; refusal: AppError | null }
  | FinishOutcome
  | { type: 'receipt_expired' }
  | { type: 'reachability'; isReachable: boolean }
  | {
      type: 'changed'
      change: Partial<Pick<SessionState, keyof FinishCounts | 'durability'>>
    }

/** How the delivery of a finished solution ended. */
export type FinishOutcome =
  | { type: 'finish_accepted'; idempotencyKey: string; reply: SubmitReply | null }
  /** The server has it as a draft, because its first error has options that were not seen. */
  | { type: 'finish_returned'; idempotencyKey: string; solution: string; step: number }
  /** `isFinal`: it is not sent again. */
  | { type: 'finish_refused'; idempotencyKey: string; refusal: AppError; isFinal: boolean }

/** What the page does next. */
export type SessionEffect =
  /** Sends the finished solutions that are stored, after a sign-in or a pause. */
  | { kind: 'settle' }
  /** `fetch` settles first, because the server would serve the finished solutions again. */
  | { kind: 'fetch' | 'check'; id: number }
  | { kind: 'load_saved' | 'renew'; id: number; lease: string }
  | { kind: 'load_steps'; id: number }
  | { kind: 'prefetch'; id: number; currentSolution: string }
  | { kind: 'release'; lease: string }
  | { kind: 'store'; solution: string; draft: DraftSnapshot }
  | { kind: 'remove'; solution: string; writer: string }
  /** Sends the latest state until the server has it. */
  | { kind: 'save'; id: number }
  /** The draft is stored when no save is running, so that any page can continue it. */
  | { kind: 'leave'; solution: string; draft: DraftSnapshot | null }
  /** The draft is stored again if the server refuses. */
  | { kind: 'finish'; request: SubmissionOrSkip; draft: DraftSnapshot | null }
  /** Looks for a submission of an earlier page. Settles first, because the server lists only what was sent. */
  | { kind: 'find_reopenable' }
  | { kind: 'reopen'; annotation: string; idempotencyKey: string }

/** When an event happened: `Date.now()`, and the active time on the solution on the screen. */
export interface SessionMoment {
  now: number
  activeMs: number
}

export function createLabellingSession(writer: string, doneToday: number): SessionState {
  return {
    stage: { kind: 'loading', id: 0, screeningEnd: null },
    prefetch: { kind: 'none', pausedUntil: 0 },
    lastFinish: null,
    reopening: null,
    returnedSteps: {},
    error: null,
    unreachedSince: null,
    pendingFinishes: 0,
    storedFinishes: 0,
    unsentErrors: 0,
    durability: 'device',
    doneToday,
    writer,
    lastId: 0,
  }
}

/** The annotation on the screen. */
export function findOpenAnnotation({ stage }: Pick<SessionState, 'stage'>): OpenAnnotation | null {
  return 'annotation' in stage ? stage.annotation : null
}

/** The annotation on the screen, unless it is from another visit. */
export function findOpenAnnotationOfVisit(state: SessionState, id: number): OpenAnnotation | null {
  const annotation = findOpenAnnotation(state)
  return annotation?.id === id ? annotation : null
}

/** Whether the screen displays a visit, or waits for a request. Replies to anything else are ignored. */
export const isStillCurrent = ({ stage }: SessionState, id: number) =>
  ('annotation' in stage ? stage.annotation : stage).id === id

/** The work of a visit, or of the prefetch with this id. Null if it is neither. */
export function findLoadedWork(state: SessionState, id: number): LeasedWork | null {
  const { prefetch } = state
  if (prefetch.kind === 'ready' && prefetch.id === id) return prefetch.loaded.work
  return findOpenAnnotationOfVisit(state, id)?.work ?? null
}

export function toLabellingScreenView(state: SessionState): LabellingScreenView {
  const { stage, error, unreachedSince, durability, doneToday } = state
  const annotation = findOpenAnnotation(state)
  return {
    error,
    unreachedSince,
    pendingFinishes: state.pendingFinishes,
    storedFinishes: state.storedFinishes,
    unsentErrors: state.unsentErrors,
    durability,
    doneToday,
    stage: 'annotation' in stage ? 'work' : stage.kind,
    work: annotation?.work ?? null,
    state: annotation?.workState ?? null,
    earlyEnd: annotation?.earlyEnd ?? null,
    returnedStep: (annotation && state.returnedSteps[annotation.work.solution]) ?? null,
    noneLeft: stage.kind === 'none_left' ? stage.reason : null,
    isSaving: annotation !== null && annotation.saving !== 'idle',
    ...chooseReceipt(state),
  }
}

function chooseReceipt({
  lastFinish,
  unreachedSince,
  error,
}: SessionState): Pick<LabellingScreenView, 'receipt' | 'receiptState' | 'isReceiptOfSkip'> {
  if (!lastFinish || (lastFinish.isRestored && error))
    return { receipt: null, receiptState: null, isReceiptOfSkip: false }
  const { delivery, receipt, sendingReceipt, unsentReceipt } = lastFinish
  const receiptState = delivery === 'sending' && unreachedSince ? 'stored' : delivery
  const receipts = { sending: sendingReceipt, accepted: receipt, stored: unsentReceipt }
  const isReceiptOfSkip = lastFinish.kind === 'skip'
  return { receipt: receipts[receiptState], receiptState, isReceiptOfSkip }
}
