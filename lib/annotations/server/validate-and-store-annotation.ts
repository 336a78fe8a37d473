import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import type { AnnotationSettings } from '../annotation-settings'
import {
  findFirstErrorStep,
  findNote,
  isChosenPathComplete,
  listOptionRatings,
  listRatingsThatCount,
  findPathChoice,
  readErrorDetails,
  type AnnotationContent,
} from '../content'
import { toContentInput } from '../content-input'
import type { AnnotationContentInput, AnnotationEventInput } from '../state-fields'
import {
  toRatableContent,
  type RatableContent,
  type RatableContentRow,
  type AnnotationContext,
} from './ratable-content.sql'
import {
  storeAnnotationEvents,
  storeAnnotationRow,
  storeAnnotationChildRows,
  type AnnotationChildRows,
  type AnnotationRow,
} from './store-annotation.sql'
import {
  toStoredExplanation,
  validateAnnotationContent,
  type FinishInput,
} from './validate-content'

/** The input of `saveAnnotation` and `submitAnnotation`. */
export type AnnotationSaveInput = AnnotationContentInput & {
  writer: string
  revision: number
  sequence: number
  basedOn: number
  activeMs: number
  events: readonly AnnotationEventInput[]
}

/** A valid state, as it is stored. */
export interface ValidAnnotation {
  row: AnnotationRow
  childRows: AnnotationChildRows
  hasChildRows: boolean
}

/** Validates a state and stores it. Returns the id of the annotation. */
export async function validateAndStoreAnnotation(
  db: Transaction,
  context: AnnotationContext & AnnotationSettings,
  contentRow: RatableContentRow,
  input: AnnotationSaveInput,
  finish: FinishInput,
): Promise<string> {
  const { row, childRows, hasChildRows } = validateAnnotation(context, contentRow, input, finish)
  const stored = await storeAnnotationRow(db, context, row)
  const { id, answerShown } = stored
  if (stored.hasChildRows || hasChildRows)
    await storeAnnotationChildRows(db, context, id, childRows)
  await storeAnnotationEvents(db, context, { annotationId: id, answerShown }, input.events)
  return id
}

export function validateAnnotation(
  context: AnnotationContext & AnnotationSettings,
  contentRow: RatableContentRow,
  input: AnnotationSaveInput,
  finish: FinishInput,
): ValidAnnotation {
  const ratable = toRatableContent(contentRow, context)
  if (input.revision !== ratable.revision)
    throw new AppError(
      'conflict',
      'The steps of this solution were repaired. Nothing was overwritten.',
    )
  const content = validateAnnotationContent(input, ratable, finish)
  const childRows = makeChildRows(content, ratable, finish)
  return {
    row: makeRow(input, content, ratable, finish),
    childRows,
    hasChildRows: Object.values(childRows).some((list: unknown[]) => list.length > 0),
  }
}

function makeRow(
  input: AnnotationSaveInput,
  content: AnnotationContent,
  ratable: RatableContent,
  finish: FinishInput,
): AnnotationRow {
  const { shape, revision } = ratable
  const { flow } = shape
  const { writer, sequence, basedOn, activeMs, stepTimesMs, progress } = input
  const countedRatings = listRatingsThatCount(content, shape)
  return {
    writer,
    sequence,
    basedOn,
    flow,
    revision,
    finish,
    activeMs,
    progress,
    tags: readErrorDetails(content, shape).tags,
    stepTimesMs: stepTimesMs.slice(0, shape.stepCount),
    supersededRatings: input.supersededRatings,
    supersededAnswers: finish
      ? {}
      : {
          supersededErrors: toContentInput(content, shape).supersededErrors,
          choices: input.choices,
        },
    hasFlagNotes: content.notes.some(({ kind }) => kind === 'flag'),
    explanation: toStoredExplanation(input.explanation, countedRatings.length - 1, ratable),
    stepCount:
      flow === 'step_choice' && finish?.reason === 'solution'
        ? countedRatings.length
        : shape.stepCount,
    ...(flow === 'solution'
      ? describeSteps(content, ratable)
      : describeChoices(content, ratable, finish)),
  }
}

type Arrays = Pick<AnnotationRow, 'ratings' | 'flagged' | 'chosen' | 'optionCounts'>

/** PRM800K has no flag on a solution's own steps: null there unless one was set. */
function describeSteps(content: AnnotationContent, { shape }: RatableContent): Arrays {
  const ratings = listRatingsThatCount(content, shape)
  const error = findFirstErrorStep(content, shape)
  return {
    ratings,
    flagged: ratings.map((_, step) => (hasFlag(content, step, null) ? true : null)),
    chosen: ratings.map((rating) => (rating === -1 ? null : 0)),
    optionCounts: ratings.map(
      (_, step) => 1 + (step === error ? (shape.optionCounts[step] ?? 0) : 0),
    ),
  }
}

/** As in PRM800K phase 1, giving up leaves the last step without a choice. */
function describeChoices(
  content: AnnotationContent,
  { shape }: RatableContent,
  finish: FinishInput,
): Arrays {
  const choices = listRatingsThatCount(content, shape).map((_, step) =>
    findPathChoice(content, shape, step),
  )
  const isAbandoned = finish !== null && !isChosenPathComplete(content, shape)
  const reachedChoices = isAbandoned ? [...choices, null] : choices
  return {
    ratings: reachedChoices.map((choice) => (choice === null ? null : 1)),
    flagged: reachedChoices.map((choice, step) =>
      choice === null ? null : hasFlag(content, step, choice === 'human' ? null : choice),
    ),
    chosen: reachedChoices.map((choice) => (choice === 'human' ? null : choice)),
    optionCounts: reachedChoices.map((_, step) => shape.optionCounts[step] ?? 0),
  }
}

/** A draft stores all input; a submission stores all notes, but only the ratings and human options that count. */
function makeChildRows(
  content: AnnotationContent,
  ratable: RatableContent,
  finish: FinishInput,
): AnnotationChildRows {
  const { shape, optionNumbers } = ratable
  const firstPosition = shape.flow === 'solution' ? 1 : 0
  const isStored = (step: number) => finish === null || areOptionsCounted(content, ratable, step)
  const optionsByStep = finish === null ? content.options : shape.optionCounts
  return {
    optionRatings: Object.keys(optionsByStep)
      .map(Number)
      .filter(isStored)
      .flatMap((step) =>
        listOptionRatings(content, shape, step).map((rating, index) => ({
          step,
          position: index + firstPosition,
          option: optionNumbers[step]![index]!,
          rating,
          flagged: hasFlag(content, step, index),
        })),
      ),
    humanOptions: Object.entries(content.humanOptions)
      .map(([step, text]) => ({
        step: Number(step),
        text: text.trim(),
        flagged: hasFlag(content, Number(step), null),
      }))
      .filter(
        ({ step, text }) => text !== '' && (finish === null || isHuman(content, ratable, step)),
      ),
    notes: content.notes.map(({ step, option, kind, text }) => ({
      step,
      kind,
      text,
      option: option === null ? 0 : optionNumbers[step]![option]! + (1 - firstPosition),
    })),
  }
}

/** Whether the options of a step count: at the first error; in flow `step_choice` on the path and at an abandoned step. */
function areOptionsCounted(
  content: AnnotationContent,
  { shape }: RatableContent,
  step: number,
): boolean {
  if (shape.flow === 'solution') return step === findFirstErrorStep(content, shape)
  const ratingCount = listRatingsThatCount(content, shape).length
  return isChosenPathComplete(content, shape) ? step < ratingCount : step <= ratingCount
}

function isHuman(content: AnnotationContent, { shape }: RatableContent, step: number): boolean {
  return (
    step < listRatingsThatCount(content, shape).length &&
    findPathChoice(content, shape, step) === 'human'
  )
}

function hasFlag(content: AnnotationContent, step: number, option: number | null): boolean {
  return findNote(content, { step, option, kind: 'flag' }) !== undefined
}
