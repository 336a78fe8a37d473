import type { WorkShape, WorkState } from '@/lib/labelling/work-state'
import type { AppError } from '@/lib/platform/errors'
import type { NoneLeft, Work } from './call-work'

/** What will not pass by itself. What is on screen stays there. */
export interface Trouble {
  kind: 'lease_lost' | 'conflict' | 'finish_refused' | 'signed_out' | 'refused'
  message: string
  at: Date
}

/** Nothing can be handed in before something is done about it. */
export function stopsWork(trouble: Trouble | null): boolean {
  return trouble?.kind === 'lease_lost' || trouble?.kind === 'conflict'
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
  /** What became of the last one, in words. */
  receipt: string | null
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
} as const satisfies Omit<WorkView, 'doneToday'>

export function describeShape(work: Work): WorkShape {
  const optionCounts: Record<string, number> = {}
  for (const [step, options] of Object.entries(work.options)) optionCounts[step] = options.length
  return { stepCount: work.steps.length, optionCounts }
}

export function isSameRatings(one: WorkState, other: WorkState): boolean {
  return one.given === other.given && one.givenOptions === other.givenOptions
}

export function nameTrouble({ code }: AppError): Trouble['kind'] {
  return code === 'lease_lost' || code === 'conflict' ? code : 'refused'
}
