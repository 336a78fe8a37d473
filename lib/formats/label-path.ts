import { AppError } from '@/lib/platform/errors'
import { describeMissingNeutralPolicy, type NeutralPolicy } from './format-names'
import type { WriteOptions } from './output-format'
import type { Rating, LabelsRecord } from './record'

/** One option on screen at a step, with its rating. */
export interface DisplayedOption {
  /** Its position on screen; null for a human option. */
  position: number | null
  /** Its number in the solution's options; null for a human option. */
  option: number | null
  text: string
  /** Null if unrated. A chosen human option counts as +1. */
  rating: Rating | null
  flagged: boolean | null
  /** The annotation continued with it. */
  isChosen: boolean
}

/** A rated step. */
export interface PathStep {
  text: string
  rating: Rating
}

/** A step in formats with only correct and wrong. */
export interface BinaryStepLabel {
  text: string
  isCorrect: boolean
}

/**
 * The options on screen at each visited step, by position. A human option is last: it is chosen if
 * no other option is.
 *
 * @throws AppError `invalid_input` if the text of an option is unknown
 */
export function listDisplayedOptions({ solution, annotation }: LabelsRecord): DisplayedOption[][] {
  const texts = new Map(
    solution.options.map(({ step, option, text }) => [`${step}/${option}`, text]),
  )
  solution.steps.forEach((text, step) => {
    if (!texts.has(`${step}/0`)) texts.set(`${step}/0`, text)
  })
  const rows = new Map(annotation.optionRatings.map((row) => [`${row.step}/${row.position}`, row]))
  const humans = new Map(annotation.humanOptions.map((option) => [option.step, option]))
  const isSolution = solution.flow === 'solution'
  return annotation.ratings.map((ratingOfStep, step) => {
    const chosenPosition = annotation.chosenPositions[step] ?? null
    const displayedOptions = Array.from(
      { length: annotation.optionCounts[step] ?? 0 },
      (_, position) => {
        const row = rows.get(`${step}/${position}`)
        const option = row?.option ?? position
        const text = texts.get(`${step}/${option}`)
        if (text === undefined) throw makeMissingTextError(step, position)
        // A position without a row is the solution's step, or unrated.
        const values = row ?? {
          rating: isSolution && position === 0 ? ratingOfStep : null,
          flagged: isSolution && position === 0 ? (annotation.flagged[step] ?? null) : null,
        }
        const { rating, flagged } = values
        return { position, option, text, rating, flagged, isChosen: chosenPosition === position }
      },
    )
    const human = humans.get(step)
    if (!human) return displayedOptions
    const isChosen = chosenPosition === null
    const { text, flagged } = human
    return [
      ...displayedOptions,
      { position: null, option: null, text, rating: isChosen ? 1 : null, flagged, isChosen },
    ]
  })
}

function makeMissingTextError(step: number, position: number): AppError {
  const message = `The text at step ${step}, position ${position} is missing.`
  return new AppError('invalid_input', message, { step, position })
}

/**
 * The rated steps in order, the first error last: the solution's own steps in flow `solution`, and
 * chosen or written options in `step_choice`. Ends before the first unrated step.
 */
export function listPathSteps(record: LabelsRecord): PathStep[] {
  const path: PathStep[] = []
  for (const displayed of listDisplayedOptions(record)) {
    const onPath =
      record.solution.flow === 'solution'
        ? displayed[0]
        : displayed.find(({ isChosen }) => isChosen)
    if (!onPath || onPath.rating === null) break
    path.push({ text: onPath.text, rating: onPath.rating })
    if (onPath.rating === -1) break
  }
  return path
}

/**
 * The path, followed by imported labels of the steps after its error. Superseded ratings of
 * annotations labelled here are left out, because they are not final.
 */
export function listPathAndLaterSteps(record: LabelsRecord): PathStep[] {
  const path = listPathSteps(record)
  const { solution, annotation } = record
  const endsAtError = path.at(-1)?.rating === -1 && path.length === annotation.ratings.length
  if (annotation.origin !== 'imported' || solution.flow !== 'solution' || !endsAtError) return path
  const laterSteps: PathStep[] = []
  for (const [i, rating] of annotation.supersededRatings.entries()) {
    const text = solution.steps[path.length + i]
    if (rating === null || text === undefined) break
    laterSteps.push({ text, rating })
  }
  return [...path, ...laterSteps]
}

/** Ratings as correct and wrong; with `drop` the steps end before the first neutral one. */
export function toBinaryStepLabels(
  steps: readonly PathStep[],
  neutral: NeutralPolicy,
): BinaryStepLabel[] {
  const end = neutral === 'drop' ? steps.findIndex(({ rating }) => rating === 0) : -1
  return steps
    .slice(0, end < 0 ? steps.length : end)
    .map(({ text, rating }) => ({ text, isCorrect: countsAsCorrect(rating, neutral) }))
}

/**
 * The first step of a path that is exported as wrong, 0-based; null if there is none. With `drop`,
 * steps from the first neutral one on do not count. `findFirstError` finds the first
 * negative step without a policy.
 */
export function findFirstErrorOfPath(
  path: readonly PathStep[],
  neutral: NeutralPolicy,
): number | null {
  const step = toBinaryStepLabels(path, neutral).findIndex(({ isCorrect }) => !isCorrect)
  return step === -1 ? null : step
}

/** Whether a rating counts as correct. With `drop` a neutral rating does not, but it is not wrong either. */
export function countsAsCorrect(rating: Rating, neutral: NeutralPolicy): boolean {
  return rating === 0 ? neutral === 'positive' : rating === 1
}

/** @throws AppError `invalid_input` if no policy is set */
export function requireNeutralPolicy({ neutral }: WriteOptions): NeutralPolicy {
  if (neutral !== null) return neutral
  throw new AppError('invalid_input', describeMissingNeutralPolicy('This format has'))
}
