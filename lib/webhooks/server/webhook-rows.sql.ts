import { Prisma } from '@/lib/generated/prisma/client'
import type { Transaction } from '@/lib/platform/server/database'
import { timeTextSql } from '@/lib/platform/server/time-text.sql'
import { testEventName } from '../events'
import type { WebhookKey } from './sign-webhook-message'

/**
 * Returns whether the creator of a webhook is an admin of the project or the instance, and not disabled. Locks their
 * account and membership until the transaction ends: a concurrent removal waits, and then turns the webhook off.
 */
export async function lockCreatorIfAdmin(
  db: Transaction,
  { projectId, userId }: { projectId: string; userId: string },
): Promise<boolean> {
  const [account] = await db.$queryRaw<{ isInstanceAdmin: boolean }[]>`
    select is_instance_admin as "isInstanceAdmin" from app_user
    where id = ${userId}::uuid and disabled_at is null for share`
  const admins = await db.$queryRaw<unknown[]>`
    select user_id from member
    where project_id = ${projectId}::uuid and user_id = ${userId}::uuid and role = 'admin' for share`
  return account !== undefined && (account.isInstanceAdmin || admins.length > 0)
}

/** Adds a test delivery and returns its id. */
export async function insertTestDelivery(
  db: Transaction,
  { projectId, webhookId }: WebhookKey,
): Promise<string> {
  const [row] = await db.$queryRaw<[{ id: string }]>`
    insert into webhook_delivery (project_id, id, webhook_id, event, body, created_at, next_attempt_at)
    select p.id, gen_random_uuid(), ${webhookId}::uuid, ${testEventName}, jsonb_build_object('type', ${testEventName}::text,
      'timestamp', ${timeTextSql(Prisma.sql`clock_timestamp()`)},
      'data', jsonb_build_object('project', p.slug)), clock_timestamp(), clock_timestamp()
    from project p where p.id = ${projectId}::uuid
    returning id::text`
  return row.id
}

/** Makes a delivery due now, with all attempts available again. Drops the result of an attempt in progress. */
export async function resetDelivery(
  db: Transaction,
  { projectId, webhookId }: WebhookKey,
  delivery: string,
): Promise<void> {
  await db.$executeRaw`
    update webhook_delivery set next_attempt_at = clock_timestamp(), attempts = 0, delivered_at = null,
      status = null, error = null, duration_ms = null
    where project_id = ${projectId}::uuid and webhook_id = ${webhookId}::uuid and id = ${delivery}::uuid`
}
