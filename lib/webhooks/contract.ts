import { defineContract, z } from '@/lib/platform/contract'
import { nonBlankTextField, idField, projectSlugField } from '@/lib/platform/fields'
import { webhookEventNames } from './events'

const urlMaxLength = 2_000
/** Maximum per project. */
export const maxWebhooksPerProject = 20

const urlField = nonBlankTextField(urlMaxLength)
  .describe('HTTPS URL, or a host listed in STEPMARK_OUTBOUND_ALLOW')
  .openapi({ format: 'uri', pattern: '^https?://' })
const eventsField = z
  .array(z.enum(webhookEventNames))
  .min(1)
  .max(webhookEventNames.length)
  .describe('Events that are sent')

const webhookReply = z.object({
  webhook: idField,
  url: z.string(),
  events: z.array(z.string()),
  createdAt: z.iso.datetime(),
  by: z.string().describe('Who created it'),
  isOn: z.boolean(),
  offReason: z.string().nullable().describe('Why it was turned off automatically'),
  failingAt: z.iso.datetime().nullable().describe('Since when deliveries fail'),
  waiting: z.number().describe('Number of waiting deliveries'),
  lastDeliveredAt: z.iso.datetime().nullable(),
})

const secretField = z.string().nullable().describe('Signing secret, shown once; null if unchanged')

const deliveryReply = z.object({
  delivery: idField.describe('Sent as the webhook-id header'),
  event: z.string(),
  createdAt: z.iso.datetime(),
  state: z.enum(['waiting', 'delivered', 'failed']),
  tries: z.number(),
  triedAt: z.iso.datetime().nullable(),
  nextAt: z.iso.datetime().nullable(),
  status: z.number().nullable().describe('HTTP status of the last attempt'),
  tookMs: z.number().nullable(),
  error: z.string().nullable().describe('Why there is no status'),
})

const projectParams = { project: projectSlugField }
const webhookParams = { ...projectParams, webhook: idField }

export const listWebhooksContract = defineContract({
  name: 'listWebhooks',
  method: 'get',
  path: '/projects/{project}/webhooks',
  summary: 'List webhooks',
  input: z.strictObject(projectParams),
  reply: z.object({ webhooks: z.array(webhookReply) }),
})

export const createWebhookContract = defineContract({
  name: 'createWebhook',
  method: 'post',
  path: '/projects/{project}/webhooks',
  summary: 'Create a webhook; its secret is shown once',
  input: z.strictObject({ ...projectParams, url: urlField, events: eventsField }),
  reply: webhookReply.extend({ secret: secretField }),
})

export const updateWebhookContract = defineContract({
  name: 'updateWebhook',
  method: 'patch',
  path: '/projects/{project}/webhooks/{webhook}',
  summary: 'Update a webhook; a new URL gets a new secret',
  input: z.strictObject({
    ...webhookParams,
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
  summary: 'Replace the secret of a webhook; it is shown once',
  input: z.strictObject(webhookParams),
  reply: webhookReply.extend({ secret: secretField }),
})

export const removeWebhookContract = defineContract({
  name: 'removeWebhook',
  method: 'delete',
  path: '/projects/{project}/webhooks/{webhook}',
  summary: 'Remove a webhook and its deliveries',
  input: z.strictObject(webhookParams),
  reply: z.object({ removed: z.literal(true) }),
})

export const testWebhookContract = defineContract({
  name: 'testWebhook',
  method: 'post',
  path: '/projects/{project}/webhooks/{webhook}/test',
  summary: 'Send a test message',
  input: z.strictObject(webhookParams),
  reply: deliveryReply,
})

export const listDeliveriesContract = defineContract({
  name: 'listDeliveries',
  method: 'get',
  path: '/projects/{project}/webhooks/{webhook}/deliveries',
  summary: 'List deliveries of the last 30 days, newest first, at most 100',
  input: z.strictObject(webhookParams),
  reply: z.object({ deliveries: z.array(deliveryReply) }),
})

export const redeliverMessageContract = defineContract({
  name: 'redeliverMessage',
  method: 'post',
  path: '/projects/{project}/webhooks/{webhook}/deliveries/{delivery}/redelivery',
  summary: 'Resend a delivery with the same id',
  input: z.strictObject({ ...webhookParams, delivery: idField }),
  reply: deliveryReply,
})
