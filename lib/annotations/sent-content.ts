import type { Rating } from '@/lib/formats/record'
import {
  emptyContent,
  findError,
  listAside,
  listRatings,
  readErrorSaid,
  type ErrorSaid,
  type AnnotationContent,
  type WorkShape,
} from './content'
import type { SentContent } from './state-fields'

/** What a contradiction is about, and why: `place` is a field of the call. */
export interface ContentProblem {
  place: keyof SentContent
  reason: string
}

/** What an annotation says, as `saveAnnotation` and `submitAnnotation` take it. */
export function packContent(
  content: AnnotationContent,
  shape: WorkShape,
): Omit<SentContent, 'stepTimesMs'> {
  const { explanation, progress, tags } = readErrorSaid(content, shape)
  const error = findError(content, shape)
  return {
    ratings: [...listRatings(content, shape)],
    aside: [...listAside(content, shape)],
    options: Object.fromEntries(
      Object.entries(content.options).map(([step, ratings]) => [step, [...ratings]]),
    ),
    choices: content.choices,
    written: content.written,
    notes: [...content.notes],
    explanation,
    progress,
    tags: [...tags],
    errorsAside: Object.fromEntries(
      Object.entries(content.errors)
        .filter(([step]) => Number(step) !== error)
        .map(([step, said]) => [step, { ...said, tags: [...said.tags] }]),
    ),
  }
}

/** The other way round. Kinds of error that the project has dropped since are dropped here too. */
export function unpackContent(
  sent: Omit<SentContent, 'stepTimesMs'>,
  shape: WorkShape,
): AnnotationContent {
  const { options, choices, written, notes, explanation, progress, tags, errorsAside } = sent
  const steps = shape.flow === 'solution' ? [...sent.ratings, ...sent.aside] : []
  const content = { ...emptyContent, steps, options, choices, written, notes }
  const error = findError(content, shape)
  const said: Record<string, ErrorSaid> = { ...errorsAside }
  if (error !== -1) said[error] = { explanation, progress, tags }
  const errors = Object.fromEntries(
    Object.entries(said).map(([step, one]) => [
      step,
      { ...one, tags: one.tags.filter((tag) => shape.errorTags.includes(tag)) },
    ]),
  )
  return { ...content, errors }
}

/**
 * What a sent content says against itself or against the solution; null when it holds together. Whether it may be
 * finished is `findFinishProblem`'s.
 *
 * @param explanationCounts how many candidate explanations there are, by step
 */
export function findContentProblem(
  sent: Omit<SentContent, 'stepTimesMs'>,
  shape: WorkShape,
  explanationCounts: Readonly<Record<number, number>>,
): ContentProblem | null {
  const { ratings, aside, explanation } = sent
  const firstError = ratings.indexOf(-1)
  if (firstError !== -1 && firstError < ratings.length - 1)
    return { place: 'ratings', reason: 'Steps after the first error stay unrated.' }
  if (ratings.length + aside.length > shape.stepCount)
    return { place: 'ratings', reason: 'There are more ratings than steps.' }
  const content = unpackContent(sent, shape)
  if (shape.flow === 'step_choice' && aside.length > 0)
    return { place: 'aside', reason: 'In this flow no ratings are set aside.' }
  if (!isSameList(listRatings(content, shape), ratings))
    return shape.flow === 'solution'
      ? { place: 'aside', reason: 'Only after an error or an unrated step are ratings set aside.' }
      : { place: 'ratings', reason: 'The ratings are not those of what was chosen.' }
  const error = findError(content, shape)
  if (error === -1 && (explanation || sent.progress || sent.tags.length > 0))
    return { place: 'explanation', reason: 'There is no error to say something of.' }
  if (explanation && explanation.option !== null)
    if (explanation.option >= (explanationCounts[error] ?? 0))
      return { place: 'explanation', reason: 'There is no such explanation at the first error.' }
  return findListProblem(sent, shape)
}

function isSameList(one: readonly Rating[], other: readonly Rating[]): boolean {
  return one.length === other.length && one.every((rating, index) => rating === other[index])
}

function findListProblem(
  { options, choices, written, notes, tags, errorsAside }: Omit<SentContent, 'stepTimesMs'>,
  shape: WorkShape,
): ContentProblem | null {
  for (const [step, ratings] of Object.entries(options)) {
    const count = shape.optionCounts[Number(step)] ?? 0
    if (ratings.length !== count)
      return {
        place: 'options',
        reason: `Step ${step} has ${count} options, not ${ratings.length}.`,
      }
  }
  for (const place of ['choices', 'written'] as const) {
    const steps = Object.keys(place === 'choices' ? choices : written)
    if (steps.length > 0 && shape.flow === 'solution')
      return { place, reason: 'In this flow nothing is chosen.' }
    const beyond = steps.find((step) => Number(step) >= shape.stepCount)
    if (beyond !== undefined) return { place, reason: `There is no step ${beyond}.` }
  }
  const lost = notes.find(
    ({ step, option }) =>
      step >= shape.stepCount || (option !== null && option >= (shape.optionCounts[step] ?? 0)),
  )
  if (lost) return { place: 'notes', reason: 'A note belongs to no step or option.' }
  const places = notes.map(({ step, option, kind }) => `${step}/${option}/${kind}`)
  if (new Set(places).size < places.length)
    return { place: 'notes', reason: 'Two notes of a kind belong to the same place.' }
  const lostError = Object.keys(errorsAside).find((step) => Number(step) >= shape.stepCount)
  if (lostError !== undefined)
    return { place: 'errorsAside', reason: `There is no step ${lostError}.` }
  return new Set(tags).size < tags.length
    ? { place: 'tags', reason: 'A kind of error stands there twice.' }
    : null
}
