import { AppError } from '@/lib/platform/errors'
import type { ReplyOf } from '@/lib/platform/contract'
import type { Database, Transaction } from '@/lib/platform/server/database'
import type { listDeliveriesContract, listWebhooksContract } from '../contract'
import type { WebhookPlace } from './sign-message'

type Webhook = ReplyOf<typeof listWebhooksContract>['webhooks'][number]
type Delivery = ReplyOf<typeof listDeliveriesContract>['deliveries'][number]

const deliveriesMax = 100

const columns = {
  ...{ id: true, url: true, events: true, createdAt: true, failingAt: true, offAt: true },
  offReason: true,
  user: { select: { name: true } },
} as const

/** Not what was sent, which can be long. */
const deliveryColumns = {
  ...{ id: true, event: true, createdAt: true, deliveredAt: true, nextAt: true, triedAt: true },
  ...{ attempts: true, status: true, tookMs: true, trouble: true },
} as const

export async function readWebhooks(
  db: Database | Transaction,
  projectId: string,
  webhookId?: string,
): Promise<Webhook[]> {
  const only = webhookId === undefined ? {} : { id: webhookId }
  const rows = await db.webhook.findMany({
    where: { projectId, ...only },
    select: columns,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  const counts = await db.$queryRaw<
    { id: string; waiting: number; lastDeliveredAt: Date | null }[]
  >`
    select webhook_id::text as id, count(next_at)::int as waiting, max(delivered_at) as "lastDeliveredAt"
    from webhook_delivery where project_id = ${projectId}::uuid
      and webhook_id = any (${rows.map(({ id }) => id)}::uuid[]) group by webhook_id`
  const counted = new Map(counts.map((count) => [count.id, count]))
  return rows.map((row) => ({
    ...{ webhook: row.id, url: row.url, events: row.events, by: row.user.name },
    createdAt: row.createdAt.toISOString(),
    isOn: row.offAt === null,
    offReason: row.offReason,
    failingAt: row.failingAt?.toISOString() ?? null,
    waiting: counted.get(row.id)?.waiting ?? 0,
    lastDeliveredAt: counted.get(row.id)?.lastDeliveredAt?.toISOString() ?? null,
  }))
}

export async function readWebhook(
  db: Database | Transaction,
  { projectId, webhookId }: WebhookPlace,
): Promise<Webhook> {
  const [found] = await readWebhooks(db, projectId, webhookId)
  if (!found) throw new AppError('not_found', 'There is no such webhook in this project.')
  return found
}

export async function readDeliveries(
  db: Database | Transaction,
  { projectId, webhookId }: WebhookPlace,
  delivery?: string,
): Promise<Delivery[]> {
  const rows = await db.webhookDelivery.findMany({
    where: { projectId, webhookId, ...(delivery === undefined ? {} : { id: delivery }) },
    select: deliveryColumns,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: deliveriesMax,
  })
  return rows.map(({ id, deliveredAt, nextAt, createdAt, triedAt, attempts, ...row }) => ({
    ...{ delivery: id, event: row.event, createdAt: createdAt.toISOString() },
    state: deliveredAt ? 'delivered' : nextAt ? 'waiting' : 'failed',
    tries: attempts,
    triedAt: triedAt?.toISOString() ?? null,
    nextAt: nextAt?.toISOString() ?? null,
    ...{ status: row.status, tookMs: row.tookMs, trouble: row.trouble },
  }))
}
