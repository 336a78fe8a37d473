import type { Database, Transaction } from '@/lib/platform/server/database'
import { maxFailingDays } from '../retries'

/** A message that is due, and this process's to send. */
export interface DueDelivery {
  projectId: string
  id: string
  webhookId: string
  url: string
  secret: Uint8Array
  /** As it is sent and signed. */
  body: string
  tries: number
  /** When this try began, by the database's clock, in seconds since 1970. */
  at: number
}

/** Longer than a try takes. Should the process die, another tries after this. */
const leaseSeconds = 60
/** Of one webhook at once: one that is slow keeps the others waiting no longer than itself. */
const maxPerWebhook = 4
export const maxPerBatch = 20

export async function hasDueDeliveries(db: Database): Promise<boolean> {
  const [row] = await db.$queryRaw<[{ isDue: boolean }]>`
    select exists (select from webhook_delivery d join webhook w on w.project_id = d.project_id and w.id = d.webhook_id
      where d.next_attempt_at <= clock_timestamp() and w.disabled_at is null) as "isDue"`
  return row.isDue
}

/**
 * Takes what is due and counts the try before it is made: a process that dies of it has tried. First one message of each webhook,
 * the oldest first, then a second of each: those with much to tell keep no one waiting who has little.
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
      order by turn, m.next_attempt_at, m.id limit ${maxPerBatch}
    )
    update webhook_delivery d set next_attempt_at = clock_timestamp() + make_interval(secs => ${leaseSeconds}::int),
      attempts = attempts + 1, last_attempt_at = clock_timestamp()
    from due where d.project_id = due.project_id and d.id = due.id
    returning d.project_id as "projectId", d.id, d.webhook_id as "webhookId", due.url, due.secret, d.body::text as body,
      d.attempts::int as tries, floor(extract(epoch from d.last_attempt_at))::int as at`
}

export interface AttemptOutcome {
  isDelivered: boolean
  /** It was not sent, for a reason that is ours: no try of the message, and nothing against its receiver. */
  isInternalError: boolean
  status: number | null
  tookMs: number
  error: string | null
  /** Null: no more tries. */
  retryInSeconds: number | null
}

/** Writes down how a try went, and with it how the webhook does. */
export async function recordAttempt(
  db: Transaction,
  { projectId, id, webhookId, tries }: DueDelivery,
  { isDelivered, isInternalError, status, tookMs, error, retryInSeconds }: AttemptOutcome,
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
 * For a message that is given up, or whose receiver asks for an end. True: the webhook was on, and nothing else could be
 * delivered for days either.
 */
export async function switchOffFailing(
  db: Transaction,
  { projectId, webhookId }: DueDelivery,
  isGone: boolean,
): Promise<boolean> {
  const reason = isGone
    ? 'The receiver answered 410 Gone.'
    : `No delivery succeeded for ${maxFailingDays} days.`
  const changed = await db.$executeRaw`
    update webhook set disabled_at = clock_timestamp(), disabled_reason = ${reason}
    where project_id = ${projectId}::uuid and id = ${webhookId}::uuid and disabled_at is null
      and (${isGone} or failing_since < clock_timestamp() - make_interval(days => ${maxFailingDays}::int))`
  return changed === 1
}

const retentionDays = 30

const deleteBatchSize = 1_000

/** Removes what is over, and what no one could be told for so long. */
export async function deleteOldDeliveries(db: Database, signal: AbortSignal): Promise<void> {
  let removed = deleteBatchSize
  while (removed === deleteBatchSize && !signal.aborted)
    removed = await db.$executeRaw`
      delete from webhook_delivery where (project_id, id) in (
        select project_id, id from webhook_delivery
        where created_at < clock_timestamp() - make_interval(days => ${retentionDays}::int)
        limit ${deleteBatchSize})`
}
