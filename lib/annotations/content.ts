import type { Flow, noteKinds, progressLevels, Rating } from '@/lib/formats/record'

/** How far the solution had come before its first error. */
export type Progress = (typeof progressLevels)[number]

/** `flag`: unsure, asks for guidance. `bad_split`: the step should be two, or one with its neighbour. */
export type NoteKind = (typeof noteKinds)[number]

/** Something said beside a step (`option` null) or beside one of the options at it. Only a flag may be without words. */
export interface Note {
  step: number
  option: number | null
  kind: NoteKind
  text: string
}

/** What the mistake is: one of the candidates by position, or own words (`option` null). */
export type Explanation = { option: number } | { option: null; text: string }

/** What is said of the first error beyond its rating. */
export interface ErrorSaid {
  explanation: Explanation | null
  progress: Progress | null
  tags: readonly string[]
}

/** What goes on as the path at a step of the step-choice flow. */
export type Choice = number | 'human'

/**
 * What an annotator has said of a solution, also what does not count at the moment: ratings after an error, options at
 * a step that is no error any more. The functions below say what counts. Steps and options are 0-based; in flow
 * `solution` option 0 is the first alternative, in `step_choice` the first of all.
 */
export interface AnnotationContent {
  /** Flow `solution`: the rating of each step; null is unrated. */
  steps: readonly (Rating | null)[]
  /** Ratings of the options by step. */
  options: Readonly<Record<number, readonly (Rating | null)[]>>
  /** Flow `step_choice`: what was chosen, and the human options, by step. */
  choices: Readonly<Record<number, Choice>>
  written: Readonly<Record<number, string>>
  notes: readonly Note[]
  /** By the step of the error that it is said of. */
  errors: Readonly<Record<number, ErrorSaid>>
}

/** How much there is to say. */
export interface WorkShape {
  flow: Flow
  stepCount: number
  /** Flow `solution`: how many alternatives there are at a step; `step_choice`: how many options. */
  optionCounts: Readonly<Record<number, number>>
  /** Flow `step_choice`: options that state the final answer; choosing one ends the solution. */
  endings: Readonly<Record<number, readonly number[]>>
  asksExplanation: boolean
  asksProgress: boolean
  errorTags: readonly string[]
}

export const emptyContent: AnnotationContent = {
  steps: [],
  options: {},
  choices: {},
  written: {},
  notes: [],
  errors: {},
}

const nothingSaid: ErrorSaid = { explanation: null, progress: null, tags: [] }

/**
 * The ratings that count: of the steps up to the first error or the first unrated one; in `step_choice` of what was
 * chosen, where a human option counts as +1.
 */
export function listRatings(content: AnnotationContent, shape: WorkShape): readonly Rating[] {
  if (shape.flow === 'step_choice')
    return Array.from({ length: countChosen(content, shape) }, () => 1 as const)
  const end = content.steps.findIndex((rating) => rating === null || rating === -1)
  if (end === -1) return content.steps as readonly Rating[]
  return content.steps.slice(0, content.steps[end] === -1 ? end + 1 : end) as readonly Rating[]
}

/** Ratings of flow `solution` that are set aside. */
export function listAside(
  content: AnnotationContent,
  shape: WorkShape,
): readonly (Rating | null)[] {
  if (shape.flow === 'step_choice') return []
  return content.steps.slice(listRatings(content, shape).length)
}

/** The step of the first error, or -1: in `step_choice` there is none, as only positive options are chosen. */
export function findError(content: AnnotationContent, shape: WorkShape): number {
  if (shape.flow === 'step_choice') return -1
  const end = content.steps.findIndex((rating) => rating === null || rating === -1)
  return end !== -1 && content.steps[end] === -1 ? end : -1
}

/** Ratings of all options at a step; empty where it has none. */
export function listOptions(
  content: AnnotationContent,
  shape: WorkShape,
  step: number,
): readonly (Rating | null)[] {
  const given = content.options[step]
  const count = shape.optionCounts[step] ?? 0
  if (given?.length === count) return given
  return Array.from({ length: count }, (_, option) => given?.[option] ?? null)
}

/** The options at the first error; empty where there is no error, or it has none. */
export function listErrorOptions(
  content: AnnotationContent,
  shape: WorkShape,
): readonly (Rating | null)[] {
  const error = findError(content, shape)
  return error === -1 ? [] : listOptions(content, shape, error)
}

/** What is said of the first error. */
export function readErrorSaid(content: AnnotationContent, shape: WorkShape): ErrorSaid {
  return content.errors[findError(content, shape)] ?? nothingSaid
}

/**
 * What goes on at a step: the only positive option by itself, one of several where it was chosen, the human option where
 * there is none. Null while options are unrated, nothing is chosen or written, or what was chosen is not positive.
 */
export function readChoice(
  content: AnnotationContent,
  shape: WorkShape,
  step: number,
): Choice | null {
  const options = listOptions(content, shape, step)
  if (options.includes(null)) return null
  const positive = options.flatMap((rating, option) => (rating === 1 ? [option] : []))
  if (positive.length === 0) return content.written[step]?.trim() ? 'human' : null
  const choice = content.choices[step]
  if (positive.length === 1) return positive[0]!
  return typeof choice === 'number' && positive.includes(choice) ? choice : null
}

/** Steps of the path of flow `step_choice`, from the first: a final answer ends it. */
export function countChosen(content: AnnotationContent, shape: WorkShape): number {
  for (let step = 0; step < shape.stepCount; step += 1) {
    const choice = readChoice(content, shape, step)
    if (choice === null) return step
    if (endsPath(shape, step, choice)) return step + 1
  }
  return shape.stepCount
}

/** Whether the path of flow `step_choice` is whole: it ends in a final answer, or there is no further step. */
export function isPathWhole(content: AnnotationContent, shape: WorkShape): boolean {
  const last = countChosen(content, shape) - 1
  const choice = last < 0 ? null : readChoice(content, shape, last)
  return choice !== null && (endsPath(shape, last, choice) || last === shape.stepCount - 1)
}

function endsPath(shape: WorkShape, step: number, choice: Choice): boolean {
  return choice !== 'human' && (shape.endings[step]?.includes(choice) ?? false)
}

/** A note of a kind at a place; undefined where there is none. */
export function findNote(
  { notes }: Pick<AnnotationContent, 'notes'>,
  at: Pick<Note, 'step' | 'option' | 'kind'>,
): Note | undefined {
  return notes.find(
    ({ step, option, kind }) => step === at.step && option === at.option && kind === at.kind,
  )
}
