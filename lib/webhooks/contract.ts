import { defineContract, z } from '@/lib/platform/contract'
import { filledTextField, idField, projectField } from '@/lib/platform/fields'
import { webhookEventNames } from './events'

const urlMaxLength = 2_000
/** A project with more of them wants a queue of its own. */
export const webhooksMax = 20

const urlField = filledTextField(urlMaxLength).describe(
  'Where messages are posted to: https, or a host that STEPMARK_OUTBOUND_ALLOW names',
)
const eventsField = z
  .array(z.enum(webhookEventNames))
  .min(1)
  .max(webhookEventNames.length)
  .describe('What it is told of')

const webhookReply = z.object({
  webhook: idField,
  url: z.string(),
  events: z.array(z.string()),
  createdAt: z.iso.datetime(),
  by: z.string().describe('Who made it'),
  isOn: z.boolean(),
  offReason: z.string().nullable().describe('Why it was switched off, where nobody did'),
  failingAt: z.iso.datetime().nullable().describe('Since when nothing could be delivered'),
  waiting: z.number().describe('Messages that are to be tried'),
  lastDeliveredAt: z.iso.datetime().nullable(),
})

const secretField = z
  .string()
  .nullable()
  .describe('What messages are signed with. Shown this once; null: it is as it was')

const deliveryReply = z.object({
  delivery: idField.describe('Comes as webhook-id'),
  event: z.string(),
  createdAt: z.iso.datetime(),
  state: z.enum(['waiting', 'delivered', 'failed']),
  tries: z.number(),
  triedAt: z.iso.datetime().nullable(),
  nextAt: z.iso.datetime().nullable(),
  status: z.number().nullable().describe('HTTP status of the last try'),
  tookMs: z.number().nullable(),
  trouble: z.string().nullable().describe('Why there is no status'),
})

const inProject = { project: projectField }
const oneWebhook = { ...inProject, webhook: idField }

export const listWebhooksContract = defineContract({
  name: 'listWebhooks',
  method: 'get',
  path: '/projects/{project}/webhooks',
  summary: 'Addresses that are told what happens in the project',
  input: z.strictObject(inProject),
  reply: z.object({ webhooks: z.array(webhookReply) }),
})

export const createWebhookContract = defineContract({
  name: 'createWebhook',
  method: 'post',
  path: '/projects/{project}/webhooks',
  summary: 'Tell an address what happens; the secret is shown once',
  input: z.strictObject({ ...inProject, url: urlField, events: eventsField }),
  reply: webhookReply.extend({ secret: secretField }),
})

export const updateWebhookContract = defineContract({
  name: 'updateWebhook',
  method: 'patch',
  path: '/projects/{project}/webhooks/{webhook}',
  summary:
    'Change what a webhook is told of, switch it on or off, or send it elsewhere with a new secret',
  input: z.strictObject({
    ...oneWebhook,
    url: urlField.optional(),
    events: eventsField.optional(),
    isOn: z.boolean().optional(),
  }),
  reply: webhookReply.extend({ secret: secretField }),
})

export const replaceWebhookSecretContract = defineContract({
  name: 'replaceWebhookSecret',
  method: 'post',
  path: '/projects/{project}/webhooks/{webhook}/secret',
  summary: 'Sign with a new secret from now on; it is shown once',
  input: z.strictObject(oneWebhook),
  reply: webhookReply.extend({ secret: secretField }),
})

export const removeWebhookContract = defineContract({
  name: 'removeWebhook',
  method: 'delete',
  path: '/projects/{project}/webhooks/{webhook}',
  summary: 'Tell an address no more; its messages go with it',
  input: z.strictObject(oneWebhook),
  reply: z.object({ removed: z.literal(true) }),
})

export const testWebhookContract = defineContract({
  name: 'testWebhook',
  method: 'post',
  path: '/projects/{project}/webhooks/{webhook}/test',
  summary: 'Send a message of the kind "test"',
  input: z.strictObject(oneWebhook),
  reply: deliveryReply,
})

export const listDeliveriesContract = defineContract({
  name: 'listDeliveries',
  method: 'get',
  path: '/projects/{project}/webhooks/{webhook}/deliveries',
  summary: 'Messages to a webhook, newest first, at most 100; kept for 30 days',
  input: z.strictObject(oneWebhook),
  reply: z.object({ deliveries: z.array(deliveryReply) }),
})

export const redeliverContract = defineContract({
  name: 'redeliver',
  method: 'post',
  path: '/projects/{project}/webhooks/{webhook}/deliveries/{delivery}/redelivery',
  summary: 'Send a message once more, with the same id',
  input: z.strictObject({ ...oneWebhook, delivery: idField }),
  reply: deliveryReply,
})
