import { query } from '@/lib/auth/server/operation'
import { listDeliveriesContract, listWebhooksContract } from '../contract'
import { readDeliveryReplies, readWebhookReply, readWebhookReplies } from './webhook-reply'

export const listWebhooks = query(listWebhooksContract, {
  action: 'webhook.read',
  scope: 'project',
  run: async ({ db, project }) => ({ webhooks: await readWebhookReplies(db, project.id) }),
})

export const listDeliveries = query(listDeliveriesContract, {
  action: 'webhook.read',
  scope: 'project',
  async run({ db, project }, { webhook }) {
    const key = { projectId: project.id, webhookId: webhook }
    // Throws `not_found` for an unknown webhook.
    await readWebhookReply(db, key)
    return { deliveries: await readDeliveryReplies(db, key) }
  },
})
