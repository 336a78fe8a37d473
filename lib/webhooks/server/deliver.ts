import { system } from '@/lib/auth/actor'
import { appendAuditEntry } from '@/lib/auth/server/audit'
import type { JobHandlers } from '@/lib/jobs/job'
import { enqueue } from '@/lib/jobs/server/enqueue'
import type { Watch } from '@/lib/jobs/server/run-watches'
import { getDatabase } from '@/lib/platform/server/database'
import { logger } from '@/lib/platform/server/logger'
import { getOutbound, OutboundError } from '@/lib/platform/server/outbound'
import { choosePauseSeconds, ourPauseSeconds } from '../retries'
import {
  type DueDelivery,
  isAnyDue,
  recordTry,
  switchOffFailing,
  takeDue,
  type TryOutcome,
} from './delivery-rows.sql'
import { sealedWebhooks } from './sealed-webhooks.sql'
import { renewSecret, signMessage, unsealSecret } from './sign-message'

const timeoutMs = 10_000
const gone = 410

/** Asked every two seconds; the sending itself, which may take long, is a job. */
export const findDueWebhooks: Watch = async (db) => {
  if (await isAnyDue(db)) await db.$transaction((within) => enqueue(within, 'deliver-webhooks', {}))
}

/** Sends all that is due. A message may come twice (a process that dies after sending): its id says so. */
export const deliverWebhooks: JobHandlers['deliver-webhooks'] = async (_payload, signal) => {
  const sealedElsewhere = new Set<string>()
  while (!signal.aborted) {
    const due = await takeDue(getDatabase())
    if (due.length === 0) break
    const outcomes = await Promise.all(due.map((delivery) => deliver(delivery, signal)))
    for (const [at, { isOurs }] of outcomes.entries())
      if (isOurs) sealedElsewhere.add(due[at]!.webhookId)
  }
  if (sealedElsewhere.size > 0)
    logger.error(
      { webhooks: [...sealedElsewhere] },
      'secrets of webhooks were sealed with a NEXTAUTH_SECRET that is not set here: their messages wait',
    )
}

async function deliver(delivery: DueDelivery, signal: AbortSignal): Promise<TryOutcome> {
  const { outcome, isGone } = await tryOnce(delivery, signal)
  await getDatabase().$transaction(async (db) => {
    await recordTry(db, delivery, outcome)
    const renewed = renewSecret(delivery.secret, delivery)
    if (renewed) await sealedWebhooks.replace(db, renewed.before, renewed.fresh)
    const isLast = !outcome.isDelivered && outcome.pauseSeconds === null
    if (!isLast && !isGone) return
    if (!(await switchOffFailing(db, delivery, isGone))) return
    await appendAuditEntry(db, {
      actor: system,
      project: { id: delivery.projectId },
      action: 'webhook.change',
      target: `webhook:${delivery.webhookId}`,
      detail: { act: 'switched-off', gone: isGone },
      requestId: delivery.id,
    })
  })
  return outcome
}

async function tryOnce(
  delivery: DueDelivery,
  signal: AbortSignal,
): Promise<{ outcome: TryOutcome; isGone: boolean }> {
  const { id, url, body, tries, at } = delivery
  const began = performance.now()
  const describe = (
    found: Partial<TryOutcome>,
    askedSeconds: number | null = null,
  ): TryOutcome => ({
    ...{ isDelivered: false, isOurs: false, status: null, trouble: null },
    tookMs: performance.now() - began,
    pauseSeconds: choosePauseSeconds(tries, askedSeconds),
    ...found,
  })
  const secret = unsealSecret(delivery.secret, delivery)
  if (secret === null) {
    const trouble =
      'Its secret is sealed under a NEXTAUTH_SECRET that is not set where this was to be sent from. Messages wait and nothing is lost: ask whoever runs the server.'
    return {
      outcome: describe({ trouble, isOurs: true, pauseSeconds: ourPauseSeconds }),
      isGone: false,
    }
  }
  try {
    const { status, retryAfterSeconds } = await getOutbound().post(url, {
      ...{ body, timeoutMs, signal, wantsReply: false },
      headers: signMessage(secret, { id, at, body }),
    })
    const isDelivered = status >= 200 && status < 300
    return {
      outcome: describe({ isDelivered, status }, retryAfterSeconds),
      isGone: status === gone,
    }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return { outcome: describe({ trouble: error.message }), isGone: false }
  }
}
