import { Prisma } from '@/lib/generated/prisma/client'
import type { PeriodicTask } from '@/lib/jobs/server/run-periodic-tasks'
import { timeTextSql } from '@/lib/platform/server/time-text.sql'
import { maxAnnotationIdsPerMessage } from '../events'

/** Minimum time between two messages about annotations to the same webhook. */
const intervalSeconds = 60
/** `submitted_at` is the start of the transaction. After this time, it has committed or has been cancelled by timeouts. */
const lagSeconds = 20

/**
 * Adds one delivery per webhook for all annotations submitted since its previous one, so that submitting itself writes no
 * deliveries. An annotation that is reopened and submitted again is sent again.
 */
export const insertAnnotationDeliveries: PeriodicTask = async (db) => {
  await db.$executeRaw`
    with due as (
      select w.project_id, w.id, w.collected_to, p.slug,
        clock_timestamp() - make_interval(secs => ${lagSeconds}::int) as until
      from webhook w join project p on p.id = w.project_id
      where w.disabled_at is null and 'annotation.submitted' = any (w.events)
        and w.collected_to < clock_timestamp() - make_interval(secs => ${intervalSeconds + lagSeconds}::int)
      for update of w skip locked
    ), moved as (
      update webhook w set collected_to = d.until from due d
      where w.project_id = d.project_id and w.id = d.id
    )
    insert into webhook_delivery (project_id, id, webhook_id, event, body, created_at, next_attempt_at)
    select d.project_id, gen_random_uuid(), d.id, 'annotation.submitted', jsonb_build_object(
      'type', 'annotation.submitted',
      'timestamp', ${timeTextSql(Prisma.sql`clock_timestamp()`)},
      'data', jsonb_build_object('project', d.slug, 'count', f.count, 'annotations', f.annotations)),
      clock_timestamp(), clock_timestamp()
    from due d cross join lateral (
      select count(*)::int as count,
        to_jsonb((array_agg(l.id order by l.submitted_at, l.id))[1:${maxAnnotationIdsPerMessage}::int]) as annotations
      from annotation l
      where l.project_id = d.project_id and l.user_id is not null and l.state = 'submitted'
        and l.submitted_at > d.collected_to and l.submitted_at <= d.until
    ) f
    where f.count > 0`
}
