import type { WorkShape } from '@/lib/annotations/content'
import type { WorkState } from '@/lib/annotations/work-state'
import type { AppError } from '@/lib/platform/errors'
import type { NoneLeft, Work } from './call-work'
import type { Keeps } from './outbox'

/** What will not pass by itself. What is on screen stays there. */
export interface Trouble {
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
export function stopsWork(trouble: Trouble | null): boolean {
  const kind = trouble?.kind
  return kind === 'lease_lost' || kind === 'conflict' || kind === 'paused'
}

/** What became of the last one. */
export interface Receipt {
  words: string
  /** What can be opened again, and until when, as `Date.now()` counts. */
  reopens: { annotation: string; until: number } | null
}

export interface WorkView {
  stage: 'loading' | 'work' | 'none_left'
  work: Work | null
  state: WorkState | null
  noneLeft: NoneLeft | null
  isSaving: boolean
  /** Finished here and not yet taken by the server. */
  underWay: number
  /** Since when the server cannot be reached. */
  unreachedSince: Date | null
  trouble: Trouble | null
  receipt: Receipt | null
  /** `page`: this browser keeps nothing, so the page must stay open until everything is saved. */
  keeps: Keeps
  doneToday: number
}

/** Before anything has come. */
export const emptyView = {
  stage: 'loading',
  work: null,
  state: null,
  noneLeft: null,
  isSaving: false,
  underWay: 0,
  unreachedSince: null,
  trouble: null,
  receipt: null,
  keeps: 'device',
} as const satisfies Omit<WorkView, 'doneToday'>

/** Whether there is nothing to undo here, so that undoing opens the last submitted again. */
export function canReopen({ stage, state, receipt, trouble }: WorkView): boolean {
  if (!receipt?.reopens || stage === 'loading' || stopsWork(trouble)) return false
  return Date.now() < receipt.reopens.until && !state?.changes.length
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
export function describeTrouble({ code, message }: AppError, asked?: Trouble['kind']): Trouble {
  return { kind: nameTrouble(code, asked), message, at: new Date() }
}

function nameTrouble(code: AppError['code'], asked?: Trouble['kind']): Trouble['kind'] {
  if (code === 'unauthenticated') return 'signed_out'
  if (code === 'paused') return 'paused'
  return asked ?? (code === 'lease_lost' || code === 'conflict' ? code : 'refused')
}
