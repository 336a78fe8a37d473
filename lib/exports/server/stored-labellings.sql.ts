import { Prisma } from '@/lib/generated/prisma/client'
import type {
  EventRecord,
  Metadata,
  StoredLabelling,
  StoredRecord,
  StoredSolution,
} from '@/lib/formats/record'
import type { Transaction } from '@/lib/platform/server/database'
import {
  estimateLabellingBytes,
  type LabellingRow,
  readLabellingPage,
  type Which,
} from './labellings.sql'
import { countBytes, readPages } from './read-pages'

/** What the row of a labelling says beyond `LabellingRow`. */
type Said = Pick<
  StoredLabelling,
  | 'origin'
  | 'startedAt'
  | 'submittedAt'
  | 'recordedAt'
  | 'finishNote'
  | 'stepCount'
  | 'aside'
  | 'explanation'
  | 'explanationOption'
  | 'progress'
  | 'tags'
  | 'notes'
  | 'stepTimesMs'
  | 'revision'
  | 'guidelineVersion'
  | 'answerShown'
  | 'irregular'
>

/** What the row of a solution does. */
type Content = Pick<
  StoredSolution,
  | 'externalId'
  | 'text'
  | 'splitter'
  | 'stepIds'
  | 'explanations'
  | 'verdict'
  | 'verdictReason'
  | 'graderVersion'
  | 'stepScores'
  | 'generator'
  | 'metadata'
>

interface Details extends Said, Content {
  id: string
  problemId: string
  problemExternalId: string | null
  subject: string | null
  level: string | null
  problemMetadata: Metadata
  solutionId: string
  /** Beginnings and ends, flattened. */
  stepSpans: number[]
  solutionRevision: number
  events: EventRecord[] | null
}

export type StoredRow = LabellingRow & Details

/** Every submitted labelling of a project with everything that is stored of it, in the order of `readLabellings`. */
export async function* readStoredLabellings(
  db: Transaction,
  projectId: string,
  which: Which,
  { events }: { events: boolean },
): AsyncGenerator<StoredRecord> {
  const readPage = async (after: string, pageRows: number): Promise<StoredRow[]> => {
    const rows = await readLabellingPage(db, projectId, which, after, pageRows)
    const ids = rows.map(({ id }) => id)
    const details = new Map(
      (await readDetails(db, projectId, ids, events)).map((row) => [row.id, row]),
    )
    return rows.map((row) => ({ ...row, ...details.get(row.id)! }))
  }
  for await (const row of readPages(readPage, estimateStoredBytes)) yield readRow(row)
}

/** Of an event in memory: its texts are names. */
const eventBytes = 400

export function estimateStoredBytes(row: StoredRow): number {
  const texts = [...row.explanations, ...row.notes].map(({ text }) => text)
  return (
    estimateLabellingBytes(row) +
    countBytes([row.text, row.finishNote, row.explanation, ...texts]) +
    countBytes([row.problemMetadata, row.metadata, row.stepScores].map((v) => JSON.stringify(v))) +
    8 * (row.stepSpans.length + row.stepTimesMs.length) +
    eventBytes * (row.events?.length ?? 0)
  )
}

const timeText = (column: Prisma.Sql) =>
  Prisma.sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

const eventList = Prisma.sql`
  coalesce((select jsonb_agg(jsonb_build_object('sequence', e.sequence,
      'receivedAt', ${timeText(Prisma.sql`e.received_at`)}, 'activeMs', e.active_ms, 'kind', e.kind, 'step', e.step,
      'option', e.option, 'rating', e.rating, 'detail', e.detail, 'inputMethod', e.input_method,
      'guidelineVersion', e.guideline_version, 'answerShown', e.answer_shown, 'hintShown', e.hint_shown)
      order by e.sequence)
    from labelling_event e where e.project_id = l.project_id and e.labelling_id = l.id), '[]')`

// A note's option: 0 is the step itself, the flow's first option is 1. Options of `step_choice` are numbered from 0.
const noteList = Prisma.sql`
  coalesce((select jsonb_agg(jsonb_build_object('step', n.step,
      'option', nullif(n.option, 0) - case when l.flow = 'step_choice' then 1 else 0 end,
      'kind', n.kind, 'text', n.text, 'dismissedAt', ${timeText(Prisma.sql`n.dismissed_at`)})
      order by n.step, n.option, n.kind)
    from step_note n where n.project_id = l.project_id and n.labelling_id = l.id), '[]')`

function readDetails(
  db: Transaction,
  projectId: string,
  ids: readonly string[],
  withEvents: boolean,
): Promise<Details[]> {
  return db.$queryRaw<Details[]>`
    select l.id, p.id as "problemId", p.external_id as "problemExternalId", p.subject, p.level,
      p.metadata as "problemMetadata", s.id as "solutionId", s.external_id as "externalId", s.text, s.splitter,
      s.step_spans as "stepSpans", s.step_ids as "stepIds", s.revision as "solutionRevision",
      coalesce((select jsonb_agg(jsonb_build_object('step', e.step, 'position', e.position, 'text', e.text)
          order by e.step, e.position)
        from step_explanation e where e.project_id = l.project_id and e.solution_id = l.solution_id), '[]') as explanations,
      s.verdict::text, s.verdict_reason as "verdictReason", s.grader_version as "graderVersion",
      s.step_scores as "stepScores", s.generator, s.metadata,
      case when l.import_id is null then 'own' else 'imported' end as origin,
      case when l.import_id is null then ${timeText(Prisma.sql`l.started_at`)} end as "startedAt",
      ${timeText(Prisma.sql`l.submitted_at`)} as "submittedAt", l.recorded_at as "recordedAt",
      l.finish_note as "finishNote", l.step_count as "stepCount", to_jsonb(l.aside) as aside, l.explanation,
      l.explanation_option as "explanationOption", l.progress::text, l.tags, ${noteList} as notes,
      l.step_times_ms as "stepTimesMs", l.revision, l.guideline_version as "guidelineVersion",
      l.answer_shown as "answerShown", l.irregular, ${withEvents ? eventList : Prisma.sql`null::jsonb`} as events
    from labelling l
      join solution s on s.project_id = l.project_id and s.id = l.solution_id
      join problem p on p.project_id = s.project_id and p.id = s.problem_id
    where l.project_id = ${projectId}::uuid and l.id = any(${ids}::uuid[])`
}

function readRow(row: StoredRow): StoredRecord {
  return {
    problem: {
      id: row.problemId,
      externalId: row.problemExternalId,
      statement: row.statement,
      answer: row.truth,
      referenceSolution: row.referenceSolution,
      subject: row.subject,
      level: row.level,
      metadata: row.problemMetadata,
    },
    solution: {
      ...row,
      id: row.solutionId,
      revision: row.solutionRevision,
      stepSpans: pairUp(row.stepSpans),
    },
    labelling: { ...row, state: 'submitted', totalTimeMs: Number(row.totalTimeMs) },
    events: row.events,
  }
}

function pairUp(spans: readonly number[]): [number, number][] {
  return Array.from({ length: spans.length / 2 }, (_, step) => [
    spans[2 * step]!,
    spans[2 * step + 1]!,
  ])
}
