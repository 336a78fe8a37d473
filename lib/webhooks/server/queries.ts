import { query } from '@/lib/auth/server/operation'
import { listDeliveriesContract, listWebhooksContract } from '../contract'
import { readDeliveries, readWebhook, readWebhooks } from './webhook-reply'

export const listWebhooks = query(listWebhooksContract, {
  action: 'webhook.read',
  scope: 'project',
  run: async ({ db, project }) => ({ webhooks: await readWebhooks(db, project.id) }),
})

export const listDeliveries = query(listDeliveriesContract, {
  action: 'webhook.read',
  scope: 'project',
  async run({ db, project }, { webhook }) {
    const key = { projectId: project.id, webhookId: webhook }
    await readWebhook(db, key)
    return { deliveries: await readDeliveries(db, key) }
  },
})
