import type { ReplyOf } from '@/lib/platform/contract'
import { AppError } from '@/lib/platform/errors'
import type { Database, Transaction } from '@/lib/platform/server/database'
import type { listDeliveriesContract, listWebhooksContract } from '../contract'
import type { WebhookKey } from './sign-webhook-message'

type Webhook = ReplyOf<typeof listWebhooksContract>['webhooks'][number]
type Delivery = ReplyOf<typeof listDeliveriesContract>['deliveries'][number]

const maxListedDeliveries = 100

const webhookColumns = {
  id: true,
  url: true,
  events: true,
  createdAt: true,
  failingSince: true,
  disabledAt: true,
  disabledReason: true,
  user: { select: { name: true } },
} as const

/** Without the body, which can be long. */
const deliveryColumns = {
  id: true,
  event: true,
  createdAt: true,
  deliveredAt: true,
  nextAttemptAt: true,
  lastAttemptAt: true,
  attempts: true,
  status: true,
  durationMs: true,
  error: true,
} as const

export async function readListedWebhooks(
  db: Database | Transaction,
  projectId: string,
  webhookId?: string,
): Promise<Webhook[]> {
  const filter = webhookId === undefined ? {} : { id: webhookId }
  const rows = await db.webhook.findMany({
    where: { projectId, ...filter },
    select: webhookColumns,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  const counts = await db.$queryRaw<
    { id: string; waiting: number; lastDeliveredAt: Date | null }[]
  >`
    select webhook_id::text as id, count(next_attempt_at)::int as waiting, max(delivered_at) as "lastDeliveredAt"
    from webhook_delivery where project_id = ${projectId}::uuid
      and webhook_id = any (${rows.map(({ id }) => id)}::uuid[]) group by webhook_id`
  const countsById = new Map(counts.map((count) => [count.id, count]))
  return rows.map((row) => ({
    webhook: row.id,
    url: row.url,
    events: row.events,
    by: row.user.name,
    createdAt: row.createdAt.toISOString(),
    isOn: row.disabledAt === null,
    offReason: row.disabledReason,
    failingAt: row.failingSince?.toISOString() ?? null,
    waiting: countsById.get(row.id)?.waiting ?? 0,
    lastDeliveredAt: countsById.get(row.id)?.lastDeliveredAt?.toISOString() ?? null,
  }))
}

export async function readListedWebhook(
  db: Database | Transaction,
  { projectId, webhookId }: WebhookKey,
): Promise<Webhook> {
  const [webhook] = await readListedWebhooks(db, projectId, webhookId)
  if (!webhook) throw new AppError('not_found', 'This project has no such webhook.')
  return webhook
}

export async function readListedDeliveries(
  db: Database | Transaction,
  { projectId, webhookId }: WebhookKey,
  delivery?: string,
): Promise<Delivery[]> {
  const rows = await db.webhookDelivery.findMany({
    where: { projectId, webhookId, ...(delivery === undefined ? {} : { id: delivery }) },
    select: deliveryColumns,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: maxListedDeliveries,
  })
  return rows.map(
    ({ id, deliveredAt, nextAttemptAt, createdAt, lastAttemptAt, attempts, ...row }) => ({
      delivery: id,
      event: row.event,
      createdAt: createdAt.toISOString(),
      state: deliveredAt ? 'delivered' : nextAttemptAt ? 'waiting' : 'failed',
      tries: attempts,
      triedAt: lastAttemptAt?.toISOString() ?? null,
      nextAt: nextAttemptAt?.toISOString() ?? null,
      status: row.status,
      tookMs: row.durationMs,
      error: row.error,
    }),
  )
}
