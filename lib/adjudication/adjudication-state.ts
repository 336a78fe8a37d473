import {
  isWaitingForOptions,
  emptyAnnotationContent,
  findFirstErrorStep,
  listOptionRatings,
  listRatingsThatCount,
  readErrorDetails,
  type AnnotationContent,
  type ErrorDetails,
} from '@/lib/annotations/content'
import { findImpliedFinishReason } from '@/lib/annotations/finish-reason'
import {
  applyWorkAction,
  createWorkState,
  type InputContext,
  type WorkActionWithoutContext,
  type WorkState,
} from '@/lib/annotations/work-state'
import { findFirstUnansweredTarget } from '@/lib/annotations/work-targets'
import { findFirstError } from '@/lib/formats/annotation-rules'
import type { Rating } from '@/lib/formats/record'

/** The answers about the first error. An option is null while it is unrated. */
export interface FirstErrorAnswers extends Pick<ErrorDetails, 'explanation' | 'progress'> {
  options: readonly (Rating | null)[]
}

/** The parts of an annotation's content that an adjudication has. */
export type AdjudicatedContent = Pick<AnnotationContent, 'steps' | 'options' | 'errors'>

/** An annotation whose ratings and answers can be adopted. */
export interface AdoptableAnnotation {
  ratings: readonly (Rating | null)[]
  /** `option` counts from 1. */
  options: readonly { step: number; option: number; rating: Rating | null }[]
  explanation: { source: string } | null
  progress: FirstErrorAnswers['progress']
}

const noAnswers: FirstErrorAnswers = { options: [], explanation: null, progress: null }

/**
 * The adjudication being edited: the state and actions of an annotation, plus adopting an annotation. The options of a
 * step are loaded when it is rated as the first error.
 */
export function createAdjudicationState(
  settings: { stepCount: number; asksExplanation: boolean; asksProgress: boolean },
  ratings: readonly Rating[],
  answers: FirstErrorAnswers = noAnswers,
): WorkState {
  const { stepCount, asksExplanation, asksProgress } = settings
  const shape = {
    flow: 'solution' as const,
    stepCount,
    optionCounts: {},
    endings: {},
    asksExplanation,
    asksProgress,
    errorTags: [],
    revealed: [],
  }
  const content = { ...emptyAnnotationContent, ...makeContent(ratings, answers) }
  return createWorkState(shape, { content, lastEvent: 0 })
}

function makeContent(
  steps: readonly (Rating | null)[],
  { options, explanation, progress }: FirstErrorAnswers,
): AdjudicatedContent {
  const error = findFirstError(steps)
  if (error === null) return { steps, options: {}, errors: {} }
  return {
    steps,
    options: options.length > 0 ? { [error]: options } : {},
    errors: { [error]: { explanation, progress, tags: [] } },
  }
}

/**
 * Adopts all ratings of an annotation, and its answers to the questions that are asked.
 *
 * @param candidates the candidate explanations of the annotation's first error, if loaded
 */
export function adoptAnnotation(
  state: WorkState,
  { ratings, options, explanation, progress }: AdoptableAnnotation,
  candidates: readonly string[] = [],
): WorkState {
  const { asksExplanation, asksProgress } = state.shape
  const error = findFirstError(ratings)
  const ratingsByOption = new Map(
    options.flatMap(({ step, option, rating }) => (step === error ? [[option - 1, rating]] : [])),
  )
  const count = Math.max(-1, ...ratingsByOption.keys()) + 1
  const reviewerDetails = error === null ? undefined : state.content.errors[error]
  const adoptedContent = makeContent(ratings, {
    options: Array.from({ length: count }, (_, option) => ratingsByOption.get(option) ?? null),
    explanation:
      asksExplanation && explanation
        ? { option: null, text: explanation.source }
        : (reviewerDetails?.explanation ?? null),
    progress: (asksProgress ? progress : null) ?? reviewerDetails?.progress ?? null,
  })
  const next = replaceAdjudicatedContent(state, adoptedContent)
  return error === null ? next : chooseCandidate(next, error, candidates)
}

/** Replaces the ratings and answers. Undo restores the previous ones, also those of other steps. */
export function replaceAdjudicatedContent(state: WorkState, parts: AdjudicatedContent): WorkState {
  const { steps, options, errors } = state.content
  const before = { steps, options, errors }
  const content = {
    ...state.content,
    steps: parts.steps,
    options: { ...options, ...parts.options },
    errors: { ...errors, ...parts.errors },
  }
  return {
    ...state,
    content,
    currentTarget: findFirstUnansweredTarget(content, state.shape),
    changes: [...state.changes, { target: state.currentTarget, before }],
  }
}

/** Adds the options and candidate explanations that the server sent for a step. */
export function addErrorOptions(
  state: WorkState,
  { step, options, explanations }: { step: number; options: number; explanations: string[] },
): WorkState {
  const { revealed, optionCounts } = state.shape
  const shape = {
    ...state.shape,
    revealed: revealed === 'all' ? revealed : [...revealed, step],
    optionCounts: { ...optionCounts, [step]: options },
  }
  return applyWorkAction(chooseCandidate(state, step, explanations), { type: 'reveal', shape })
}

/** An adopted explanation is stored as text. Chooses the candidate with the same text, if there is one. */
function chooseCandidate(state: WorkState, step: number, candidates: readonly string[]): WorkState {
  const details = state.content.errors[step]
  if (details?.explanation?.option !== null) return state
  const option = candidates.indexOf(details.explanation.text)
  if (option === -1) return state
  const errors = { ...state.content.errors, [step]: { ...details, explanation: { option } } }
  return { ...state, content: { ...state.content, errors } }
}

/** An action of the reviewer. The time that it takes is not recorded. */
export const applyReviewerAction = (
  state: WorkState,
  action: WorkActionWithoutContext,
  inputMethod: InputContext['inputMethod'] = 'key',
): WorkState => applyWorkAction(state, { ...action, inputMethod, activeMs: 0 })

/** The ratings that count: up to and including the first error. */
export const getCountedRatings = ({ content, shape }: WorkState): readonly Rating[] =>
  listRatingsThatCount(content, shape)

/** The answers about the first error. No options if none of them is rated. */
export function getFirstErrorAnswers({ content, shape }: WorkState): FirstErrorAnswers {
  const error = findFirstErrorStep(content, shape)
  if (error === null) return noAnswers
  const { explanation, progress } = readErrorDetails(content, shape)
  const options = isWaitingForOptions(content, shape)
    ? (content.options[error] ?? [])
    : listOptionRatings(content, shape, error)
  const isUnrated = options.every((rating) => rating === null)
  return { options: isUnrated ? [] : options, explanation, progress }
}

export function hasEqualErrorAnswers(first: FirstErrorAnswers, second: FirstErrorAnswers): boolean {
  const serialise = ({ options, explanation, progress }: FirstErrorAnswers) =>
    JSON.stringify([
      ...[options, progress, explanation?.option],
      explanation?.option === null ? explanation.text : null,
    ])
  return serialise(first) === serialise(second)
}

/** The finish reason; null while an answer is missing. */
export const findAdjudicatedFinishReason = ({
  content,
  shape,
}: WorkState): 'solution' | 'found_error' | null => findImpliedFinishReason(content, shape)

/** The id of the first annotation with exactly these ratings; null for none, or while an answer is missing. */
export function findAdoptedAnnotation(
  state: WorkState,
  annotations: readonly { annotation: string; ratings: readonly (Rating | null)[] }[],
): string | null {
  const ratings = getCountedRatings(state)
  if (findAdjudicatedFinishReason(state) === null) return null
  const match = annotations.find(
    (annotation) =>
      annotation.ratings.length === ratings.length &&
      annotation.ratings.every((rating, i) => rating === ratings[i]),
  )
  return match?.annotation ?? null
}

/**
 * Moves an adjudication to repaired steps. Ratings and answers follow unchanged steps; replaced steps must be rated again.
 * Options must be loaded again. Clears the undo history.
 * @param before step ids before the repairs
 * @param after step ids after the repairs
 */
export function mapAdjudicationToRepairedSteps(
  state: WorkState,
  before: readonly number[],
  after: readonly number[],
): WorkState {
  const { steps, options, errors } = state.content
  const ratingsById = new Map(before.map((id, step) => [id, steps[step] ?? null]))
  const ratings = after.map((id) => ratingsById.get(id) ?? null)
  const content = {
    ...state.content,
    steps: ratings,
    options: moveToSteps(options, before, after),
    errors: moveToSteps(errors, before, after),
  }
  const shape = { ...state.shape, stepCount: after.length, optionCounts: {}, revealed: [] }
  return {
    ...state,
    shape,
    content,
    currentTarget: findFirstUnansweredTarget(content, shape),
    changes: [],
  }
}

function moveToSteps<T>(
  byStep: Readonly<Record<number, T>>,
  before: readonly number[],
  after: readonly number[],
): Record<number, T> {
  const stepsById = new Map(after.map((id, step) => [id, step]))
  return Object.fromEntries(
    Object.entries(byStep).flatMap(([step, value]) => {
      const newStep = stepsById.get(before[Number(step)]!)
      return newStep === undefined ? [] : [[newStep, value]]
    }),
  )
}
