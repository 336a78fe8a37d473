import { query } from '@/lib/auth/server/operation'
import { listDeliveriesContract, listWebhooksContract } from '../contract'
import { readListedDeliveries, readListedWebhook, readListedWebhooks } from './listed-webhooks'

export const listWebhooks = query(listWebhooksContract, {
  action: 'webhook.read',
  scope: 'project',
  run: async ({ db, project }) => ({ webhooks: await readListedWebhooks(db, project.id) }),
})

export const listDeliveries = query(listDeliveriesContract, {
  action: 'webhook.read',
  scope: 'project',
  async run({ db, project }, { webhook }) {
    const key = { projectId: project.id, webhookId: webhook }
    // Throws `not_found` for an unknown webhook.
    await readListedWebhook(db, key)
    return { deliveries: await readListedDeliveries(db, key) }
  },
})
