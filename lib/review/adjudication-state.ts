import type { Rating } from '@/lib/formats/record'
import { findFirstErrorStep, listRatings } from '@/lib/annotations/content'
import { findUnanswered } from '@/lib/annotations/targets'
import { changeWork, startWork, type WorkState } from '@/lib/annotations/work-state'

/** An annotation that can be adopted as it is. */
export interface AdoptableAnnotation {
  annotation: string
  ratings: readonly (Rating | null)[]
}

/**
 * The adjudication being edited: the state and actions of an annotation, plus adopting another annotation's ratings.
 */
export function startAdjudication(stepCount: number, ratings: readonly Rating[]): WorkState {
  const shape = {
    flow: 'solution' as const,
    ...{ stepCount, optionCounts: {}, endings: {} },
    ...{ asksExplanation: false, asksProgress: false, errorTags: [] },
    revealed: 'all' as const,
  }
  const content = {
    steps: ratings,
    options: {},
    choices: {},
    humanOptions: {},
    notes: [],
    errors: {},
  }
  return startWork(shape, { content, lastEvent: 0 })
}

/** Adopts all ratings of an annotation. Undo restores the previous ratings. */
export function adoptRatings(state: WorkState, ratings: readonly (Rating | null)[]): WorkState {
  const before = { steps: state.content.steps }
  const content = { ...state.content, steps: ratings }
  return {
    ...state,
    content,
    currentTarget: findUnanswered(content, state.shape),
    changes: [...state.changes, { target: state.currentTarget, before }],
  }
}

const keyInput = { inputMethod: 'key', activeMs: 0 } as const

export const rateStep = (state: WorkState, step: number | null, rating: Rating): WorkState =>
  changeWork(state, {
    ...{ type: 'rate' as const, rating },
    ...(step === null ? {} : { target: { kind: 'step' as const, step } }),
    ...keyInput,
  })

export const selectStep = (state: WorkState, step: number): WorkState =>
  changeWork(state, { type: 'select', target: { kind: 'step', step }, ...keyInput })

export const moveSelection = (state: WorkState, by: 1 | -1): WorkState =>
  changeWork(state, { type: 'move', by, ...keyInput })

export const undoChange = (state: WorkState): WorkState =>
  changeWork(state, { type: 'undo', ...keyInput })

/** The ratings that count: up to the first error. */
export const getFinalRatings = ({ content, shape }: WorkState): readonly Rating[] =>
  listRatings(content, shape)

/** The finish reason; null while ratings are missing. */
export function getFinalOutcome({ content, shape }: WorkState): 'solution' | 'found_error' | null {
  if (findFirstErrorStep(content, shape) !== -1) return 'found_error'
  return listRatings(content, shape).length === shape.stepCount ? 'solution' : null
}

/** The annotation with exactly these ratings; null if there is none. */
export function findAdoptedAnnotation(
  state: WorkState,
  annotations: readonly AdoptableAnnotation[],
): string | null {
  const ratings = getFinalRatings(state)
  if (getFinalOutcome(state) === null) return null
  const match = annotations.find(
    (one) =>
      one.ratings.length === ratings.length &&
      one.ratings.every((rating, i) => rating === ratings[i]),
  )
  return match?.annotation ?? null
}

/**
 * Moves an adjudication to repaired steps. Ratings follow unchanged steps; replaced steps must be rated again. Clears
 * the undo history.
 * @param before step ids before the repairs
 * @param after step ids after the repairs
 */
export function remapAdjudication(
  state: WorkState,
  before: readonly number[],
  after: readonly number[],
): WorkState {
  const ratingsById = new Map(before.map((id, step) => [id, state.content.steps[step] ?? null]))
  const ratings = after.map((id) => ratingsById.get(id) ?? null)
  const content = { ...state.content, steps: ratings }
  const shape = { ...state.shape, stepCount: after.length }
  return { ...state, shape, content, currentTarget: findUnanswered(content, shape), changes: [] }
}
