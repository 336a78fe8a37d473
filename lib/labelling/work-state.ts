import type { Rating } from '@/lib/formats/record'
import { readFinishReason } from './finish'

/** How much there is to rate. Steps and options are 0-based. */
export interface WorkShape {
  stepCount: number
  /** How many alternatives there are at a step; they are rated where that step is the first error. */
  optionCounts: Readonly<Record<number, number>>
}

/** What can be lit: the keys act on it. `done`: nothing is left to rate. */
export type Target =
  { kind: 'step'; step: number } | { kind: 'option'; option: number } | { kind: 'done' }

export type RatedTarget = Exclude<Target, { kind: 'done' }>

export interface WorkEvent {
  sequence: number
  kind: 'rate' | 'rate_option' | 'undo' | 'move' | 'finish'
  step: number | null
  option: number | null
  rating: Rating | null
  inputMethod: 'key' | 'pointer' | 'touch'
  activeMs: number
}

/** How and when something was done. */
export type Moment = Pick<WorkEvent, 'inputMethod' | 'activeMs'>

/** What a change did, so that it can be taken back. */
interface Change {
  target: RatedTarget
  /** The step at which the option stood; the step itself otherwise. */
  step: number
  before: Rating | null
}

/**
 * A labelling in work. `given` has a rating for each step that was ever rated, from the first on, also past the first
 * error: those are set aside, and raising the error or undo brings them back. What counts is `listRatings`.
 */
export interface WorkState {
  shape: WorkShape
  given: readonly Rating[]
  /** Ratings of the alternatives by step: those at the first error count, the others are set aside too. */
  givenOptions: Readonly<Record<number, readonly (Rating | null)[]>>
  lit: Target
  changes: readonly Change[]
  /** What the server has not acknowledged yet. */
  events: readonly WorkEvent[]
  lastEvent: number
}

export type WorkAction =
  /** Rates what is lit, or another target that can be rated, and goes on to the next. */
  | ({ type: 'rate'; rating: Rating; target?: RatedTarget } & Moment)
  | ({ type: 'undo' } & Moment)
  | ({ type: 'move'; by: 1 | -1 } & Moment)
  | ({ type: 'light'; target: Target } & Moment)
  | ({ type: 'finish' } & Moment)
  /** The server has everything up to this event. */
  | { type: 'acknowledge'; lastEvent: number }

/** What the server, or this device, has of a labelling. */
export interface Draft {
  ratings: readonly Rating[]
  optionRatings: readonly (Rating | null)[]
  lastEvent: number
}

export function startWork(shape: WorkShape, draft: Draft | null): WorkState {
  const given = draft?.ratings ?? []
  const error = given.indexOf(-1)
  const state: WorkState = {
    shape,
    given,
    givenOptions: draft && error !== -1 ? { [error]: draft.optionRatings } : {},
    lit: { kind: 'done' },
    changes: [],
    events: [],
    lastEvent: draft?.lastEvent ?? 0,
  }
  return { ...state, lit: findUnrated(state) }
}

export function changeWork(state: WorkState, action: WorkAction): WorkState {
  switch (action.type) {
    case 'rate':
      return rate(state, action)
    case 'undo':
      return undo(state, action)
    case 'move':
      return light(state, targetAt(state, positionOf(state, state.lit) + action.by), action)
    case 'light':
      return canLight(state, action.target) ? light(state, action.target, action) : state
    case 'finish':
      return addEvent(state, 'finish', null, null, action)
    case 'acknowledge':
      return {
        ...state,
        events: state.events.filter(({ sequence }) => sequence > action.lastEvent),
      }
  }
}

function rate(state: WorkState, action: Extract<WorkAction, { type: 'rate' }>): WorkState {
  const target = action.target ?? state.lit
  if (target.kind === 'done' || !canLight(state, target)) return state
  const { rating } = action
  const step = target.kind === 'step' ? target.step : findError(state)
  const change = { target, step, before: readRating(state, target) }
  const next = {
    ...setRating(state, target, step, rating),
    changes: [...state.changes, change],
  }
  const kind = target.kind === 'step' ? 'rate' : 'rate_option'
  return { ...addEvent(next, kind, change, rating, action), lit: findNext(next, target) }
}

function undo(state: WorkState, moment: Moment): WorkState {
  const change = state.changes.at(-1)
  if (!change) return state
  const before = setRating(state, change.target, change.step, change.before)
  return addEvent(
    {
      ...before,
      changes: state.changes.slice(0, -1),
      lit: change.target,
    },
    'undo',
    change,
    change.before,
    moment,
  )
}

function light(state: WorkState, target: Target | null, moment: Moment): WorkState {
  if (!target || isSameTarget(target, state.lit)) return state
  const next = { ...state, lit: target }
  if (target.kind === 'done') return next
  const step = target.kind === 'step' ? target.step : findError(state)
  return addEvent(next, 'move', { target, step, before: null }, null, moment)
}

/** Only the last rating is ever taken away, and that only by undo. */
function setRating(
  state: WorkState,
  target: RatedTarget,
  step: number,
  rating: Rating | null,
): WorkState {
  if (target.kind === 'step') {
    const rated = rating === null ? [] : [rating]
    return { ...state, given: state.given.toSpliced(step, 1, ...rated) }
  }
  const ratings = listOptions(state, step).with(target.option, rating)
  return { ...state, givenOptions: { ...state.givenOptions, [step]: ratings } }
}

function addEvent(
  state: WorkState,
  kind: WorkEvent['kind'],
  where: Change | null,
  rating: Rating | null,
  { inputMethod, activeMs }: Moment,
): WorkState {
  const sequence = state.lastEvent + 1
  const option = where?.target.kind === 'option' ? where.target.option : null
  const step = where?.step ?? null
  const event = { sequence, kind, step, option, rating, inputMethod, activeMs }
  return { ...state, events: [...state.events, event], lastEvent: sequence }
}

/** The ratings that count: from the first step up to the first error. */
export function listRatings({ given }: Pick<WorkState, 'given'>): readonly Rating[] {
  const error = given.indexOf(-1)
  return error === -1 ? given : given.slice(0, error + 1)
}

/** Ratings of the alternatives at the first error; empty where there is none, or they have none. */
export function listOptionRatings(state: WorkState): readonly (Rating | null)[] {
  const error = findError(state)
  return error === -1 ? [] : listOptions(state, error)
}

/** The step of the first error, or -1. */
export function findError({ given }: Pick<WorkState, 'given'>): number {
  return given.indexOf(-1)
}

export function readRating(state: WorkState, target: RatedTarget): Rating | null {
  if (target.kind === 'option') return listOptionRatings(state)[target.option] ?? null
  return state.given[target.step] ?? null
}

/** `solution` or `found_error` once nothing is missing. */
export function readReadyReason(state: WorkState): 'solution' | 'found_error' | null {
  if (listOptionRatings(state).includes(null)) return null
  return readFinishReason({ stepCount: state.shape.stepCount, ratings: listRatings(state) })
}

export function isSameTarget(one: Target, other: Target): boolean {
  if (one.kind === 'step') return other.kind === 'step' && one.step === other.step
  if (one.kind === 'option') return other.kind === 'option' && one.option === other.option
  return other.kind === 'done'
}

/** Whether it can be lit and rated now: rated steps, the next one, and at an error its alternatives. */
export function canLight(state: WorkState, target: Target): boolean {
  const position = positionOf(state, target)
  const there = targetAt(state, position)
  return there !== null && isSameTarget(there, target)
}

function listOptions(state: WorkState, step: number): readonly (Rating | null)[] {
  const count = state.shape.optionCounts[step] ?? 0
  const given = state.givenOptions[step] ?? []
  return Array.from({ length: count }, (_, option) => given[option] ?? null)
}

/** Steps that can be rated: those that are, and the one after them unless the last is the error. */
function countReachable(state: WorkState): number {
  const error = findError(state)
  return error === -1 ? Math.min(state.given.length + 1, state.shape.stepCount) : error + 1
}

/** Targets stand in one row: steps, then the alternatives at the error, then `done`. */
function positionOf(state: WorkState, target: Target): number {
  if (target.kind === 'step') return target.step
  const steps = countReachable(state)
  if (target.kind === 'option') return steps + target.option
  return steps + listOptionRatings(state).length
}

function targetAt(state: WorkState, position: number): Target | null {
  const steps = countReachable(state)
  const options = listOptionRatings(state).length
  if (position < 0) return null
  if (position < steps) return { kind: 'step', step: position }
  if (position < steps + options) return { kind: 'option', option: position - steps }
  return position === steps + options && readReadyReason(state) ? { kind: 'done' } : null
}

/** After a rating: the next one in the row; past the last, whatever is unrated. */
function findNext(state: WorkState, target: RatedTarget): Target {
  const isNewError = target.kind === 'step' && findError(state) === target.step
  if (isNewError) return findUnrated(state)
  const next = targetAt(state, positionOf(state, target) + 1)
  return next ?? findUnrated(state)
}

/** The first target without a rating, or `done`. */
function findUnrated(state: WorkState): Target {
  const option = listOptionRatings(state).indexOf(null)
  if (option !== -1) return { kind: 'option', option }
  if (readReadyReason(state)) return { kind: 'done' }
  return { kind: 'step', step: listRatings(state).length }
}
