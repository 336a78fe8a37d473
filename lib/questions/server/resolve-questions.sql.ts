import { v7 as makeId } from 'uuid'
import { Prisma } from '@/lib/generated/prisma/client'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import type { QuestionReference } from '../question-fields'

/** The outcome of questions: answered by a decision, or dismissed. */
export type QuestionResolution = { decisionId: string } | { dismissalNote: string }

interface Reviewer {
  projectId: string
  userId: string
}

/**
 * Resolves open questions, all or none. A note (a flag or comment) gets a `question` row with a copy of its text; a
 * reviewer's question already has a row, which is closed. Returns the ids of the rows. Throws `conflict` if a question
 * was resolved, changed or deleted since it was read.
 */
export async function resolveQuestions(
  db: Transaction,
  reviewer: Reviewer,
  references: readonly QuestionReference[],
  resolution: QuestionResolution,
): Promise<string[]> {
  const notes = dropDuplicates(
    references.flatMap((reference) => ('annotation' in reference ? [reference] : [])),
  )
  const reviewerQuestions = [
    ...new Set(
      references.flatMap((reference) => ('question' in reference ? [reference.question] : [])),
    ),
  ]
  const ids = [
    ...(notes.length === 0 ? [] : await resolveNotes(db, reviewer, notes, resolution)),
    ...(reviewerQuestions.length === 0
      ? []
      : await resolveReviewerQuestions(db, reviewer, reviewerQuestions, resolution)),
  ]
  const missingCount = notes.length + reviewerQuestions.length - ids.length
  if (missingCount > 0) throw makeQuestionsChangedError(missingCount)
  return ids
}

function makeQuestionsChangedError(missing: number): AppError {
  const subject = missing === 1 ? 'A question was' : `${missing} questions were`
  return new AppError(
    'conflict',
    `${subject} answered, changed or deleted since you opened the page. Nothing was changed, and your text is still here. Reload the page.`,
    { missing },
  )
}

type Note = Extract<QuestionReference, { annotation: string }>

const dropDuplicates = (notes: readonly Note[]): Note[] => [
  ...new Map(
    notes.map((note) => [[note.annotation, note.step, note.option, note.kind].join('/'), note]),
  ).values(),
]

const toResolutionColumns = (resolution: QuestionResolution) =>
  'decisionId' in resolution
    ? { state: 'answered', decisionId: resolution.decisionId, dismissalNote: '' }
    : { state: 'dismissed', decisionId: null, dismissalNote: resolution.dismissalNote.trim() }

const notesFromJsonSql = (json: string) => Prisma.sql`jsonb_to_recordset(${json}::jsonb)
  as g(id uuid, annotation uuid, step int, option int, kind text, text text)`

/**
 * Locks each note's own row, so that the second of two concurrent calls finds it resolved. Locks in a fixed order to
 * prevent deadlocks.
 */
async function resolveNotes(
  db: Transaction,
  { projectId, userId }: Reviewer,
  notes: readonly Note[],
  resolution: QuestionResolution,
): Promise<string[]> {
  const { state, decisionId, dismissalNote } = toResolutionColumns(resolution)
  const json = JSON.stringify(notes.map((reference) => ({ ...reference, id: makeId() })))
  await db.$queryRaw`
    select n.step from step_note n join ${notesFromJsonSql(json)} on n.annotation_id = g.annotation and n.step = g.step
      and n.option = g.option and n.kind::text = g.kind
    where n.project_id = ${projectId}::uuid
    order by n.annotation_id, n.step, n.option, n.kind for update of n`
  const rows = await db.$queryRaw<{ id: string }[]>`
    with requested as (select * from ${notesFromJsonSql(json)}),
    resolved_notes as (
      update step_note n set dismissed_at = now()
      from requested g
        join annotation l on l.project_id = ${projectId}::uuid and l.id = g.annotation and l.state = 'submitted'
          and l.user_id is not null
        join solution s on s.project_id = l.project_id and s.id = l.solution_id and s.revision = l.revision
      where n.project_id = ${projectId}::uuid and n.annotation_id = g.annotation and n.step = g.step
        and n.option = g.option and n.kind::text = g.kind and n.text = g.text and n.dismissed_at is null
      returning g.id, l.id as annotation_id, l.solution_id, l.revision, n.step, n.option, g.kind, n.text, l.user_id,
        l.submitted_at
    )
    insert into question (project_id, id, annotation_id, solution_id, revision, step, option, kind, text, asked_by,
      asked_at, state, note, decision_id, user_id, resolved_at)
    select ${projectId}::uuid, id, annotation_id, solution_id, revision, step, option, kind::question_kind, text, user_id,
      submitted_at, ${state}::question_state, ${dismissalNote}, ${decisionId}::uuid, ${userId}::uuid, now()
    from resolved_notes returning id`
  return rows.map(({ id }) => id)
}

async function resolveReviewerQuestions(
  db: Transaction,
  { projectId, userId }: Reviewer,
  questions: readonly string[],
  resolution: QuestionResolution,
): Promise<string[]> {
  const { state, decisionId, dismissalNote } = toResolutionColumns(resolution)
  const rows = await db.$queryRaw<{ id: string }[]>`
    update question set state = ${state}::question_state, note = ${dismissalNote}, decision_id = ${decisionId}::uuid,
      user_id = ${userId}::uuid, resolved_at = now()
    where project_id = ${projectId}::uuid and id = any (${[...questions]}::uuid[]) and state = 'open'
    returning id`
  return rows.map(({ id }) => id)
}

/**
 * Reopens resolved questions. Deletes the `question` rows of flags and comments; those that have not changed are open
 * again, as are reviewers' questions. Returns how many are open again.
 */
export async function reopenResolvedQuestions(
  db: Transaction,
  projectId: string,
  questions: readonly string[],
): Promise<number> {
  const [row] = await db.$queryRaw<{ reopened: number }[]>`
    with deleted as (
      delete from question q
      where q.project_id = ${projectId}::uuid and q.id = any (${[...questions]}::uuid[]) and q.kind <> 'reviewer'
      returning q.*
    ), reopened_notes as (
      update step_note n set dismissed_at = null
      from deleted g
      where n.project_id = g.project_id and n.annotation_id = g.annotation_id and n.step = g.step and n.option = g.option
        and n.kind::text = g.kind::text and n.text = g.text and n.dismissed_at is not null
      returning n.step
    ), reopened_questions as (
      update question q set state = 'open', note = '', decision_id = null, user_id = null, resolved_at = null
      where q.project_id = ${projectId}::uuid and q.id = any (${[...questions]}::uuid[]) and q.kind = 'reviewer'
        and q.state <> 'open'
      returning q.id
    )
    select ((select count(*) from reopened_notes) + (select count(*) from reopened_questions))::int as reopened`
  return row!.reopened
}

/** Locks the questions that are resolved, and returns their ids. */
export async function lockResolvedQuestions(
  db: Transaction,
  projectId: string,
  questions: readonly string[],
): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    select id from question
    where project_id = ${projectId}::uuid and id = any (${[...questions]}::uuid[]) and state <> 'open'
    order by id for update`
  return rows.map(({ id }) => id)
}
