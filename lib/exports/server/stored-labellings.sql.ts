import { Prisma } from '@/lib/generated/prisma/client'
import type { StoredRecord, StoredSolution } from '@/lib/formats/record'
import type { Transaction } from '@/lib/platform/server/database'
import { readPages } from './read-pages'
import { buildCondition, countOfSolution, selectedFrom, type Selection } from './select-labellings'

export interface ReadOptions {
  /** With everything that happened while labelling. */
  events: boolean
  /** How many labellings the filters leave of the same solution; else 0. */
  counts?: boolean
}

/** A labelling as it comes from the database: JSON text, which is read many times faster than columns are. */
export interface StoredRow {
  id: string
  record: string
  ofSolution: number
}

/** `StoredRecord` with the spans of steps flattened. */
type FlatRecord = Omit<StoredRecord, 'solution'> & {
  solution: Omit<StoredSolution, 'stepSpans'> & { stepSpans: number[] }
}

/**
 * Selected labellings with everything that is stored of them, in the order in which they came (ids are UUIDs of version
 * 7, which sort by time): imported ones in the order of their file.
 */
export async function* readStoredLabellings(
  db: Transaction,
  selection: Selection,
  options: ReadOptions,
): AsyncGenerator<StoredRecord & { ofSolution: number }> {
  const readPage = (after: string, pageRows: number) =>
    readStoredPage(db, selection, options, after, pageRows)
  for await (const { record, ofSolution } of readPages(readPage, ({ record: text }) => text.length))
    yield { ...readRecord(record), ofSolution }
}

const timeText = (column: Prisma.Sql) =>
  Prisma.sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

const eventList = Prisma.sql`
  coalesce((select json_agg(json_build_object('sequence', e.sequence,
      'receivedAt', ${timeText(Prisma.sql`e.received_at`)}, 'activeMs', e.active_ms, 'kind', e.kind, 'step', e.step,
      'option', e.option, 'rating', e.rating, 'detail', e.detail, 'inputMethod', e.input_method,
      'guidelineVersion', e.guideline_version, 'answerShown', e.answer_shown, 'hintShown', e.hint_shown)
      order by e.sequence)
    from labelling_event e where e.project_id = l.project_id and e.labelling_id = l.id), '[]')`

// A note's option: 0 is the step itself, the flow's first option is 1. Options of `step_choice` are numbered from 0.
const noteList = Prisma.sql`
  coalesce((select json_agg(json_build_object('step', n.step,
      'option', nullif(n.option, 0) - case when l.flow = 'step_choice' then 1 else 0 end,
      'kind', n.kind, 'text', n.text, 'dismissedAt', ${timeText(Prisma.sql`n.dismissed_at`)})
      order by n.step, n.option, n.kind)
    from step_note n where n.project_id = l.project_id and n.labelling_id = l.id), '[]')`

const problem = Prisma.sql`json_build_object('id', p.id, 'externalId', p.external_id, 'statement', p.statement,
  'answer', p.answer, 'referenceSolution', p.reference_solution, 'subject', p.subject, 'level', p.level,
  'metadata', p.metadata)`

const solution = Prisma.sql`json_build_object('id', s.id, 'externalId', s.external_id, 'flow', l.flow, 'text', s.text,
  'splitter', s.splitter, 'stepSpans', s.step_spans, 'steps', s.steps, 'stepIds', s.step_ids, 'revision', s.revision,
  'options', coalesce((select json_agg(json_build_object('step', o.step, 'option', o.option, 'text', o.text,
      'source', o.source) order by o.step, o.option)
    from step_option o where o.project_id = l.project_id and o.solution_id = l.solution_id), '[]'),
  'explanations', coalesce((select json_agg(json_build_object('step', e.step, 'position', e.position, 'text', e.text)
      order by e.step, e.position)
    from step_explanation e where e.project_id = l.project_id and e.solution_id = l.solution_id), '[]'),
  'answer', s.answer, 'verdict', s.verdict, 'verdictReason', s.verdict_reason,
  'verdictBy', s.verdict_by, 'graderVersion', s.grader_version,
  'score', s.score, 'stepScores', s.step_scores, 'generator', s.generator, 'metadata', s.metadata)`

const labelling = Prisma.sql`json_build_object('id', l.id, 'labeler', l.labeler, 'origin', l.origin,
  'state', 'submitted', 'startedAt', case when l.origin = 'own' then ${timeText(Prisma.sql`l.started_at`)} end,
  'submittedAt', ${timeText(Prisma.sql`l.submitted_at`)}, 'recordedAt', l.recorded_at,
  'finishReason', l.finish_reason, 'finishNote', l.finish_note, 'stepCount', l.step_count, 'ratings', l.ratings,
  'flagged', l.flagged, 'chosen', l.chosen, 'offered', l.offered, 'aside', l.aside,
  'optionRatings', coalesce((select json_agg(json_build_object('step', r.step, 'position', r.position,
      'option', r.option, 'rating', r.rating, 'flagged', r.flagged) order by r.step, r.position)
    from option_rating r where r.project_id = l.project_id and r.labelling_id = l.id), '[]'),
  'humanOptions', coalesce((select json_agg(json_build_object('step', h.step, 'text', h.text, 'flagged', h.flagged,
      'correctedRating', h.corrected_rating) order by h.step)
    from human_option h where h.project_id = l.project_id and h.labelling_id = l.id), '[]'),
  'explanation', l.explanation, 'explanationOption', l.explanation_option, 'progress', l.progress, 'tags', l.tags,
  'notes', ${noteList}, 'stepTimesMs', l.step_times_ms, 'totalTimeMs', l.total_time_ms, 'revision', l.revision,
  'guidelineVersion', l.guideline_version, 'answerShown', l.answer_shown, 'generation', l.generation,
  'isQualityControl', l.is_quality_control, 'isScreening', l.is_screening, 'irregular', l.irregular)`

/** At most so many rows, in the order of their ids, after the one given. */
function readStoredPage(
  db: Transaction,
  selection: Selection,
  { events, counts = false }: ReadOptions,
  after: string,
  pageRows: number,
): Promise<StoredRow[]> {
  return db.$queryRaw<StoredRow[]>`
    select l.id, json_build_object('problem', ${problem}, 'solution', ${solution}, 'labelling', ${labelling},
      'events', ${events ? eventList : Prisma.sql`null`})::text as record,
      ${counts ? countOfSolution(selection) : Prisma.sql`0`} as "ofSolution"
    from ${selectedFrom}
    where l.id > ${after}::uuid and ${buildCondition(selection)}
    order by l.id limit ${pageRows}`
}

function readRecord(text: string): StoredRecord {
  const record = JSON.parse(text) as FlatRecord
  return {
    ...record,
    solution: { ...record.solution, stepSpans: pairUp(record.solution.stepSpans) },
  }
}

function pairUp(spans: readonly number[]): [number, number][] {
  return Array.from({ length: spans.length / 2 }, (_, step) => [
    spans[2 * step]!,
    spans[2 * step + 1]!,
  ])
}
