import { v7 as makeId } from 'uuid'
import { isServedAsGoldSql } from '@/lib/annotations/server/annotation-rules.sql'
import { Prisma } from '@/lib/generated/prisma/client'
import {
  lastPauseEndSql,
  isExactGoldAnswerSql,
  isGoldAnswerSql,
} from '@/lib/gold/server/gold-answers.sql'
import type { Transaction } from '@/lib/platform/server/database'
import { insertEventDeliveries } from '@/lib/webhooks/server/insert-event-deliveries.sql'
import type { PauseRuleResult } from '../pause-rule'

export interface GoldAnswerTotals {
  projectId: string
  userId: string
  threshold: number
  answers: number
  exact: number
  /** Null if no pause is planned for this annotator. */
  plannedPause: { isDue: boolean } | null
}

/**
 * For annotators whom the rule may pause, counts the answers to gold since the end of their last pause. With
 * `withinMinutes`, only annotators with an answer in that time or a planned pause.
 */
export function listGoldAnswerTotals(
  db: Transaction,
  withinMinutes: number | null,
): Promise<GoldAnswerTotals[]> {
  const recentConditionSql =
    withinMinutes === null
      ? Prisma.empty
      : Prisma.sql`and (l.submitted_at > now() - make_interval(mins => ${withinMinutes}) or x.user_id is not null)`
  return db.$queryRaw<GoldAnswerTotals[]>`
    with candidates as materialized (
      select m.project_id, m.user_id, p.pause_below, x.planned_at, x.after_annotations,
        ${lastPauseEndSql(Prisma.sql`m.project_id`, Prisma.sql`m.user_id`)} as since
      from member m join project p on p.id = m.project_id join app_user u on u.id = m.user_id
        left join planned_pause x on x.project_id = m.project_id and x.user_id = m.user_id
      where p.pause_below is not null and m.role = 'annotator' and m.paused_at is null and not u.is_instance_admin
        and exists (select from annotation l where l.project_id = m.project_id and l.user_id = m.user_id
          and ${isServedAsGoldSql} and l.state = 'submitted' ${recentConditionSql})
    )
    select a.project_id as "projectId", a.user_id as "userId", a.pause_below as threshold,
      count(*)::int as answers, count(*) filter (where ${isExactGoldAnswerSql})::int as exact,
      case when a.planned_at is not null then json_build_object('isDue', (
        select count(*) from annotation s where s.project_id = a.project_id and s.user_id = a.user_id
          and s.submitted_at > a.planned_at) >= a.after_annotations) end as "plannedPause"
    from candidates a
      join annotation l on l.project_id = a.project_id and l.user_id = a.user_id and l.submitted_at > a.since
      join gold_item g on ${isGoldAnswerSql}
    group by a.project_id, a.user_id, a.pause_below, a.planned_at, a.after_annotations`
}

type MemberKey = Pick<NewPause, 'projectId' | 'userId'>

/** Keeps an earlier plan of the same annotator. */
export async function insertPlannedPause(
  db: Transaction,
  { projectId, userId, afterAnnotations }: MemberKey & { afterAnnotations: number },
): Promise<void> {
  await db.$executeRaw`
    insert into planned_pause (project_id, user_id, after_annotations)
    values (${projectId}::uuid, ${userId}::uuid, ${afterAnnotations}::smallint) on conflict do nothing`
}

export async function deletePlannedPause(
  db: Transaction,
  { projectId, userId }: MemberKey,
): Promise<void> {
  await db.$executeRaw`
    delete from planned_pause where project_id = ${projectId}::uuid and user_id = ${userId}::uuid`
}

export interface NewPause {
  projectId: string
  userId: string
  byUserId: string | null
  message: string
  judgement: PauseRuleResult | null
}

/** Returns null if the person is already paused or is not an annotator of the project. */
export async function insertPause(
  db: Transaction,
  { projectId, userId, byUserId, message, judgement }: NewPause,
): Promise<string | null> {
  const [row] = await db.$queryRaw<{ id: string }[]>`
    insert into pause (project_id, id, user_id, by_user_id, message, answers, exact, threshold, probability)
    select m.project_id, ${makeId()}::uuid, m.user_id, ${byUserId}::uuid, ${message}, ${judgement?.answers ?? null}::smallint,
      ${judgement?.exact ?? null}::smallint, ${judgement?.threshold ?? null}::float8,
      ${judgement?.probability ?? null}::float8
    from member m
    where m.project_id = ${projectId}::uuid and m.user_id = ${userId}::uuid and m.role = 'annotator'
    on conflict (project_id, user_id) where ended_at is null do nothing
    returning id`
  if (row)
    await insertEventDeliveries(db, projectId, 'person.paused', { pause: row.id, person: userId })
  return row?.id ?? null
}
