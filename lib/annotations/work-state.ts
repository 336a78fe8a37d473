import type { Rating } from '@/lib/formats/record'
import {
  emptyContent,
  findError,
  findNote,
  listOptions,
  type ErrorSaid,
  type Explanation,
  type AnnotationContent,
  type NoteKind,
  type Progress,
  type WorkShape,
} from './content'
import type { SentEvent } from './state-fields'
import {
  canLight,
  findNeighbour,
  findNotePlace,
  findUnanswered,
  isSameTarget,
  readRating,
  type RatedTarget,
  type Target,
} from './targets'

export type WorkEvent = SentEvent

/** How and when something was done. */
export type Moment = Pick<WorkEvent, 'inputMethod' | 'activeMs'>

/** What a change did, so that it can be taken back. */
interface Change {
  target: Target
  /** Those parts of the content that it replaced, as they were. */
  before: Partial<AnnotationContent>
}

/** An annotation in work. `content` keeps what is set aside too: raising an error or undo brings it back. */
export interface WorkState {
  shape: WorkShape
  content: AnnotationContent
  lit: Target
  changes: readonly Change[]
  /** What the server has not acknowledged yet. */
  events: readonly WorkEvent[]
  lastEvent: number
}

export type WorkAction =
  /** Rates what is lit, or another target that can be rated, and goes on to the next. */
  | ({ type: 'rate'; rating: Rating; target?: RatedTarget } & Moment)
  /** Flow `step_choice`: takes a positive option as the next step of the path. */
  | ({ type: 'choose'; step: number; option: number } & Moment)
  /** Flow `step_choice`: one's own option, where none is positive. */
  | ({ type: 'write'; step: number; text: string } & Moment)
  | ({ type: 'explain'; explanation: Explanation } & Moment)
  | ({ type: 'progress'; progress: Progress } & Moment)
  /** Puts a kind of error on the list, or takes it off. */
  | ({ type: 'tag'; tag: string } & Moment)
  /** Says something beside what is lit; null takes it away. */
  | ({ type: 'note'; kind: NoteKind; text: string | null } & Moment)
  | ({ type: 'undo' } & Moment)
  | ({ type: 'move'; by: 1 | -1 } & Moment)
  | ({ type: 'light'; target: Target } & Moment)
  | ({ type: 'finish' } & Moment)
  /** The server has everything up to this event. */
  | { type: 'acknowledge'; lastEvent: number }

/** So many changes can be taken back. */
const maxChanges = 500

export function startWork(
  shape: WorkShape,
  draft: { content: AnnotationContent; lastEvent: number } | null,
): WorkState {
  const content = draft?.content ?? emptyContent
  const lastEvent = draft?.lastEvent ?? 0
  return { shape, content, lit: findUnanswered(content, shape), changes: [], events: [], lastEvent }
}

export function changeWork(state: WorkState, action: WorkAction): WorkState {
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
      return sayOfError(state, action)
    case 'note':
      return note(state, action)
    case 'undo':
      return undo(state, action)
    case 'move': {
      const { content, shape, lit } = state
      return light(state, findNeighbour(content, shape, lit, action.by), action)
    }
    case 'light':
      return canLight(state.content, state.shape, action.target)
        ? light(state, action.target, action)
        : state
    case 'finish':
      return addEvent(state, { kind: 'finish' }, action)
    case 'acknowledge': {
      const events = state.events.filter(({ sequence }) => sequence > action.lastEvent)
      return { ...state, events }
    }
  }
}

type Act<T extends WorkAction['type']> = Extract<WorkAction, { type: T }>

function rate(state: WorkState, action: Act<'rate'>): WorkState {
  const { content, shape, lit } = state
  const target = action.target ?? lit
  if (target.kind !== 'step' && target.kind !== 'option') return state
  if (!canLight(content, shape, target)) return state
  const { rating } = action
  const said = { ...describePlace(target), rating }
  if (target.kind === 'step') {
    const steps = content.steps.toSpliced(target.step, 1, rating)
    return goOn(change(state, target, { steps }, { kind: 'rate', ...said }, action), target)
  }
  const ratings = listOptions(content, shape, target.step).with(target.option, rating)
  const options = { ...content.options, [target.step]: ratings }
  return goOn(change(state, target, { options }, { kind: 'rate_option', ...said }, action), target)
}

function choose(state: WorkState, action: Act<'choose'>): WorkState {
  const { content, shape } = state
  const { step, option } = action
  const target = { kind: 'choice', step } as const
  if (!canLight(content, shape, target)) return state
  if (listOptions(content, shape, step)[option] !== 1) return state
  const choices = { ...content.choices, [step]: option }
  return goOn(change(state, target, { choices }, { kind: 'choose', step, option }, action), target)
}

function write(state: WorkState, action: Act<'write'>): WorkState {
  const { content, shape } = state
  const { step } = action
  const target = { kind: 'write', step } as const
  const text = action.text.trim()
  if (!canLight(content, shape, target) || text === '') return state
  const written = { ...content.written, [step]: text }
  const choices = { ...content.choices, [step]: 'human' as const }
  return goOn(change(state, target, { written, choices }, { kind: 'write', step }, action), target)
}

const saidKinds = { explain: 'explanation', progress: 'progress', tag: 'tags' } as const

function sayOfError(state: WorkState, action: Act<'explain' | 'progress' | 'tag'>): WorkState {
  const { content, shape } = state
  const step = findError(content, shape)
  const target = { kind: saidKinds[action.type], step } as const
  if (!canLight(content, shape, target)) return state
  const said = content.errors[step] ?? { explanation: null, progress: null, tags: [] }
  const changed = changeSaid(said, action, shape)
  if (changed === said) return state
  const errors = { ...content.errors, [step]: changed }
  const event = { kind: action.type, step, ...detailSaid(action) }
  const next = change(state, target, { errors }, event, action)
  // Several kinds may be meant: one goes on by hand.
  return action.type === 'tag' ? { ...next, lit: target } : goOn(next, target)
}

function changeSaid(
  said: ErrorSaid,
  action: Act<'explain' | 'progress' | 'tag'>,
  { errorTags }: WorkShape,
): ErrorSaid {
  switch (action.type) {
    case 'explain': {
      const { explanation } = action
      if (explanation.option !== null) return { ...said, explanation }
      const text = explanation.text.trim()
      return text === '' ? said : { ...said, explanation: { option: null, text } }
    }
    case 'progress':
      return { ...said, progress: action.progress }
    case 'tag': {
      const { tag } = action
      if (said.tags.includes(tag)) return { ...said, tags: said.tags.filter((one) => one !== tag) }
      return errorTags.includes(tag) ? { ...said, tags: [...said.tags, tag] } : said
    }
  }
}

function detailSaid(action: Act<'explain' | 'progress' | 'tag'>) {
  switch (action.type) {
    case 'explain':
      return { option: action.explanation.option }
    case 'progress':
      return { detail: action.progress }
    case 'tag':
      return { detail: action.tag }
  }
}

function note(state: WorkState, action: Act<'note'>): WorkState {
  const { content, shape, lit } = state
  const { kind } = action
  const place = findNotePlace(content, shape, lit)
  if (place.step < 0) return state
  const text = action.text?.trim() ?? null
  const isEmpty = text === null || (text === '' && kind !== 'flag')
  const before = findNote(content, { ...place, kind })
  if (isEmpty ? !before : before?.text === text) return state
  const others = content.notes.filter((one) => one !== before)
  const notes = isEmpty ? others : [...others, { ...place, kind, text }]
  const detail = isEmpty ? `${kind} taken off` : kind
  return change(state, lit, { notes }, { kind: 'note', ...place, detail }, action)
}

function undo(state: WorkState, moment: Moment): WorkState {
  const last = state.changes.at(-1)
  if (!last) return state
  const content = { ...state.content, ...last.before }
  const { target } = last
  const next = { ...state, content, changes: state.changes.slice(0, -1) }
  const lit = canLight(content, state.shape, target) ? target : findUnanswered(content, state.shape)
  const rating =
    target.kind === 'step' || target.kind === 'option'
      ? readRating(content, state.shape, target)
      : null
  return addEvent({ ...next, lit }, { kind: 'undo', ...describePlace(target), rating }, moment)
}

function light(state: WorkState, target: Target | null, moment: Moment): WorkState {
  if (!target || isSameTarget(target, state.lit)) return state
  const next = { ...state, lit: target }
  return target.kind === 'done'
    ? next
    : addEvent(next, { kind: 'move', ...describePlace(target) }, moment)
}

/** Replaces parts of the content, and remembers what was. */
function change(
  state: WorkState,
  target: Target,
  parts: Partial<AnnotationContent>,
  event: Partial<WorkEvent> & Pick<WorkEvent, 'kind'>,
  moment: Moment,
): WorkState {
  const names = Object.keys(parts) as (keyof AnnotationContent)[]
  const before = Object.fromEntries(names.map((name) => [name, state.content[name]]))
  const changes = [...state.changes.slice(-maxChanges + 1), { target, before }]
  return addEvent({ ...state, content: { ...state.content, ...parts }, changes }, event, moment)
}

/**
 * After a rating: the next one; past the last, whatever is unanswered. After a new first error, and what is said of one:
 * the first thing that is unanswered.
 */
function goOn(state: WorkState, from: Target): WorkState {
  const { content, shape } = state
  const isNewError = from.kind === 'step' && findError(content, shape) === from.step
  const isSaid = from.kind === 'explanation' || from.kind === 'progress'
  const next = isNewError || isSaid ? null : findNeighbour(content, shape, from, 1)
  return { ...state, lit: next ?? findUnanswered(content, shape) }
}

function addEvent(
  state: WorkState,
  event: Partial<WorkEvent> & Pick<WorkEvent, 'kind'>,
  { inputMethod, activeMs }: Moment,
): WorkState {
  const sequence = state.lastEvent + 1
  const whole = {
    step: null,
    option: null,
    rating: null,
    detail: null,
    ...event,
    sequence,
    inputMethod,
    activeMs,
  }
  return { ...state, events: [...state.events, whole], lastEvent: sequence }
}

function describePlace(target: Target): { step: number | null; option: number | null } {
  if (target.kind === 'done') return { step: null, option: null }
  return { step: target.step, option: target.kind === 'option' ? target.option : null }
}
