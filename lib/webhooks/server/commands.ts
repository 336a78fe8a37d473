import { v7 as makeId } from 'uuid'
import { command } from '@/lib/auth/server/operation'
import { requirePerson } from '@/lib/auth/server/require-person'
import { AppError } from '@/lib/platform/errors'
import { checkOutboundUrl } from '@/lib/platform/server/check-outbound-url'
import type { Transaction } from '@/lib/platform/server/database'
import { lockProject } from '@/lib/platform/server/lock-project.sql'
import {
  createWebhookContract,
  redeliverMessageContract,
  removeWebhookContract,
  replaceWebhookSecretContract,
  testWebhookContract,
  updateWebhookContract,
  maxWebhooksPerProject,
} from '../contract'
import type { WebhookEvent } from '../events'
import { readListedDeliveries, readListedWebhook } from './listed-webhooks'
import { makeWebhookSecret, encryptWebhookSecret, type WebhookKey } from './sign-webhook-message'
import { insertTestDelivery, lockCreatorIfAdmin, resetDelivery } from './webhook-rows.sql'

export const createWebhook = command(createWebhookContract, {
  action: 'webhook.change',
  scope: 'project',
  keepsReply: false,
  async run({ actor, db, project }, { url, events }) {
    const { userId } = requirePerson(actor)
    const projectId = project.id
    await checkOutboundUrl(url, 'url')
    await requireCreator(db, { projectId, userId })
    // Prevents concurrent requests from exceeding the maximum.
    await lockProject(db, projectId)
    if ((await db.webhook.count({ where: { projectId } })) >= maxWebhooksPerProject)
      throw new AppError(
        'conflict',
        `A project can have at most ${maxWebhooksPerProject} webhooks. Remove one first.`,
      )
    const key = { projectId, webhookId: makeId() }
    const secret = makeWebhookSecret()
    await db.webhook.create({
      data: {
        projectId,
        id: key.webhookId,
        url,
        userId,
        events: [...new Set(events)],
        secret: encryptWebhookSecret(secret, key),
      },
      select: { id: true },
    })
    return { ...(await readListedWebhook(db, key)), secret }
  },
  audit: ({ url, events }, { webhook }) => ({
    target: `webhook:${webhook}`,
    detail: { operation: 'create', host: new URL(url).host, events },
  }),
})

export const updateWebhook = command(updateWebhookContract, {
  action: 'webhook.change',
  scope: 'project',
  keepsReply: false,
  async run({ actor, db, project }, { webhook, url, events, isOn }) {
    const key = { projectId: project.id, webhookId: webhook }
    const current = await readListedWebhook(db, key)
    const hasNewUrl = url !== undefined && url !== current.url
    if (hasNewUrl) await checkOutboundUrl(url, 'url')
    // A new receiver must not get messages signed with a secret that another receiver knows.
    const secret = hasNewUrl ? makeWebhookSecret() : null
    await db.webhook.update({
      where: { projectId_id: { projectId: project.id, id: webhook } },
      data: {
        ...(secret === null ? {} : { url: url!, secret: encryptWebhookSecret(secret, key) }),
        ...(events === undefined ? {} : { events: [...new Set(events)] }),
      },
      select: { id: true },
    })
    const isNewSubscription =
      events?.includes(collectedEvent) && !current.events.includes(collectedEvent)
    if (isNewSubscription) await collectFromNow(db, key)
    if (isOn !== undefined && isOn !== current.isOn) {
      const { userId } = requirePerson(actor)
      if (isOn) await requireCreator(db, { projectId: project.id, userId })
      await switchWebhook(db, { ...key, userId }, isOn)
    }
    return { ...(await readListedWebhook(db, key)), secret }
  },
  audit: ({ webhook, url, events, isOn }) => ({
    target: `webhook:${webhook}`,
    detail: {
      operation: 'change',
      ...(url === undefined ? {} : { host: new URL(url).host }),
      ...(events === undefined ? {} : { events }),
      ...(isOn === undefined ? {} : { isOn }),
    },
  }),
})

export const replaceWebhookSecret = command(replaceWebhookSecretContract, {
  action: 'webhook.change',
  scope: 'project',
  keepsReply: false,
  async run({ db, project }, { webhook }) {
    const key = { projectId: project.id, webhookId: webhook }
    await readListedWebhook(db, key)
    const secret = makeWebhookSecret()
    await db.webhook.update({
      where: { projectId_id: { projectId: project.id, id: webhook } },
      data: { secret: encryptWebhookSecret(secret, key) },
      select: { id: true },
    })
    return { ...(await readListedWebhook(db, key)), secret }
  },
  audit: ({ webhook }) => ({ target: `webhook:${webhook}`, detail: { operation: 'secret' } }),
})

export const removeWebhook = command(removeWebhookContract, {
  action: 'webhook.change',
  scope: 'project',
  async run({ db, project }, { webhook }) {
    const { count } = await db.webhook.deleteMany({ where: { projectId: project.id, id: webhook } })
    if (count === 0) throw new AppError('not_found', 'This project has no such webhook.')
    return { removed: true as const }
  },
  audit: ({ webhook }) => ({ target: `webhook:${webhook}`, detail: { operation: 'remove' } }),
})

export const testWebhook = command(testWebhookContract, {
  action: 'webhook.change',
  scope: 'project',
  async run({ db, project }, { webhook }) {
    const key = { projectId: project.id, webhookId: webhook }
    const { isOn } = await readListedWebhook(db, key)
    if (!isOn) throw makeWebhookOffError()
    return getDelivery(db, key, await insertTestDelivery(db, key))
  },
  audit: ({ webhook }) => ({ target: `webhook:${webhook}`, detail: { operation: 'test' } }),
})

export const redeliverMessage = command(redeliverMessageContract, {
  action: 'webhook.change',
  scope: 'project',
  async run({ db, project }, { webhook, delivery }) {
    const key = { projectId: project.id, webhookId: webhook }
    const { isOn } = await readListedWebhook(db, key)
    await getDelivery(db, key, delivery)
    if (!isOn) throw makeWebhookOffError()
    await resetDelivery(db, key, delivery)
    return getDelivery(db, key, delivery)
  },
  audit: ({ webhook, delivery }) => ({
    target: `webhook:${webhook}`,
    detail: { operation: 'redeliver', delivery },
  }),
})

/** A webhook is turned off when its creator is no longer an admin, so a concurrent removal waits for this transaction. */
async function requireCreator(
  db: Transaction,
  creator: { projectId: string; userId: string },
): Promise<void> {
  if (!(await lockCreatorIfAdmin(db, creator)))
    throw new AppError('forbidden', 'You are no longer an admin of this project.')
}

/** A webhook that is turned on sends waiting and new deliveries, and belongs to the person who turned it on. */
async function switchWebhook(
  db: Transaction,
  { projectId, webhookId, userId }: WebhookKey & { userId: string },
  isOn: boolean,
): Promise<void> {
  await db.$executeRaw`
    update webhook set disabled_reason = null, failing_since = null,
      user_id = case when ${isOn} then ${userId}::uuid else user_id end,
      disabled_at = case when not ${isOn} then clock_timestamp() end,
      collected_to = case when ${isOn} then clock_timestamp() else collected_to end
    where project_id = ${projectId}::uuid and id = ${webhookId}::uuid`
}

const collectedEvent = 'annotation.submitted' satisfies WebhookEvent

/** A new subscription does not include annotations submitted earlier. */
async function collectFromNow(
  db: Transaction,
  { projectId, webhookId }: WebhookKey,
): Promise<void> {
  await db.$executeRaw`
    update webhook set collected_to = clock_timestamp()
    where project_id = ${projectId}::uuid and id = ${webhookId}::uuid`
}

const makeWebhookOffError = () => new AppError('conflict', 'This webhook is off. Turn it on first.')

async function getDelivery(db: Transaction, key: WebhookKey, id: string) {
  const [delivery] = await readListedDeliveries(db, key, id)
  if (!delivery) throw new AppError('not_found', 'This webhook has no such delivery.')
  return delivery
}
