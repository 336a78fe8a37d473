import type { LabelsRecord, StoredRecord } from '@/lib/formats/record'
import { Prisma } from '@/lib/generated/prisma/client'
import type { BufferedCopyRow } from '@/lib/platform/server/buffered-copy-rows'
import type { BulkRowReader } from '@/lib/platform/server/bulk-row-reader'
import { exactTimeTextSql } from '@/lib/platform/server/time-text.sql'
import type { Adjudication } from '../decide-consensus'
import { labelsRowSql, parseLabelsRow } from './labels-row'
import {
  listOrEmptySql,
  findNonEmptyDetailTables,
  type NonEmptyDetailTables,
} from './non-empty-detail-tables.sql'
import { readRowBlocks } from './read-row-blocks'
import {
  selectionConditionSql,
  matchingAnnotationCountSql,
  annotationTablesSql,
  type AnnotationSelection,
} from './select-annotations'
import { parseAdjudication, selectAdjudicationSql } from './votes.sql'

export interface AnnotationReadOptions {
  /** With all labelling events. */
  events: boolean
  /** With the number of annotations of the same solution that match the filters; otherwise it is 0. */
  counts?: boolean
}

/** What a `StoredRecord` has beyond a `LabelsRecord`, with flattened step spans. */
interface RecordDetails {
  problem: Omit<StoredRecord['problem'], keyof LabelsRecord['problem']>
  solution: Omit<StoredRecord['solution'], keyof LabelsRecord['solution'] | 'stepSpans'> & {
    stepSpans: number[]
  }
  annotation: Omit<StoredRecord['annotation'], keyof LabelsRecord['annotation']>
  events: StoredRecord['events']
}

/**
 * Labels of the selected annotations, in order of creation (ids are UUIDs of version 7, which sort
 * by time): imported ones in file order. Some at a time, as they are read.
 */
export async function* readSelectedLabels(
  rows: BulkRowReader,
  selection: AnnotationSelection,
): AsyncGenerator<LabelsRecord[]> {
  const usedDetails = await findNonEmptyDetailTables(rows, selection.projectId)
  for await (const block of readRows(rows, selection, labelsRowSql(usedDetails)))
    yield block.map((row) => parseLabelsRow(row.read(1)))
}

/** Complete records of the selected annotations, in order of creation. Some at a time, as they are read. */
export async function* readStoredAnnotations(
  rows: BulkRowReader,
  selection: AnnotationSelection,
  { events, counts = false }: AnnotationReadOptions,
): AsyncGenerator<(StoredRecord & { annotationsOfSolution: number })[]> {
  const usedDetails = await findNonEmptyDetailTables(rows, selection.projectId)
  const values = Prisma.sql`${storedRowSql(usedDetails, events)},
    ${counts ? matchingAnnotationCountSql(selection) : Prisma.sql`0`}::text`
  for await (const block of readRows(rows, selection, values))
    yield block.map((row) => ({
      ...joinRecord(parseLabelsRow(row.read(1)), row.read(2)),
      annotationsOfSolution: Number(row.read(3)),
    }))
}

/** One solution with its selected annotations, in order of annotation id. */
export interface StoredSolutionAnnotations {
  records: StoredRecord[]
  adjudication: Adjudication | null
}

/** Yields one solution at a time, in order of id. Keeps only its annotations and the pages being read in memory. */
export async function* readAnnotationsBySolution(
  rows: BulkRowReader,
  selection: AnnotationSelection,
): AsyncGenerator<StoredSolutionAnnotations> {
  const usedDetails = await findNonEmptyDetailTables(rows, selection.projectId)
  const values = Prisma.sql`${storedRowSql(usedDetails, false)}, coalesce(${selectAdjudicationSql(selection)}, 'null')::text`
  let current: StoredSolutionAnnotations | null = null
  for await (const block of readRows(rows, selection, values, 'solution'))
    for (const row of block) {
      const record = joinRecord(parseLabelsRow(row.read(1)), row.read(2))
      if (current?.records[0]?.solution.id === record.solution.id) {
        current.records.push(record)
        continue
      }
      if (current) yield current
      current = { records: [record], adjudication: parseAdjudication(JSON.parse(row.read(3))) }
    }
  if (current) yield current
}

const storedRowSql = (
  usedDetails: NonEmptyDetailTables,
  events: boolean,
) => Prisma.sql`${labelsRowSql(usedDetails)},
  json_build_object('problem', ${problemSql}, 'solution', ${solutionSql(usedDetails)}, 'annotation', ${annotationSql(usedDetails)},
    'events', ${events ? eventList : Prisma.sql`null`})`

const eventList = Prisma.sql`
  coalesce((select json_agg(json_build_object('sequence', e.sequence,
      'receivedAt', ${exactTimeTextSql(Prisma.sql`e.received_at`)}, 'activeMs', e.active_ms, 'kind', e.kind, 'step', e.step,
      'option', e.option, 'rating', e.rating, 'detail', e.detail, 'inputMethod', e.input_method,
      'guidelineVersion', e.guideline_version, 'answerShown', e.answer_shown)
      order by e.sequence)
    from annotation_event e where e.project_id = l.project_id and e.annotation_id = l.id), '[]')`

// The option of a note: 0 is the step itself and 1 the first option of the flow. Options of
// `step_choice` are numbered from 0.
const noteList = Prisma.sql`
  (select json_agg(json_build_object('step', n.step,
      'option', nullif(n.option, 0) - case when l.flow = 'step_choice' then 1 else 0 end,
      'kind', n.kind, 'text', n.text, 'dismissedAt', ${exactTimeTextSql(Prisma.sql`n.dismissed_at`)})
      order by n.step, n.option, n.kind)
    from step_note n where n.project_id = l.project_id and n.annotation_id = l.id)`

const explanationList = Prisma.sql`
  (select json_agg(json_build_object('step', e.step, 'position', e.position, 'text', e.text) order by e.step, e.position)
    from step_explanation e where e.project_id = l.project_id and e.solution_id = l.solution_id)`

const problemSql = Prisma.sql`json_build_object('subject', p.subject, 'level', p.level, 'metadata', p.metadata)`

const solutionSql = ({
  explanations,
}: NonEmptyDetailTables) => Prisma.sql`json_build_object('text', s.text, 'splitter', s.splitter, 'stepSpans', s.step_spans,
  'stepIds', s.step_ids, 'revision', s.revision,
  'explanations', ${listOrEmptySql(explanations, explanationList)},
  'verdictReason', s.verdict_reason, 'verdictSource', s.verdict_source, 'graderVersion', s.grader_version,
  'stepScores', s.step_scores)`

const annotationSql = ({
  notes,
}: NonEmptyDetailTables) => Prisma.sql`json_build_object('state', 'submitted',
  'startedAt', case when l.origin = 'own' then ${exactTimeTextSql(Prisma.sql`l.started_at`)} end,
  'finishNote', l.finish_note, 'stepCount', l.step_count, 'explanation', l.explanation,
  'explanationOption', l.explanation_option, 'progress', l.progress, 'tags', l.tags,
  'notes', ${listOrEmptySql(notes, noteList)},
  'stepTimesMs', l.step_times_ms, 'revision', l.revision, 'guidelineVersion', l.guideline_version,
  'answerShown', l.answer_shown, 'hiddenReferenceShare', l.hidden_reference_share, 'irregular', l.irregular)`

/**
 * Reads rows as JSON text, which is parsed many times faster than columns.
 *
 * @param values after the id
 * @param order by annotation, or by solution and annotation: the id then has both, separated by a
 * slash
 */
function readRows(
  rows: BulkRowReader,
  selection: AnnotationSelection,
  values: Prisma.Sql,
  order: 'annotation' | 'solution' = 'annotation',
): AsyncGenerator<BufferedCopyRow[]> {
  const readPage = (after: string, pageRows: number) => {
    const { id, isAfterSql, by } =
      order === 'annotation' ? pageByAnnotation(after) : pageBySolution(after)
    return rows.read(Prisma.sql`
      select ${id}, ${values} from ${annotationTablesSql}
      where ${isAfterSql} and ${selectionConditionSql(selection)}
      order by ${by} limit ${pageRows}`)
  }
  return readRowBlocks(readPage, ({ bytes }) => bytes)
}

const pageByAnnotation = (after: string) => ({
  id: Prisma.sql`l.id::text`,
  isAfterSql: Prisma.sql`l.id > ${after}::uuid`,
  by: Prisma.sql`l.id`,
})

function pageBySolution(after: string) {
  const [solutionId, annotationId] = after.split('/')
  return {
    id: Prisma.sql`l.solution_id::text || '/' || l.id::text`,
    isAfterSql: Prisma.sql`(l.solution_id, l.id) > (${solutionId}::uuid, ${annotationId ?? solutionId}::uuid)`,
    by: Prisma.sql`l.solution_id, l.id`,
  }
}

function joinRecord(labels: LabelsRecord, text: string): StoredRecord {
  const details = JSON.parse(text) as RecordDetails
  return {
    problem: { ...labels.problem, ...details.problem },
    solution: {
      ...labels.solution,
      ...details.solution,
      stepSpans: toPairs(details.solution.stepSpans),
    },
    annotation: { ...labels.annotation, ...details.annotation },
    events: details.events,
  }
}

function toPairs(spans: readonly number[]): [number, number][] {
  return Array.from({ length: spans.length / 2 }, (_, step) => [
    spans[2 * step]!,
    spans[2 * step + 1]!,
  ])
}
