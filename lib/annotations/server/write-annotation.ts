import type { FinishReason } from '@/lib/formats/record'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import {
  findError,
  findNote,
  isPathWhole,
  listOptions,
  listRatings,
  readChoice,
  readErrorSaid,
  type AnnotationContent,
} from '../content'
import { findFinishProblem } from '../finish'
import { findContentProblem, packContent, unpackContent } from '../sent-content'
import type { SentContent, SentEvent } from '../state-fields'
import { readOffer, type AskedSettings, type Offer, type OfferRow, type Place } from './shape.sql'
import {
  storeEvents,
  storeAnnotation,
  storeLists,
  type AnnotationLists,
  type AnnotationRow,
} from './store.sql'

/** An annotation as `saveAnnotation` and `submitAnnotation` take it. */
export type SentState = SentContent & {
  writer: string
  revision: number
  sequence: number
  basedOn: number
  activeMs: number
  events: readonly SentEvent[]
}

/** How it ends; null while it is in work. */
export type Finish = { reason: FinishReason; note: string | null } | null

/** Checks a state against the rules and what was offered, and stores it. Returns the annotation's id. */
export async function writeAnnotation(
  db: Transaction,
  place: Place & AskedSettings,
  offered: OfferRow,
  sent: SentState,
  finish: Finish,
): Promise<string> {
  const offer = readOffer(offered, place)
  const { shape } = offer
  if (sent.revision !== offer.revision)
    throw new AppError(
      'conflict',
      'The steps of this solution were repaired meanwhile. Nothing was overwritten.',
    )
  const explanationCounts = Object.fromEntries(
    Object.entries(offer.explanations).map(([step, list]) => [step, list.length]),
  )
  const problem = findContentProblem(sent, shape, explanationCounts)
  if (problem) refuse(problem.place, problem.reason)
  const content = unpackContent(sent, shape)
  const unfinished = finish && findFinishProblem(finish.reason, finish.note, content, shape)
  if (unfinished) refuse('ratings', unfinished)
  const row = makeRow(sent, content, offer, finish)
  const { id, hasLists, answerShown } = await storeAnnotation(db, place, row)
  const lists = makeLists(content, offer, finish)
  const isEmpty = Object.values(lists).every((list: unknown[]) => list.length === 0)
  if (hasLists || !isEmpty) await storeLists(db, place, id, lists)
  await storeEvents(db, place, { annotationId: id, answerShown }, sent.events)
  return id
}

function refuse(place: string, reason: string): never {
  throw new AppError('invalid_input', reason, { issues: [{ place, reason }] })
}

function makeRow(
  sent: SentState,
  content: AnnotationContent,
  offer: Offer,
  finish: Finish,
): AnnotationRow {
  const { shape, revision } = offer
  const { flow } = shape
  const { writer, sequence, basedOn, activeMs, stepTimesMs, progress } = sent
  const path = listRatings(content, shape)
  return {
    ...{ writer, sequence, basedOn, flow, revision, finish, activeMs, progress },
    tags: readErrorSaid(content, shape).tags,
    stepTimesMs: stepTimesMs.slice(0, shape.stepCount),
    aside: sent.aside,
    asideSaid: finish
      ? {}
      : { errorsAside: packContent(content, shape).errorsAside, choices: sent.choices },
    explanation: readExplanation(sent, path.length - 1, offer),
    stepCount:
      flow === 'step_choice' && finish?.reason === 'solution' ? path.length : shape.stepCount,
    ...(flow === 'solution'
      ? describeSteps(content, offer)
      : describeChoices(content, offer, finish)),
  }
}

/** Candidates are kept in words too: what was read stays known when candidates change. */
function readExplanation({ explanation }: SentState, error: number, { explanations }: Offer) {
  if (!explanation) return null
  const { option } = explanation
  return option === null
    ? { text: explanation.text.trim(), option }
    : { text: explanations[error]![option]!, option }
}

type Arrays = Pick<AnnotationRow, 'ratings' | 'flagged' | 'chosen' | 'offered'>

/** PRM800K has no flag on a solution's own steps: null there unless one was set. */
function describeSteps(content: AnnotationContent, { shape }: Offer): Arrays {
  const ratings = listRatings(content, shape)
  const error = findError(content, shape)
  return {
    ratings,
    flagged: ratings.map((_, step) => (hasFlag(content, step, null) ? true : null)),
    chosen: ratings.map((rating) => (rating === -1 ? null : 0)),
    offered: ratings.map((_, step) => 1 + (step === error ? (shape.optionCounts[step] ?? 0) : 0)),
  }
}

/** As PRM800K's phase 1 has it: who gives up leaves the step that was reached without a choice. */
function describeChoices(content: AnnotationContent, { shape }: Offer, finish: Finish): Arrays {
  const choices = listRatings(content, shape).map((_, step) => readChoice(content, shape, step))
  const isLeft = finish !== null && !isPathWhole(content, shape)
  const reached = isLeft ? [...choices, null] : choices
  return {
    ratings: reached.map((choice) => (choice === null ? null : 1)),
    flagged: reached.map((choice, step) =>
      choice === null ? null : hasFlag(content, step, choice === 'human' ? null : choice),
    ),
    chosen: reached.map((choice) => (choice === 'human' ? null : choice)),
    offered: reached.map((_, step) => shape.optionCounts[step] ?? 0),
  }
}

/** A draft keeps everything that was rated and written; a finished annotation what counts, unrated options too. */
function makeLists(content: AnnotationContent, offer: Offer, finish: Finish): AnnotationLists {
  const { shape, optionNumbers } = offer
  const firstPosition = shape.flow === 'solution' ? 1 : 0
  const counts = (step: number) => finish === null || doesCount(content, offer, step)
  const rated = finish === null ? content.options : shape.optionCounts
  return {
    optionRatings: Object.keys(rated)
      .map(Number)
      .filter(counts)
      .flatMap((step) =>
        listOptions(content, shape, step).map((rating, index) => ({
          step,
          position: index + firstPosition,
          option: optionNumbers[step]![index]!,
          rating,
          flagged: hasFlag(content, step, index),
        })),
      ),
    humanOptions: Object.entries(content.written)
      .map(([step, text]) => ({
        step: Number(step),
        text: text.trim(),
        flagged: hasFlag(content, Number(step), null),
      }))
      .filter(
        ({ step, text }) => text !== '' && (finish === null || isHuman(content, offer, step)),
      ),
    notes: content.notes.map(({ step, option, kind, text }) => ({
      ...{ step, kind, text },
      option: option === null ? 0 : optionNumbers[step]![option]! + (1 - firstPosition),
    })),
  }
}

/** Options at the first error; in flow `step_choice` those along the path, and those at the step that was left. */
function doesCount(content: AnnotationContent, { shape }: Offer, step: number): boolean {
  if (shape.flow === 'solution') return step === findError(content, shape)
  const chosen = listRatings(content, shape).length
  return isPathWhole(content, shape) ? step < chosen : step <= chosen
}

function isHuman(content: AnnotationContent, { shape }: Offer, step: number): boolean {
  return step < listRatings(content, shape).length && readChoice(content, shape, step) === 'human'
}

function hasFlag(content: AnnotationContent, step: number, option: number | null): boolean {
  return findNote(content, { step, option, kind: 'flag' }) !== undefined
}
