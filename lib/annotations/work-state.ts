import type { Rating } from '@/lib/formats/record'
import {
  isWaitingForOptions,
  emptyAnnotationContent,
  findFirstErrorStep,
  findNote,
  listOptionRatings,
  type AnnotationContent,
  type NoteKind,
  type RatableShape,
} from './content'
import { toErrorAnswerEvent, updateErrorDetails, type ErrorQuestionAnswer } from './error-answer'
import type { AnnotationEventInput } from './state-fields'
import {
  isTargetAnswered,
  isSelectableTarget,
  findAdjacentTarget,
  findNoteTarget,
  findFirstUnansweredTarget,
  isEqualTarget,
  readRatingOfTarget,
  type RatableTarget,
  type WorkTarget,
} from './work-targets'

/** How and when an action happened. */
export type InputContext = Pick<AnnotationEventInput, 'inputMethod' | 'activeMs'>

/** A change that can be undone. */
export interface UndoableChange {
  target: WorkTarget
  /** The changed parts of the content, as they were before the change. */
  before: Partial<AnnotationContent>
}

/** An annotation being edited. `content` includes superseded ratings, so that they can come back. */
export interface WorkState {
  shape: RatableShape
  content: AnnotationContent
  currentTarget: WorkTarget
  changes: readonly UndoableChange[]
  /** Events that the server has not acknowledged. */
  events: readonly AnnotationEventInput[]
  lastEvent: number
}

export type WorkAction =
  /** Rates the current target, or the given one, and selects the next. */
  | ({ type: 'rate'; rating: Rating; target?: RatableTarget } & InputContext)
  /** Flow `step_choice`: chooses a positive option. */
  | ({ type: 'choose'; step: number; option: number } & InputContext)
  /** Flow `step_choice`: writes an option if none is positive. */
  | ({ type: 'write'; step: number; text: string } & InputContext)
  | (ErrorQuestionAnswer & InputContext)
  /** Sets a note on the current target; null removes it. */
  | ({ type: 'note'; kind: NoteKind; text: string | null } & InputContext)
  | ({ type: 'undo' } & InputContext)
  | ({ type: 'move'; by: 1 | -1 } & InputContext)
  | ({ type: 'select'; target: WorkTarget } & InputContext)
  | ({ type: 'finish' } & InputContext)
  /** The options of a step came from the server. */
  | { type: 'reveal'; shape: RatableShape }
  /** The server has everything up to this event. */
  | { type: 'acknowledge'; lastEvent: number }

type OmitContext<A> = A extends { activeMs: number } ? Omit<A, 'activeMs' | 'inputMethod'> : never
/** A user action without how and when it happened. */
export type WorkActionWithoutContext = OmitContext<WorkAction>

/** Size of the undo history. */
const maxChanges = 500

export function createWorkState(
  shape: RatableShape,
  draft: { content: AnnotationContent; lastEvent: number } | null,
): WorkState {
  const content = draft?.content ?? emptyAnnotationContent
  const lastEvent = draft?.lastEvent ?? 0
  return {
    shape,
    content,
    currentTarget: findFirstUnansweredTarget(content, shape),
    changes: [],
    events: [],
    lastEvent,
  }
}

export function applyWorkAction(state: WorkState, action: WorkAction): WorkState {
  switch (action.type) {
    case 'rate':
      return rate(state, action)
    case 'choose':
      return choose(state, action)
    case 'write':
      return write(state, action)
    case 'explain':
    case 'progress':
    case 'tag':
      return answerErrorQuestion(state, action)
    case 'note':
      return note(state, action)
    case 'undo':
      return undo(state, action)
    case 'move': {
      const { content, shape, currentTarget } = state
      return select(state, findAdjacentTarget(content, shape, currentTarget, action.by), action)
    }
    case 'select':
      return isSelectableTarget(state.content, state.shape, action.target)
        ? select(state, action.target, action)
        : state
    case 'finish':
      return addEvent(state, { kind: 'finish' }, action)
    case 'reveal':
      return reveal(state, action.shape)
    case 'acknowledge': {
      const events = state.events.filter(({ sequence }) => sequence > action.lastEvent)
      return { ...state, events }
    }
  }
}

type ActionOf<T extends WorkAction['type']> = Extract<WorkAction, { type: T }>

function rate(state: WorkState, action: ActionOf<'rate'>): WorkState {
  const { content, shape, currentTarget } = state
  const target = action.target ?? currentTarget
  if (target.kind !== 'step' && target.kind !== 'option') return state
  if (!isSelectableTarget(content, shape, target)) return state
  const { rating } = action
  const location = { ...locateTarget(target), rating }
  if (target.kind === 'step') {
    const steps = content.steps.toSpliced(target.step, 1, rating)
    return advance(change(state, target, { steps }, { kind: 'rate', ...location }, action), target)
  }
  const ratings = listOptionRatings(content, shape, target.step).with(target.option, rating)
  const options = { ...content.options, [target.step]: ratings }
  return advance(
    change(state, target, { options }, { kind: 'rate_option', ...location }, action),
    target,
  )
}

function choose(state: WorkState, action: ActionOf<'choose'>): WorkState {
  const { content, shape } = state
  const { step, option } = action
  const target = { kind: 'choice', step } as const
  if (!isSelectableTarget(content, shape, target)) return state
  if (listOptionRatings(content, shape, step)[option] !== 1) return state
  const choices = { ...content.choices, [step]: option }
  return advance(
    change(state, target, { choices }, { kind: 'choose', step, option }, action),
    target,
  )
}

function write(state: WorkState, action: ActionOf<'write'>): WorkState {
  const { content, shape } = state
  const { step } = action
  const target = { kind: 'write', step } as const
  const text = action.text.trim()
  if (!isSelectableTarget(content, shape, target) || text === '') return state
  const humanOptions = { ...content.humanOptions, [step]: text }
  const choices = { ...content.choices, [step]: 'human' as const }
  return advance(
    change(state, target, { humanOptions, choices }, { kind: 'write', step }, action),
    target,
  )
}

const targetKinds = { explain: 'explanation', progress: 'progress', tag: 'tags' } as const
const questionKinds: ReadonlySet<WorkTarget['kind']> = new Set(Object.values(targetKinds))

function answerErrorQuestion(
  state: WorkState,
  action: ActionOf<'explain' | 'progress' | 'tag'>,
): WorkState {
  const { content, shape } = state
  const step = findFirstErrorStep(content, shape)
  if (step === null) return state
  const target = { kind: targetKinds[action.type], step } as const
  if (!isSelectableTarget(content, shape, target)) return state
  const isCandidate = action.type === 'explain' && action.explanation.option !== null
  if (isCandidate && isWaitingForOptions(content, shape)) return state
  const details = content.errors[step] ?? { explanation: null, progress: null, tags: [] }
  const changedErrorDetails = updateErrorDetails(details, action, shape)
  if (changedErrorDetails === details) return state
  const errors = { ...content.errors, [step]: changedErrorDetails }
  const event = { kind: action.type, step, ...toErrorAnswerEvent(action) }
  const next = change(state, target, { errors }, event, action)
  // Several tags can apply, so the tags stay selected.
  return action.type === 'tag' ? { ...next, currentTarget: target } : advance(next, target)
}

function note(state: WorkState, action: ActionOf<'note'>): WorkState {
  const { content, shape, currentTarget } = state
  const { kind } = action
  const noteTarget = findNoteTarget(content, shape, currentTarget)
  if (noteTarget.step < 0) return state
  const text = action.text?.trim() ?? null
  const isEmpty = text === null || (text === '' && kind !== 'flag')
  const previousNote = findNote(content, { ...noteTarget, kind })
  if (isEmpty ? !previousNote : previousNote?.text === text) return state
  const otherNotes = content.notes.filter((otherNote) => otherNote !== previousNote)
  const notes = isEmpty ? otherNotes : [...otherNotes, { ...noteTarget, kind, text }]
  const detail = isEmpty ? `${kind} removed` : kind
  return change(state, currentTarget, { notes }, { kind: 'note', ...noteTarget, detail }, action)
}

function undo(state: WorkState, moment: InputContext): WorkState {
  const lastChange = state.changes.at(-1)
  if (!lastChange) return state
  const content = { ...state.content, ...lastChange.before }
  const { target } = lastChange
  const next = { ...state, content, changes: state.changes.slice(0, -1) }
  const currentTarget = isSelectableTarget(content, state.shape, target)
    ? target
    : findFirstUnansweredTarget(content, state.shape)
  const rating =
    target.kind === 'step' || target.kind === 'option'
      ? readRatingOfTarget(content, state.shape, target)
      : null
  return addEvent(
    { ...next, currentTarget },
    { kind: 'undo', ...locateTarget(target), rating },
    moment,
  )
}

function select(state: WorkState, target: WorkTarget | null, moment: InputContext): WorkState {
  if (!target || isEqualTarget(target, state.currentTarget)) return state
  const next = { ...state, currentTarget: target }
  return target.kind === 'done'
    ? next
    : addEvent(next, { kind: 'move', ...locateTarget(target) }, moment)
}

/** Selects the first unanswered target if the annotator was waiting for the options, or if the target is gone. */
function reveal(state: WorkState, shape: RatableShape): WorkState {
  const { content, currentTarget } = state
  if (currentTarget.kind !== 'options' && isSelectableTarget(content, shape, currentTarget))
    return { ...state, shape }
  return { ...state, shape, currentTarget: findFirstUnansweredTarget(content, shape) }
}

/** Replaces parts of the content and adds to the undo history. */
function change(
  state: WorkState,
  target: WorkTarget,
  parts: Partial<AnnotationContent>,
  event: Partial<AnnotationEventInput> & Pick<AnnotationEventInput, 'kind'>,
  moment: InputContext,
): WorkState {
  const names = Object.keys(parts) as (keyof AnnotationContent)[]
  const before = Object.fromEntries(names.map((name) => [name, state.content[name]]))
  const changes = [...state.changes.slice(-maxChanges + 1), { target, before }]
  return addEvent({ ...state, content: { ...state.content, ...parts }, changes }, event, moment)
}

/**
 * Selects the next target. Selects the first unanswered one instead after a new first error or an answer about it, and if
 * the next target is an answered question about the error.
 */
function advance(state: WorkState, from: WorkTarget): WorkState {
  const { content, shape } = state
  const isNewError = from.kind === 'step' && findFirstErrorStep(content, shape) === from.step
  const isErrorAnswer = from.kind === 'explanation' || from.kind === 'progress'
  const next = isNewError || isErrorAnswer ? null : findAdjacentTarget(content, shape, from, 1)
  // If it were selected, a digit meant for a later question would replace its answer.
  const isAnsweredQuestion =
    next !== null && questionKinds.has(next.kind) && isTargetAnswered(content, shape, next)
  if (next && !isAnsweredQuestion) return { ...state, currentTarget: next }
  return { ...state, currentTarget: findFirstUnansweredTarget(content, shape) }
}

function addEvent(
  state: WorkState,
  event: Partial<AnnotationEventInput> & Pick<AnnotationEventInput, 'kind'>,
  { inputMethod, activeMs }: InputContext,
): WorkState {
  const sequence = state.lastEvent + 1
  const noValues = { step: null, option: null, rating: null, detail: null }
  const completeEvent = { ...noValues, ...event, sequence, inputMethod, activeMs }
  return { ...state, events: [...state.events, completeEvent], lastEvent: sequence }
}

function locateTarget(target: WorkTarget): { step: number | null; option: number | null } {
  if (target.kind === 'done') return { step: null, option: null }
  return { step: target.step, option: target.kind === 'option' ? target.option : null }
}
