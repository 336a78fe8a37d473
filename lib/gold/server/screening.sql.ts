import { v7 as makeId } from 'uuid'
import type { InputOf, ReplyOf } from '@/lib/platform/contract'
import type { Transaction } from '@/lib/platform/server/database'
import { computeExactAnswersToPass } from '../screening'
import type { listScreeningsContract, decideScreeningContract } from '../screening-contract'

type AnnotatorKey = { projectId: string; userId: string }
export type ScreeningStatus = ReplyOf<typeof listScreeningsContract>['people'][number]['status']
type ScreeningDecisionKind = InputOf<typeof decideScreeningContract>['kind']

export interface ScreeningAttemptRow {
  userId: string
  number: number
  state: 'running' | 'passed' | 'failed'
  items: number
  answered: number
  passShare: number
  exact: number | null
  activeMs: number | null
  startedAt: Date
  endedAt: Date | null
}

/** Attempts of one person or of everyone, by person and number. */
export function listScreeningAttempts(
  db: Transaction,
  projectId: string,
  userId: string | null = null,
): Promise<ScreeningAttemptRow[]> {
  return db.$queryRaw<ScreeningAttemptRow[]>`
    select a.user_id as "userId", a.number, a.state::text, cardinality(a.solution_ids) as items,
      (select count(*)::int from annotation l where l.project_id = a.project_id and l.user_id = a.user_id
        and l.solution_id = any (a.solution_ids) and l.is_screening and l.state <> 'draft') as answered,
      a.pass_share as "passShare", a.exact, a.active_ms::float8 as "activeMs", a.started_at as "startedAt",
      a.ended_at as "endedAt"
    from screening_attempt a
    where a.project_id = ${projectId}::uuid and (${userId}::uuid is null or a.user_id = ${userId}::uuid)
    order by a.user_id, a.number`
}

export function toScreeningAttemptReply({ userId: _, passShare, ...attempt }: ScreeningAttemptRow) {
  return {
    ...attempt,
    needed: computeExactAnswersToPass(attempt.items, passShare),
    startedAt: attempt.startedAt.toISOString(),
    endedAt: attempt.endedAt?.toISOString() ?? null,
  }
}

/** The status that claims use. `none` unless the project screens and the person is an annotator. */
export async function readScreeningStatus(
  db: Transaction,
  { projectId, userId }: AnnotatorKey,
): Promise<ScreeningStatus> {
  const [row] = await db.$queryRaw<{ status: ScreeningStatus }[]>`
    select case when m.role = 'annotator' and g.requires_screening then coalesce(s.status::text, 'required')
      else 'none' end as status
    from member m
      left join queue_settings g on g.project_id = m.project_id
      left join queue_admission s on s.project_id = m.project_id and s.user_id = m.user_id
    where m.project_id = ${projectId}::uuid and m.user_id = ${userId}::uuid`
  return row?.status ?? 'none'
}

/** @param items the size of the screening that starts now, if any */
export async function storeScreeningStatus(
  db: Transaction,
  { projectId, userId }: AnnotatorKey,
  status: Exclude<ScreeningStatus, 'none'>,
  items: number | null = null,
): Promise<void> {
  await db.$executeRaw`
    insert into queue_admission (project_id, user_id, status, items)
    values (${projectId}::uuid, ${userId}::uuid, ${status}::admission_status, ${items})
    on conflict (project_id, user_id) do update
      set status = excluded.status, items = excluded.items, changed_at = now()`
}

/**
 * Samples gold that a person has not labelled, leased, skipped or adjudicated.
 */
export async function sampleUnseenGold(
  db: Transaction,
  { projectId, userId }: AnnotatorKey,
  count: number,
): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    select g.solution_id as id from gold_item g
    where g.project_id = ${projectId}::uuid
      and not exists (select from annotation l where l.project_id = g.project_id and l.solution_id = g.solution_id
        and l.user_id = ${userId}::uuid)
      and not exists (select from queue_block b where b.project_id = g.project_id and b.solution_id = g.solution_id
        and b.user_id = ${userId}::uuid)
      and not exists (select from adjudication j where j.project_id = g.project_id and j.solution_id = g.solution_id
        and j.user_id = ${userId}::uuid)
    order by random() limit ${count}`
  return rows.map(({ id }) => id)
}

/**
 * Plans these solutions for the person, before any gold planned among work, and stores the attempt. Returns its number.
 */
export async function planScreeningAttempt(
  db: Transaction,
  { projectId, userId }: AnnotatorKey,
  { solutions, passShare }: { solutions: readonly string[]; passShare: number },
): Promise<number> {
  await db.$executeRaw`
    insert into queue_gold (project_id, user_id, position, solution_id, purpose)
    select ${projectId}::uuid, ${userId}::uuid, s.number + screening_position(), s.id, 'screening'
    from unnest(${solutions}::uuid[]) with ordinality as s(id, number)
    -- In the same order as in createGoldPlans: concurrent inserts in different orders would deadlock.
    order by s.id
    on conflict (project_id, user_id, solution_id) do update
      set purpose = excluded.purpose, position = excluded.position, served_at = null`
  const [row] = await db.$queryRaw<{ number: number }[]>`
    insert into screening_attempt (project_id, user_id, number, solution_ids, pass_share)
    select ${projectId}::uuid, ${userId}::uuid, coalesce(max(number), 0) + 1, ${solutions}::uuid[], ${passShare}
    from screening_attempt where project_id = ${projectId}::uuid and user_id = ${userId}::uuid
    returning number`
  return row!.number
}

/** Deletes a person's planned screening items. They may finish the ones they have leased. */
export async function deletePlannedScreening(
  db: Transaction,
  { projectId, userId }: AnnotatorKey,
): Promise<void> {
  await db.$executeRaw`
    delete from queue_gold
    where project_id = ${projectId}::uuid and user_id = ${userId}::uuid and purpose = 'screening'`
}

export async function insertScreeningDecision(
  db: Transaction,
  { projectId, userId }: AnnotatorKey,
  { kind, note, by }: { kind: ScreeningDecisionKind; note: string; by: string },
): Promise<void> {
  await db.screeningDecision.create({
    data: { projectId, id: makeId(), userId, kind, note: note.trim(), byUserId: by },
    select: { id: true },
  })
}
