import type { ReplyOf } from '@/lib/platform/contract'
import type { listDeliveriesContract, listWebhooksContract } from '@/lib/webhooks/contract'

export type Webhook = ReplyOf<typeof listWebhooksContract>['webhooks'][number]
export type WebhookDelivery = ReplyOf<typeof listDeliveriesContract>['deliveries'][number]
