import { findFirstError } from '@/lib/formats/annotation-rules'
import type { Flow, noteKinds, solutionProgressLevels, Rating } from '@/lib/formats/record'
import type { ContentSettings } from './annotation-settings'

/** Progress before the first error. */
export type SolutionProgressLevel = (typeof solutionProgressLevels)[number]

/** `flag`: unsure, asks for guidance. `bad_split`: the step should be split or merged. */
export type NoteKind = (typeof noteKinds)[number]

/** A note on a step (`option` null) or on one of its options. Only a flag may have no text. */
export interface AnnotationNote {
  step: number
  option: number | null
  kind: NoteKind
  text: string
}

/** The mistake: a candidate by position, or the annotator's own text (`option` null). */
export type Explanation = { option: number } | { option: null; text: string }

/** What an annotator says about an error beyond its rating. */
export interface ErrorDetails {
  explanation: Explanation | null
  progress: SolutionProgressLevel | null
  tags: readonly string[]
}

/** The option that continues the path in the step-choice flow; `human` is the annotator's own. */
export type PathChoice = number | 'human'

/**
 * Everything an annotator entered, including input that does not count at the moment: ratings after
 * an error, options at a step that is no longer an error. The functions below compute what counts.
 * Steps and options are 0-based; in flow `solution` option 0 is the first alternative, in
 * `step_choice` the first option.
 */
export interface AnnotationContent {
  /** Flow `solution`: the rating of each step; null is unrated. */
  steps: readonly (Rating | null)[]
  /** Ratings of the options by step. */
  options: Readonly<Record<number, readonly (Rating | null)[]>>
  /** Flow `step_choice`: the chosen options and the human options, by step. */
  choices: Readonly<Record<number, PathChoice>>
  humanOptions: Readonly<Record<number, string>>
  notes: readonly AnnotationNote[]
  /** By step of the error. */
  errors: Readonly<Record<number, ErrorDetails>>
}

/** What can be rated and answered. */
export interface RatableShape extends ContentSettings {
  flow: Flow
  stepCount: number
  /** Flow `solution`: number of alternatives at a step; `step_choice`: number of options. */
  optionCounts: Readonly<Record<number, number>>
  /** Flow `step_choice`: options that state the final answer; choosing one ends the solution. */
  endings: Readonly<Record<number, readonly number[]>>
  /** The steps whose options and candidate explanations are known. Those of another step load once it is rated negative. */
  revealed: readonly number[] | 'all'
}

export const emptyAnnotationContent: AnnotationContent = {
  steps: [],
  options: {},
  choices: {},
  humanOptions: {},
  notes: [],
  errors: {},
}

const noErrorDetails: ErrorDetails = { explanation: null, progress: null, tags: [] }

/**
 * The ratings that count: of the steps up to and including the first error, or up to the first unrated step; in
 * `step_choice` +1 for each chosen option.
 */
export function listRatingsThatCount(
  content: AnnotationContent,
  shape: RatableShape,
): readonly Rating[] {
  if (shape.flow === 'step_choice')
    return Array.from({ length: countChosenSteps(content, shape) }, () => 1 as const)
  const end = content.steps.findIndex((rating) => rating === null || rating === -1)
  if (end === -1) return content.steps as readonly Rating[]
  return content.steps.slice(0, content.steps[end] === -1 ? end + 1 : end) as readonly Rating[]
}

/** Ratings of flow `solution` after the first error or unrated step. */
export function listSupersededRatings(
  content: AnnotationContent,
  shape: RatableShape,
): readonly (Rating | null)[] {
  if (shape.flow === 'step_choice') return []
  return content.steps.slice(listRatingsThatCount(content, shape).length)
}

/** The step of the first error; null if there is none. An error after an unrated step does not count. */
export const findFirstErrorStep = (content: AnnotationContent, shape: RatableShape) =>
  findFirstError(listRatingsThatCount(content, shape))

/** Ratings of all options at a step; empty if it has none. */
export function listOptionRatings(
  content: AnnotationContent,
  shape: RatableShape,
  step: number,
): readonly (Rating | null)[] {
  const storedRatings = content.options[step]
  const count = shape.optionCounts[step] ?? 0
  if (storedRatings?.length === count) return storedRatings
  return Array.from({ length: count }, (_, option) => storedRatings?.[option] ?? null)
}

/** Ratings of the options at the first error; empty if there is no error or its step has no options. */
export function listFirstErrorOptionRatings(
  content: AnnotationContent,
  shape: RatableShape,
): readonly (Rating | null)[] {
  const error = findFirstErrorStep(content, shape)
  return error === null ? [] : listOptionRatings(content, shape, error)
}

/** Whether the options of the first error are still to come from the server. */
export function isWaitingForOptions(content: AnnotationContent, shape: RatableShape): boolean {
  const error = findFirstErrorStep(content, shape)
  return error !== null && shape.revealed !== 'all' && !shape.revealed.includes(error)
}

/** The details of the first error. */
export function readErrorDetails(content: AnnotationContent, shape: RatableShape): ErrorDetails {
  const error = findFirstErrorStep(content, shape)
  return (error === null ? undefined : content.errors[error]) ?? noErrorDetails
}

/**
 * The choice at a step: the only positive option, the chosen one of several, or the human option if none is positive.
 * Null while options are unrated or no valid choice is made.
 */
export function findPathChoice(
  content: AnnotationContent,
  shape: RatableShape,
  step: number,
): PathChoice | null {
  const options = listOptionRatings(content, shape, step)
  if (options.includes(null)) return null
  const positive = options.flatMap((rating, option) => (rating === 1 ? [option] : []))
  if (positive.length === 0) return content.humanOptions[step]?.trim() ? 'human' : null
  const choice = content.choices[step]
  if (positive.length === 1) return positive[0]!
  return typeof choice === 'number' && positive.includes(choice) ? choice : null
}

/** Number of chosen steps in flow `step_choice`. A final answer ends the path. */
export function countChosenSteps(content: AnnotationContent, shape: RatableShape): number {
  for (let step = 0; step < shape.stepCount; step += 1) {
    const choice = findPathChoice(content, shape, step)
    if (choice === null) return step
    if (endsPath(shape, step, choice)) return step + 1
  }
  return shape.stepCount
}

/** Whether the path of flow `step_choice` ends in a final answer or has no further step. */
export function isChosenPathComplete(content: AnnotationContent, shape: RatableShape): boolean {
  const last = countChosenSteps(content, shape) - 1
  const choice = last < 0 ? null : findPathChoice(content, shape, last)
  return choice !== null && (endsPath(shape, last, choice) || last === shape.stepCount - 1)
}

function endsPath(shape: RatableShape, step: number, choice: PathChoice): boolean {
  return choice !== 'human' && (shape.endings[step]?.includes(choice) ?? false)
}

/** The note of a kind on a step or option. */
export function findNote(
  { notes }: Pick<AnnotationContent, 'notes'>,
  subject: Pick<AnnotationNote, 'step' | 'option' | 'kind'>,
): AnnotationNote | undefined {
  return notes.find(
    ({ step, option, kind }) =>
      step === subject.step && option === subject.option && kind === subject.kind,
  )
}
