import { Prisma } from '@/lib/generated/prisma/client'
import type { Transaction } from '@/lib/platform/server/database'
import { timeTextSql } from '@/lib/platform/server/time-text.sql'
import type { WebhookEvent } from '../events'

/**
 * Adds a delivery for each webhook of the project that is subscribed to the event. Call it in the transaction of the
 * event. `data` contains only ids and counts, never content.
 */
export async function insertEventDeliveries(
  db: Transaction,
  projectId: string,
  event: WebhookEvent,
  data: Readonly<Record<string, string | number>>,
): Promise<void> {
  await db.$executeRaw`
    insert into webhook_delivery (project_id, id, webhook_id, event, body, created_at, next_attempt_at)
    select w.project_id, gen_random_uuid(), w.id, ${event}, jsonb_build_object('type', ${event}::text,
      'timestamp', ${timeTextSql(Prisma.sql`clock_timestamp()`)},
      'data', jsonb_build_object('project', p.slug) || ${JSON.stringify(data)}::jsonb), clock_timestamp(), clock_timestamp()
    from webhook w join project p on p.id = w.project_id
    where w.project_id = ${projectId}::uuid and w.disabled_at is null and ${event} = any (w.events)`
}
