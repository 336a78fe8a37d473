import type { LabelsRecord } from '@/lib/formats/record'
import { Prisma } from '@/lib/generated/prisma/client'
import { exactTimeTextSql } from '@/lib/platform/server/time-text.sql'
import { listOrEmptySql, type NonEmptyDetailTables } from './non-empty-detail-tables.sql'

const optionList = Prisma.sql`
  (select json_agg(json_build_object('step', o.step, 'option', o.option, 'text', o.text, 'source', o.source)
      order by o.step, o.option)
    from step_option o where o.project_id = l.project_id and o.solution_id = l.solution_id)`

const optionRatingList = Prisma.sql`
  (select json_agg(json_build_object('step', r.step, 'position', r.position, 'option', r.option,
      'rating', r.rating, 'flagged', r.flagged) order by r.step, r.position)
    from option_rating r where r.project_id = l.project_id and r.annotation_id = l.id)`

const humanOptionList = Prisma.sql`
  (select json_agg(json_build_object('step', h.step, 'text', h.text, 'flagged', h.flagged,
      'correctedRating', h.corrected_rating) order by h.step)
    from human_option h where h.project_id = l.project_id and h.annotation_id = l.id)`

/**
 * A `LabelsRecord` of an annotation `l` of a solution `s` of a problem `p`, as JSON arrays, because
 * keys would cost as much as the values. `parseLabelsRow` knows the order.
 */
export const labelsRowSql = (usedDetails: NonEmptyDetailTables) => Prisma.sql`json_build_array(
  json_build_array(p.id, p.external_id, p.statement, p.answer, p.reference_solution),
  json_build_array(s.id, s.external_id, l.flow, s.steps, ${listOrEmptySql(usedDetails.options, optionList)}, s.answer, s.verdict,
    s.score, s.generator, s.metadata),
  json_build_array(l.id, l.labeler, l.origin, ${exactTimeTextSql(Prisma.sql`l.submitted_at`)}, l.recorded_at, l.finish_reason,
    l.total_time_ms, l.generation, l.is_quality_control, l.is_screening),
  json_build_array(l.ratings, l.flagged, l.chosen, l.offered, l.superseded_ratings,
    ${listOrEmptySql(usedDetails.optionRatings, optionRatingList)}, ${listOrEmptySql(usedDetails.humanOptions, humanOptionList)}))`

type Problem = LabelsRecord['problem']
type Solution = LabelsRecord['solution']
type Annotation = LabelsRecord['annotation']

/** The values of some fields, in the order of `Names`. */
type Values<Fields, Names extends readonly (keyof Fields)[]> = {
  [I in keyof Names]: Fields[Names[I]]
}

type LabelsRow = [
  Values<Problem, ['id', 'externalId', 'statement', 'answer', 'referenceSolution']>,
  [
    ...Values<Solution, ['id', 'externalId', 'flow', 'steps', 'options']>,
    ...Values<Solution, ['answer', 'verdict', 'score', 'generator', 'metadata']>,
  ],
  [
    ...Values<Annotation, ['id', 'labeler', 'origin', 'submittedAt', 'recordedAt', 'finishReason']>,
    ...Values<Annotation, ['totalTimeMs', 'generation', 'isQualityControl', 'isScreening']>,
  ],
  [
    ...Values<
      Annotation,
      ['ratings', 'flagged', 'chosenPositions', 'optionCounts', 'supersededRatings']
    >,
    ...Values<Annotation, ['optionRatings', 'humanOptions']>,
  ],
]

/** @param text from `labelsRowSql` */
export function parseLabelsRow(text: string): LabelsRecord {
  const [problem, solution, annotation, labels] = JSON.parse(text) as LabelsRow
  return {
    problem: readProblem(problem),
    solution: readSolution(solution),
    annotation: readAnnotation(annotation, labels),
  }
}

function readProblem([id, externalId, statement, answer, referenceSolution]: LabelsRow[0]) {
  return { id, externalId, statement, answer, referenceSolution } satisfies Problem
}

function readSolution(row: LabelsRow[1]): Solution {
  const [id, externalId, flow, steps, options, answer, verdict, score, generator, metadata] = row
  return { id, externalId, flow, steps, options, answer, verdict, score, generator, metadata }
}

function readAnnotation(row: LabelsRow[2], labels: LabelsRow[3]): Annotation {
  const [id, labeler, origin, submittedAt, recordedAt, finishReason, ...circumstances] = row
  const [totalTimeMs, generation, isQualityControl, isScreening] = circumstances
  const [
    ratings,
    flagged,
    chosenPositions,
    optionCounts,
    supersededRatings,
    optionRatings,
    humanOptions,
  ] = labels
  return {
    id,
    labeler,
    origin,
    submittedAt,
    recordedAt,
    finishReason,
    totalTimeMs,
    generation,
    isQualityControl,
    isScreening,
    ratings,
    flagged,
    chosenPositions,
    optionCounts,
    supersededRatings,
    optionRatings,
    humanOptions,
  }
}
