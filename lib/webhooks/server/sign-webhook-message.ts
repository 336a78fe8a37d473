import { createHmac, randomBytes } from 'node:crypto'
import { reencryptText, encryptText, decryptText } from '@/lib/platform/server/encrypted-text'

const secretPrefix = 'whsec_'
const secretBytes = 32
const purpose = 'webhook'

/** In the format of Standard Webhooks: a prefix and the base64 of the key. */
export const makeWebhookSecret = () => secretPrefix + randomBytes(secretBytes).toString('base64')

export interface WebhookKey {
  projectId: string
  webhookId: string
}

const formatWebhookKey = ({ projectId, webhookId }: WebhookKey) => `${projectId}/${webhookId}`

export const encryptWebhookSecret = (secret: string, webhookKey: WebhookKey) =>
  encryptText(secret, purpose, formatWebhookKey(webhookKey))

/** Null if it is not encrypted with a NEXTAUTH_SECRET that is set here. Throws if none is set. */
export const decryptWebhookSecret = (sealed: Uint8Array, webhookKey: WebhookKey) =>
  decryptText(sealed, purpose, formatWebhookKey(webhookKey))

/** Re-encrypts a secret with NEXTAUTH_SECRET if it is encrypted with an old one; otherwise null. */
export function reencryptWebhookSecret(sealed: Uint8Array, webhookKey: WebhookKey) {
  const rowKey = formatWebhookKey(webhookKey)
  const newSealed = reencryptText(sealed, purpose, rowKey)
  return newSealed && { before: { rowKey, sealed }, newSealed }
}

/** The headers of Standard Webhooks: HMAC-SHA256 over id, time and body. `at` in seconds. */
export function makeSignedWebhookHeaders(
  secret: string,
  { id, at, body }: { id: string; at: number; body: string },
): Record<string, string> {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': String(at),
    'webhook-signature': `v1,${signature}`,
  }
}
