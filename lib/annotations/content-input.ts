import { findFirstError } from '@/lib/formats/annotation-rules'
import type { Rating } from '@/lib/formats/record'
import {
  emptyAnnotationContent,
  findFirstErrorStep,
  listSupersededRatings,
  listRatingsThatCount,
  readErrorDetails,
  type ErrorDetails,
  type AnnotationContent,
  type RatableShape,
} from './content'
import type { AnnotationContentInput } from './state-fields'

/** An inconsistency: the input field and the reason. */
export interface ContentError {
  field: keyof AnnotationContentInput
  reason: string
}

/** The content as input of `saveAnnotation` and `submitAnnotation`. */
export function toContentInput(
  content: AnnotationContent,
  shape: RatableShape,
): Omit<AnnotationContentInput, 'stepTimesMs'> {
  const { explanation, progress, tags } = readErrorDetails(content, shape)
  const error = findFirstErrorStep(content, shape)
  return {
    ratings: [...listRatingsThatCount(content, shape)],
    supersededRatings: [...listSupersededRatings(content, shape)],
    options: Object.fromEntries(
      Object.entries(content.options).map(([step, ratings]) => [step, [...ratings]]),
    ),
    choices: content.choices,
    humanOptions: content.humanOptions,
    notes: [...content.notes],
    explanation,
    progress,
    tags: [...tags],
    supersededErrors: Object.fromEntries(
      Object.entries(content.errors)
        .filter(([step]) => Number(step) !== error)
        .map(([step, details]) => [step, { ...details, tags: [...details.tags] }]),
    ),
  }
}

/** Reverses `toContentInput`. Drops error types that the project no longer has. */
export function fromContentInput(
  input: Omit<AnnotationContentInput, 'stepTimesMs'>,
  shape: RatableShape,
): AnnotationContent {
  const { options, choices, humanOptions, notes, explanation, progress, tags, supersededErrors } =
    input
  const steps = shape.flow === 'solution' ? [...input.ratings, ...input.supersededRatings] : []
  const content = { ...emptyAnnotationContent, steps, options, choices, humanOptions, notes }
  const error = findFirstErrorStep(content, shape)
  const details: Record<string, ErrorDetails> = { ...supersededErrors }
  if (error !== null) details[error] = { explanation, progress, tags }
  const errors = Object.fromEntries(
    Object.entries(details).map(([step, stepDetails]) => [
      step,
      { ...stepDetails, tags: stepDetails.tags.filter((tag) => shape.errorTags.includes(tag)) },
    ]),
  )
  return { ...content, errors }
}

/**
 * Finds an inconsistency in the input, or between the input and the solution. `findFinishRefusal` checks whether the
 * annotation can be finished.
 *
 * @param explanationCounts how many candidate explanations there are, by step
 */
export function findContentError(
  input: Omit<AnnotationContentInput, 'stepTimesMs'>,
  shape: RatableShape,
  explanationCounts: Readonly<Record<number, number>>,
): ContentError | null {
  const { ratings, supersededRatings, explanation } = input
  const firstError = findFirstError(ratings)
  if (firstError !== null && firstError < ratings.length - 1)
    return { field: 'ratings', reason: 'Steps after the first error must stay unrated.' }
  if (ratings.length + supersededRatings.length > shape.stepCount)
    return { field: 'ratings', reason: 'There are more ratings than steps.' }
  const content = fromContentInput(input, shape)
  if (shape.flow === 'step_choice' && supersededRatings.length > 0)
    return { field: 'supersededRatings', reason: 'The step-choice flow has no superseded ratings.' }
  if (!isSameList(listRatingsThatCount(content, shape), ratings))
    return shape.flow === 'solution'
      ? {
          field: 'supersededRatings',
          reason: 'Superseded ratings must follow an error or an unrated step.',
        }
      : { field: 'ratings', reason: 'The ratings do not match the chosen options.' }
  const error = findFirstErrorStep(content, shape)
  if (error === null && (explanation || input.progress || input.tags.length > 0))
    return { field: 'explanation', reason: 'There is no error to explain.' }
  if (explanation && explanation.option !== null)
    if (explanation.option >= (explanationCounts[error!] ?? 0))
      return { field: 'explanation', reason: 'The first error has no such explanation.' }
  return findListError(input, shape)
}

function isSameList(first: readonly Rating[], second: readonly Rating[]): boolean {
  return first.length === second.length && first.every((rating, index) => rating === second[index])
}

function findListError(
  {
    options,
    choices,
    humanOptions,
    notes,
    tags,
    supersededErrors,
  }: Omit<AnnotationContentInput, 'stepTimesMs'>,
  shape: RatableShape,
): ContentError | null {
  for (const [step, ratings] of Object.entries(options)) {
    const count = shape.optionCounts[Number(step)] ?? 0
    if (ratings.length !== count)
      return {
        field: 'options',
        reason: `Step ${step} has ${count} options, not ${ratings.length}.`,
      }
  }
  for (const field of ['choices', 'humanOptions'] as const) {
    const steps = Object.keys(field === 'choices' ? choices : humanOptions)
    if (steps.length > 0 && shape.flow === 'solution')
      return { field, reason: 'Only the step-choice flow has choices and own options.' }
    const missingStep = steps.find((step) => Number(step) >= shape.stepCount)
    if (missingStep !== undefined) return { field, reason: `There is no step ${missingStep}.` }
  }
  const unplacedNote = notes.find(
    ({ step, option }) =>
      step >= shape.stepCount || (option !== null && option >= (shape.optionCounts[step] ?? 0)),
  )
  if (unplacedNote)
    return { field: 'notes', reason: 'A note is on a step or option that does not exist.' }
  const targets = notes.map(({ step, option, kind }) => `${step}/${option}/${kind}`)
  if (new Set(targets).size < targets.length)
    return { field: 'notes', reason: 'A step or option has two notes of the same kind.' }
  const missingErrorStep = Object.keys(supersededErrors).find(
    (step) => Number(step) >= shape.stepCount,
  )
  if (missingErrorStep !== undefined)
    return { field: 'supersededErrors', reason: `There is no step ${missingErrorStep}.` }
  return new Set(tags).size < tags.length
    ? { field: 'tags', reason: 'An error type occurs twice.' }
    : null
}
