import { v7 as makeId } from 'uuid'
import { Prisma } from '@/lib/generated/prisma/client'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import type { Ask } from '../question-fields'

/** What becomes of questions: a ruling answers them, or they are left without one. */
export type Settlement = { rulingId: string } | { note: string }

interface Settler {
  projectId: string
  userId: string
}

/**
 * Deals with open questions, all of them or none: a note gets a row that says what was asked, and is answered; what a
 * reviewer asked is not open any more. Returns the ids of the questions. Throws `conflict` where one was dealt with,
 * changed or taken back since it was read.
 */
export async function settleQuestions(
  db: Transaction,
  settler: Settler,
  asks: readonly Ask[],
  settlement: Settlement,
): Promise<string[]> {
  const notes = unique(asks.flatMap((ask) => ('annotation' in ask ? [ask] : [])))
  const reviewers = [...new Set(asks.flatMap((ask) => ('question' in ask ? [ask.question] : [])))]
  const ids = [
    ...(notes.length === 0 ? [] : await settleNotes(db, settler, notes, settlement)),
    ...(reviewers.length === 0 ? [] : await settleReviewers(db, settler, reviewers, settlement)),
  ]
  const missing = notes.length + reviewers.length - ids.length
  if (missing > 0) throw makeMoved(missing)
  return ids
}

function makeMoved(missing: number): AppError {
  const which = missing === 1 ? 'One of these questions was' : `${missing} of these questions were`
  return new AppError(
    'conflict',
    `${which} dealt with by somebody else, or changed or taken back by who asked, since you read it. Nothing was changed; what you wrote is still here. Load the page again.`,
    { missing },
  )
}

type Note = Extract<Ask, { annotation: string }>

const unique = (notes: readonly Note[]): Note[] => [
  ...new Map(
    notes.map((note) => [[note.annotation, note.step, note.option, note.kind].join('/'), note]),
  ).values(),
]

const readSettlement = (settlement: Settlement) =>
  'rulingId' in settlement
    ? { state: 'ruled', rulingId: settlement.rulingId, note: '' }
    : { state: 'set_aside', rulingId: null, note: settlement.note.trim() }

const named = (given: string) => Prisma.sql`jsonb_to_recordset(${given}::jsonb)
  as g(id uuid, annotation uuid, step int, option int, kind text, words text)`

/**
 * The note's own row decides: of two who deal with it at once, the second finds it answered. Notes are locked in one order
 * for everybody, so that two who deal with several do not wait for each other.
 */
async function settleNotes(
  db: Transaction,
  { projectId, userId }: Settler,
  notes: readonly Note[],
  settlement: Settlement,
): Promise<string[]> {
  const { state, rulingId, note } = readSettlement(settlement)
  const given = JSON.stringify(notes.map((ask) => ({ ...ask, id: makeId() })))
  await db.$queryRaw`
    select n.step from step_note n join ${named(given)} on n.annotation_id = g.annotation and n.step = g.step
      and n.option = g.option and n.kind::text = g.kind
    where n.project_id = ${projectId}::uuid
    order by n.annotation_id, n.step, n.option, n.kind for update of n`
  const rows = await db.$queryRaw<{ id: string }[]>`
    with given as (select * from ${named(given)}),
    answered as (
      update step_note n set dismissed_at = now()
      from given g
        join annotation l on l.project_id = ${projectId}::uuid and l.id = g.annotation and l.state = 'submitted'
          and l.user_id is not null
        join solution s on s.project_id = l.project_id and s.id = l.solution_id and s.revision = l.revision
      where n.project_id = ${projectId}::uuid and n.annotation_id = g.annotation and n.step = g.step
        and n.option = g.option and n.kind::text = g.kind and n.text = g.words and n.dismissed_at is null
      returning g.id, l.id as annotation_id, l.solution_id, l.revision, n.step, n.option, g.kind, n.text, l.user_id,
        l.submitted_at
    )
    insert into question (project_id, id, annotation_id, solution_id, revision, step, option, kind, words, asked_by,
      asked_at, state, note, ruling_id, user_id, settled_at)
    select ${projectId}::uuid, id, annotation_id, solution_id, revision, step, option, kind::question_kind, text, user_id,
      submitted_at, ${state}::question_state, ${note}, ${rulingId}::uuid, ${userId}::uuid, now()
    from answered returning id`
  return rows.map(({ id }) => id)
}

async function settleReviewers(
  db: Transaction,
  { projectId, userId }: Settler,
  questions: readonly string[],
  settlement: Settlement,
): Promise<string[]> {
  const { state, rulingId, note } = readSettlement(settlement)
  const rows = await db.$queryRaw<{ id: string }[]>`
    update question set state = ${state}::question_state, note = ${note}, ruling_id = ${rulingId}::uuid,
      user_id = ${userId}::uuid, settled_at = now()
    where project_id = ${projectId}::uuid and id = any (${[...questions]}::uuid[]) and state = 'open'
    returning id`
  return rows.map(({ id }) => id)
}

/**
 * Opens settled questions again: a note that still says what it said waits as it did, and its row goes; what a reviewer
 * asked is open. Returns how many wait again: a note that was changed or taken back since is not what was settled.
 */
export async function openQuestions(
  db: Transaction,
  projectId: string,
  questions: readonly string[],
): Promise<number> {
  const [row] = await db.$queryRaw<{ opened: number }[]>`
    with gone as (
      delete from question q
      where q.project_id = ${projectId}::uuid and q.id = any (${[...questions]}::uuid[]) and q.kind <> 'reviewer'
      returning q.*
    ), waiting as (
      update step_note n set dismissed_at = null
      from gone g
      where n.project_id = g.project_id and n.annotation_id = g.annotation_id and n.step = g.step and n.option = g.option
        and n.kind::text = g.kind::text and n.text = g.words and n.dismissed_at is not null
      returning n.step
    ), asked as (
      update question q set state = 'open', note = '', ruling_id = null, user_id = null, settled_at = null
      where q.project_id = ${projectId}::uuid and q.id = any (${[...questions]}::uuid[]) and q.kind = 'reviewer'
        and q.state <> 'open'
      returning q.id
    )
    select ((select count(*) from waiting) + (select count(*) from asked))::int as opened`
  return row!.opened
}

/** Ids of those among them that somebody has dealt with, locked. */
export async function lockSettled(
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
