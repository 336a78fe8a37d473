import type { WorkShape } from '@/lib/annotations/content'
import type { WorkState } from '@/lib/annotations/work-state'
import type { AppError } from '@/lib/platform/errors'
import type { NoneLeft, Work } from './work-calls'
import type { Durability } from './outbox'

/** What will not pass by itself. What is on screen stays there. */
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

/** Nothing can be handed in before something is done about it. */
export function blocksWork(error: ViewError | null): boolean {
  const kind = error?.kind
  return kind === 'lease_lost' || kind === 'conflict' || kind === 'paused'
}

/** What became of the last one. */
export interface Receipt {
  message: string
  /** What can be opened again, and until when, as `Date.now()` counts. */
  reopenable: { annotation: string; until: number } | null
}

export interface WorkView {
  stage: 'loading' | 'work' | 'none_left'
  work: Work | null
  state: WorkState | null
  noneLeft: NoneLeft | null
  isSaving: boolean
  /** Finished here and not yet taken by the server. */
  pendingFinishes: number
  /** Since when the server cannot be reached. */
  unreachedSince: Date | null
  error: ViewError | null
  receipt: Receipt | null
  /** `page`: this browser keeps nothing, so the page must stay open until everything is saved. */
  durability: Durability
  doneToday: number
}

/** Before anything has come. */
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

/** Whether there is nothing to undo here, so that undoing opens the last submitted again. */
export function canReopen({ stage, state, receipt, error }: WorkView): boolean {
  if (!receipt?.reopenable || stage === 'loading' || blocksWork(error)) return false
  return Date.now() < receipt.reopenable.until && !state?.changes.length
}

/** For something to be served, and nothing else: a screening says itself when it goes on. */
export function isWaiting({ stage, noneLeft }: WorkView): boolean {
  return stage === 'none_left' && noneLeft?.kind !== 'screening_due'
}

export function describeShape(work: Work): WorkShape {
  const { flow, stepCount, asksExplanation, asksProgress } = work
  const optionCounts: Record<string, number> = {}
  const endings: Record<string, number[]> = {}
  for (const [step, options] of Object.entries(work.options)) {
    optionCounts[step] = options.length
    endings[step] = options.flatMap(({ endsSolution }, option) => (endsSolution ? [option] : []))
  }
  const errorTags = work.errorTags.map(({ tag }) => tag)
  return { flow, stepCount, optionCounts, endings, asksExplanation, asksProgress, errorTags }
}

/** `asked`: what a refusal is of what was asked; who is signed out or paused is so whatever was asked. */
export function toViewError({ code, message }: AppError, fallback?: ViewError['kind']): ViewError {
  return { kind: chooseErrorKind(code, fallback), message, at: new Date() }
}

function chooseErrorKind(code: AppError['code'], fallback?: ViewError['kind']): ViewError['kind'] {
  if (code === 'unauthenticated') return 'signed_out'
  if (code === 'paused') return 'paused'
  return fallback ?? (code === 'lease_lost' || code === 'conflict' ? code : 'refused')
}
