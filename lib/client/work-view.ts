import type { RatableShape } from '@/lib/annotations/content'
import type { WorkState } from '@/lib/annotations/work-state'
import type { AppError } from '@/lib/platform/errors'
import type { NoWorkLeft, Work } from './work-calls'
import type { Durability } from './outbox'

/** An error that needs a user action. The screen keeps its content. */
export interface ViewError {
  kind:
    | 'lease_lost'
    | 'conflict'
    | 'outdated'
    | 'finish_refused'
    | 'reopen_refused'
    | 'signed_out'
    | 'paused'
    | 'refused'
  message: string
  at: Date
}

/** Nothing can be submitted before the error is resolved. */
export function blocksWork(error: ViewError | null): boolean {
  const kind = error?.kind
  return kind === 'lease_lost' || kind === 'conflict' || kind === 'paused'
}

/** The result of the last submission or skip. */
export interface Receipt {
  message: string
  /** The annotation that can be reopened, and until when (`Date.now()`). */
  reopenable: { annotation: string; until: number } | null
}

export interface WorkView {
  stage: 'loading' | 'work' | 'none_left'
  work: Work | null
  state: WorkState | null
  noneLeft: NoWorkLeft | null
  isSaving: boolean
  /** Submissions and skips that the server has not accepted yet. */
  pendingFinishes: number
  /** When the connection was lost; null while online. */
  unreachedSince: Date | null
  error: ViewError | null
  receipt: Receipt | null
  /** With `page`, the page must stay open until everything is saved. */
  durability: Durability
  doneToday: number
}

/** The view before anything is loaded. */
export const emptyView = {
  stage: 'loading',
  work: null,
  state: null,
  noneLeft: null,
  isSaving: false,
  pendingFinishes: 0,
  unreachedSince: null,
  error: null,
  receipt: null,
  durability: 'device',
} as const satisfies Omit<WorkView, 'doneToday'>

/** Whether undo reopens the last submission, because there is nothing to undo here. */
export function canReopen({ stage, state, receipt, error }: WorkView): boolean {
  if (!receipt?.reopenable || stage === 'loading' || blocksWork(error)) return false
  return Date.now() < receipt.reopenable.until && !state?.changes.length
}

/** Whether the page polls for work. A screening has its own polling. */
export function isWaitingForWork({ stage, noneLeft }: WorkView): boolean {
  return stage === 'none_left' && noneLeft?.kind !== 'screening_due'
}

export function toAnnotationShape(work: Work): RatableShape {
  const { flow, stepCount, asksExplanation, asksProgress } = work
  const optionCounts: Record<string, number> = {}
  const endings: Record<string, number[]> = {}
  for (const [step, options] of Object.entries(work.options)) {
    optionCounts[step] = options.length
    endings[step] = options.flatMap(({ endsSolution }, option) => (endsSolution ? [option] : []))
  }
  const errorTags = work.errorTags.map(({ tag }) => tag)
  const revealed = flow === 'solution' ? work.revealed : ('all' as const)
  return {
    flow,
    stepCount,
    optionCounts,
    endings,
    asksExplanation,
    asksProgress,
    errorTags,
    revealed,
  }
}

/** `fallback`: the kind for errors that are specific to the request. */
export function toViewError({ code, message }: AppError, fallback?: ViewError['kind']): ViewError {
  return { kind: chooseErrorKind(code, fallback), message, at: new Date() }
}

function chooseErrorKind(code: AppError['code'], fallback?: ViewError['kind']): ViewError['kind'] {
  if (code === 'unauthenticated') return 'signed_out'
  if (code === 'paused') return 'paused'
  return fallback ?? (code === 'lease_lost' || code === 'conflict' ? code : 'refused')
}
