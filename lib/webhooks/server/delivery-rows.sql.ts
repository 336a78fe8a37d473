import type { Database, Transaction } from '@/lib/platform/server/database'
import { maxDaysOfFailedDeliveries } from '../retries'

/** A due delivery that this process has leased. */
export interface DueDelivery {
  projectId: string
  id: string
  webhookId: string
  url: string
  secret: Uint8Array
  /** The exact text that is signed and sent. */
  body: string
  tries: number
  /** Start of this attempt by the database clock, in seconds since 1970. */
  at: number
}

/** Longer than an attempt takes. If the process dies, another one tries after this time. */
const leaseSeconds = 60
/** Limits concurrent deliveries of a webhook, so that a slow one does not block the others. */
const maxPerWebhook = 4
export const maxDeliveriesPerBatch = 20

export async function hasDueDeliveries(db: Database): Promise<boolean> {
  const [row] = await db.$queryRaw<[{ isDue: boolean }]>`
    select exists (select from webhook_delivery d join webhook w on w.project_id = d.project_id and w.id = d.webhook_id
      where d.next_attempt_at <= clock_timestamp() and w.disabled_at is null) as "isDue"`
  return row.isDue
}

/**
 * Leases due deliveries, and counts the attempt in advance in case it crashes the process. Takes the oldest delivery of
 * each webhook first, then the second of each, so that busy webhooks do not delay the others.
 */
export function leaseDueDeliveries(db: Database): Promise<DueDelivery[]> {
  return db.$queryRaw<DueDelivery[]>`
    with due as (
      select m.project_id, m.id, w.url, w.secret,
        row_number() over (partition by w.project_id, w.id order by m.next_attempt_at, m.id) as turn
      from webhook w cross join lateral (
        select d.project_id, d.id, d.next_attempt_at from webhook_delivery d
        where d.project_id = w.project_id and d.webhook_id = w.id and d.next_attempt_at <= clock_timestamp()
        order by d.next_attempt_at limit ${maxPerWebhook} for update skip locked
      ) m
      where w.disabled_at is null and exists (select from webhook_delivery e where e.project_id = w.project_id
        and e.webhook_id = w.id and e.next_attempt_at <= clock_timestamp())
      order by turn, m.next_attempt_at, m.id limit ${maxDeliveriesPerBatch}
    )
    update webhook_delivery d set next_attempt_at = clock_timestamp() + make_interval(secs => ${leaseSeconds}::int),
      attempts = attempts + 1, last_attempt_at = clock_timestamp()
    from due where d.project_id = due.project_id and d.id = due.id
    returning d.project_id as "projectId", d.id, d.webhook_id as "webhookId", due.url, due.secret, d.body::text as body,
      d.attempts::int as tries, floor(extract(epoch from d.last_attempt_at))::int as at`
}

export interface DeliveryAttemptOutcome {
  isDelivered: boolean
  /** Not sent because of a problem on this server. Counts neither as an attempt nor as a failure of the receiver. */
  isInternalError: boolean
  status: number | null
  tookMs: number
  error: string | null
  /** Null: no more attempts. */
  retryInSeconds: number | null
}

/** Stores the outcome of an attempt, and since when the webhook fails. */
export async function recordDeliveryAttempt(
  db: Transaction,
  { projectId, id, webhookId, tries }: DueDelivery,
  { isDelivered, isInternalError, status, tookMs, error, retryInSeconds }: DeliveryAttemptOutcome,
): Promise<void> {
  await db.$executeRaw`
    update webhook_delivery set status = ${status}::smallint, duration_ms = ${Math.round(tookMs)}::int, error = ${error},
      attempts = attempts - ${isInternalError ? 1 : 0}::smallint,
      delivered_at = case when ${isDelivered} then clock_timestamp() end,
      next_attempt_at = case when not ${isDelivered}
        then clock_timestamp() + make_interval(secs => ${retryInSeconds}::int) end
    where project_id = ${projectId}::uuid and id = ${id}::uuid and attempts = ${tries}::smallint
      and delivered_at is null`
  if (isInternalError) return
  await db.$executeRaw`
    update webhook set failing_since = case when ${isDelivered} then null
      else coalesce(failing_since, clock_timestamp()) end
    where project_id = ${projectId}::uuid and id = ${webhookId}::uuid
      and (failing_since is null) <> ${isDelivered}`
}

/**
 * Turns a webhook off if its receiver is gone, or if deliveries have failed for `maxDaysOfFailedDeliveries` without a
 * success. Returns whether it was turned off now.
 */
export async function disableFailingWebhook(
  db: Transaction,
  { projectId, webhookId }: DueDelivery,
  isGone: boolean,
): Promise<boolean> {
  const reason = isGone
    ? 'The receiver answered 410 Gone.'
    : `No delivery succeeded for ${maxDaysOfFailedDeliveries} days.`
  const changedRows = await db.$executeRaw`
    update webhook set disabled_at = clock_timestamp(), disabled_reason = ${reason}
    where project_id = ${projectId}::uuid and id = ${webhookId}::uuid and disabled_at is null
      and (${isGone} or failing_since < clock_timestamp() - make_interval(days => ${maxDaysOfFailedDeliveries}::int))`
  return changedRows === 1
}

const retentionDays = 30

const deleteBatchSize = 1_000

/** Deletes deliveries after the retention period, in batches. Includes waiting ones, for example of disabled webhooks. */
export async function deleteOldDeliveries(db: Database, signal: AbortSignal): Promise<void> {
  let removedRows = deleteBatchSize
  while (removedRows === deleteBatchSize && !signal.aborted)
    removedRows = await db.$executeRaw`
      delete from webhook_delivery where (project_id, id) in (
        select project_id, id from webhook_delivery
        where created_at < clock_timestamp() - make_interval(days => ${retentionDays}::int)
        limit ${deleteBatchSize})`
}
