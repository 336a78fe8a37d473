import { toContentSettings } from '@/lib/annotations/annotation-settings'
import { listRatingsThatCount, type RatableShape } from '@/lib/annotations/content'
import type { WorkState } from '@/lib/annotations/work-state'
import type { AppError } from '@/lib/platform/errors'
import type { NoWorkReason, LeasedWork } from './labelling-screen-calls'
import type { RecordDurability } from './outbox'

/** An error that needs a user action. The screen keeps its content. */
export interface LabellingScreenError {
  kind:
    | 'lease_lost'
    | 'conflict'
    | 'outdated'
    | 'finish_refused'
    /** `solution` has options to rate before it can be submitted. */
    | 'finish_returned'
    | 'reopen_refused'
    /** The last solution can't be reopened, because it was not sent. */
    | 'reopen_unsent'
    | 'signed_out'
    | 'paused'
    | 'refused'
  message: string
  at: Date
  /** The solution of `finish_returned`. It comes back on the screen later, or is there already. */
  solution?: string
}

function blocksSubmission(error: LabellingScreenError | null): boolean {
  const kind = error?.kind
  return kind === 'lease_lost' || kind === 'conflict' || kind === 'paused'
}

/** Whether an error must be resolved first, or the decision that returned the solution must be read. */
export function isSubmissionBlocked(
  work: Pick<LeasedWork, 'guidelineVersionToRead'> | null,
  error: LabellingScreenError | null,
): boolean {
  return blocksSubmission(error) || (work !== null && work.guidelineVersionToRead !== null)
}

/** How a solution ended without an answer, until it was reopened. */
export interface EarlyEnd {
  reason: 'give_up' | 'bad_problem'
  note: string
}

/** Equals `maxReopenMinutes` of the server, whose module would load schemas. */
export const reopenWindowMs = 10 * 60_000

/** The result of the last submission or skip. */
export interface SubmissionReceipt {
  message: string
  /** The annotation that can be reopened, and until when (`Date.now()`). */
  reopenable: { annotation: string; until: number } | null
}

/** Whether the server has accepted the finished solution. `stored`: it is only on this device. */
export type ReceiptState = 'sending' | 'accepted' | 'stored'

export interface LabellingScreenView {
  stage: 'loading' | 'work' | 'none_left'
  work: LeasedWork | null
  state: WorkState | null
  /** How the reopened solution on the screen had ended. */
  earlyEnd: EarlyEnd | null
  /** The submission of the solution on the screen came back, because this step has options to rate. */
  returnedStep: number | null
  noneLeft: NoWorkReason | null
  isSaving: boolean
  /** Submissions and skips that the server has not accepted yet. */
  pendingFinishes: number
  /** Submissions and skips on this device that are not sent before a sign-in, the end of a pause or a reload. */
  storedFinishes: number
  /** How many of both are submissions with an error. Each comes back if its error has options that were not loaded. */
  unsentErrors: number
  /** When the connection was lost; null while online. */
  unreachedSince: Date | null
  error: LabellingScreenError | null
  receipt: SubmissionReceipt | null
  receiptState: ReceiptState | null
  /** The receipt is of a skip, so undo reopens the submission before it. */
  isReceiptOfSkip: boolean
  /** With `page`, the page must stay open until everything is saved. */
  durability: RecordDurability
  doneToday: number
}

/** Finished solutions that the server has not accepted yet. */
export type FinishCounts = Pick<
  LabellingScreenView,
  'pendingFinishes' | 'storedFinishes' | 'unsentErrors'
>

/** Whether the solution can be skipped: not in a screening, and not if it was returned. */
export const canSkipSolution = (work: Pick<LeasedWork, 'screening' | 'returnedNote'> | null) =>
  work === null || (work.screening === null && work.returnedNote === null)

/** Whether undo reopens the last submission, because there is nothing to undo here. */
export function canReopenSubmission(
  { stage, work, state, returnedStep, receipt, error }: LabellingScreenView,
  now = Date.now(),
): boolean {
  if (!receipt?.reopenable || stage === 'loading' || blocksSubmission(error)) return false
  if (now >= receipt.reopenable.until || state?.changes.length) return false
  // Ratings from before a reload can't be undone here. An annotation that came back starts with its earlier ratings.
  const isReturned = returnedStep !== null || (work !== null && work.returnedNote !== null)
  return !state || isReturned || listRatingsThatCount(state.content, state.shape).length === 0
}

export function toAnnotationShape(work: LeasedWork): RatableShape {
  const { flow, stepCount } = work
  const optionCounts: Record<string, number> = {}
  const endings: Record<string, number[]> = {}
  for (const [step, options] of Object.entries(work.options)) {
    optionCounts[step] = options.length
    endings[step] = options.flatMap(({ endsSolution }, option) => (endsSolution ? [option] : []))
  }
  const revealed = flow === 'solution' ? work.revealed : ('all' as const)
  return {
    flow,
    stepCount,
    optionCounts,
    endings,
    ...toContentSettings(work),
    revealed,
  }
}

/** `fallback`: the kind for errors that are specific to the request. */
export function toLabellingScreenError(
  { code, message }: Pick<AppError, 'code' | 'message'>,
  now: number,
  fallback?: LabellingScreenError['kind'],
): LabellingScreenError {
  return { kind: chooseErrorKind(code, fallback), message, at: new Date(now) }
}

function chooseErrorKind(
  code: AppError['code'],
  fallback?: LabellingScreenError['kind'],
): LabellingScreenError['kind'] {
  if (code === 'unauthenticated') return 'signed_out'
  if (code === 'paused') return 'paused'
  return fallback ?? (code === 'lease_lost' || code === 'conflict' ? code : 'refused')
}
