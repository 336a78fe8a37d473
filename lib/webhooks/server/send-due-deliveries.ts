import { systemActor } from '@/lib/auth/actor'
import { appendAuditEntry } from '@/lib/auth/server/audit'
import type { JobHandlers } from '@/lib/jobs/job'
import { enqueueJob } from '@/lib/jobs/server/enqueue'
import type { PeriodicTask } from '@/lib/jobs/server/run-periodic-tasks'
import { getDatabase } from '@/lib/platform/server/database'
import { logger } from '@/lib/platform/server/logger'
import { getOutboundClient, OutboundError } from '@/lib/platform/server/outbound'
import { computeRetryDelaySeconds, decryptionRetrySeconds } from '../retries'
import {
  type DueDelivery,
  hasDueDeliveries,
  recordDeliveryAttempt,
  disableFailingWebhook,
  leaseDueDeliveries,
  type DeliveryAttemptOutcome,
} from './delivery-rows.sql'
import { encryptedWebhookSecretStore } from './encrypted-webhook-secret-store.sql'
import {
  reencryptWebhookSecret,
  makeSignedWebhookHeaders,
  decryptWebhookSecret,
} from './sign-webhook-message'

const timeoutMs = 10_000
const statusGone = 410

/** Runs every two seconds. Sending can take long, so it is a job. */
export const enqueueDueDeliveries: PeriodicTask = async (db) => {
  if (await hasDueDeliveries(db))
    await db.$transaction((transaction) => enqueueJob(transaction, 'deliver-webhooks', {}))
}

/** Sends all due deliveries. A receiver can get one twice, with the same id, if the process dies after sending. */
export const sendDueDeliveries: JobHandlers['deliver-webhooks'] = async (_payload, signal) => {
  const webhooksWithUnreadableSecret = new Set<string>()
  while (!signal.aborted) {
    const deliveries = await leaseDueDeliveries(getDatabase())
    if (deliveries.length === 0) break
    const outcomes = await Promise.all(deliveries.map((delivery) => deliver(delivery, signal)))
    for (const [index, { isInternalError }] of outcomes.entries())
      if (isInternalError) webhooksWithUnreadableSecret.add(deliveries[index]!.webhookId)
  }
  if (webhooksWithUnreadableSecret.size > 0)
    logger.error(
      { webhooks: [...webhooksWithUnreadableSecret] },
      'Webhook secrets can’t be decrypted with the NEXTAUTH_SECRET of this process. Their deliveries wait.',
    )
}

async function deliver(
  delivery: DueDelivery,
  signal: AbortSignal,
): Promise<DeliveryAttemptOutcome> {
  const { outcome, isGone } = await attemptDelivery(delivery, signal)
  await getDatabase().$transaction(async (db) => {
    await recordDeliveryAttempt(db, delivery, outcome)
    const reencryptedSecret = reencryptWebhookSecret(delivery.secret, delivery)
    if (reencryptedSecret)
      await encryptedWebhookSecretStore.replace(
        db,
        reencryptedSecret.before,
        reencryptedSecret.newSealed,
      )
    const isLast = !outcome.isDelivered && outcome.retryInSeconds === null
    if (!isLast && !isGone) return
    if (!(await disableFailingWebhook(db, delivery, isGone))) return
    await appendAuditEntry(db, {
      actor: systemActor,
      project: { id: delivery.projectId },
      action: 'webhook.change',
      target: `webhook:${delivery.webhookId}`,
      detail: { operation: 'switched-off', statusGone: isGone },
      requestId: delivery.id,
    })
  })
  return outcome
}

async function attemptDelivery(
  delivery: DueDelivery,
  signal: AbortSignal,
): Promise<{ outcome: DeliveryAttemptOutcome; isGone: boolean }> {
  const { id, url, body, tries, at } = delivery
  const startedAt = performance.now()
  const makeOutcome = (
    result: Partial<DeliveryAttemptOutcome>,
    retryAfterSeconds: number | null = null,
  ): DeliveryAttemptOutcome => ({
    isDelivered: false,
    isInternalError: false,
    status: null,
    error: null,
    tookMs: performance.now() - startedAt,
    retryInSeconds: computeRetryDelaySeconds(tries, retryAfterSeconds),
    ...result,
  })
  const secret = decryptWebhookSecret(delivery.secret, delivery)
  if (secret === null) {
    const error =
      'The webhook secret can’t be decrypted with this server’s NEXTAUTH_SECRET. Deliveries wait until an operator fixes it.'
    return {
      outcome: makeOutcome({
        error,
        isInternalError: true,
        retryInSeconds: decryptionRetrySeconds,
      }),
      isGone: false,
    }
  }
  try {
    const { status, retryAfterSeconds } = await getOutboundClient().post(url, {
      body,
      timeoutMs,
      signal,
      needsReply: false,
      headers: makeSignedWebhookHeaders(secret, { id, at, body }),
    })
    const isDelivered = status >= 200 && status < 300
    return {
      outcome: makeOutcome({ isDelivered, status }, retryAfterSeconds),
      isGone: status === statusGone,
    }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return { outcome: makeOutcome({ error: error.message }), isGone: false }
  }
}
