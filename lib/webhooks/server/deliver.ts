import { host } from '@/lib/auth/actor'
import { appendAuditEntry } from '@/lib/auth/server/audit'
import type { JobHandlers } from '@/lib/jobs/job'
import { enqueue } from '@/lib/jobs/server/enqueue'
import type { Watch } from '@/lib/jobs/server/run-watches'
import { getDatabase } from '@/lib/platform/server/database'
import { getOutbound, OutboundError } from '@/lib/platform/server/outbound'
import { choosePauseSeconds } from '../retries'
import {
  type DueDelivery,
  forgetOld,
  isAnyDue,
  recordTry,
  switchOffFailing,
  takeDue,
  type TryOutcome,
} from './delivery-rows.sql'
import { signMessage, unsealSecret } from './sign-message'

const timeoutMs = 15_000
const gone = 410

/** Asked every two seconds; the sending itself, which may take long, is a job. */
export const findDueWebhooks: Watch = async (db) => {
  if (await isAnyDue(db)) await db.$transaction((within) => enqueue(within, 'deliver-webhooks', {}))
}

/** Sends all that is due. A message may come twice (a process that dies after sending): its id says so. */
export const deliverWebhooks: JobHandlers['deliver-webhooks'] = async (_payload, signal) => {
  await forgetOld(getDatabase())
  while (!signal.aborted) {
    const due = await takeDue(getDatabase())
    if (due.length === 0) return
    await Promise.all(due.map((delivery) => deliver(delivery, signal)))
  }
}

async function deliver(delivery: DueDelivery, signal: AbortSignal): Promise<void> {
  const { outcome, isGone } = await tryOnce(delivery, signal)
  await getDatabase().$transaction(async (db) => {
    await recordTry(db, delivery, outcome)
    if (outcome.isDelivered || !(await switchOffFailing(db, delivery, isGone))) return
    await appendAuditEntry(db, {
      actor: host,
      project: { id: delivery.projectId },
      action: 'webhook.change',
      target: `webhook:${delivery.webhookId}`,
      detail: { act: 'switched-off', gone: isGone },
      requestId: delivery.id,
    })
  })
}

async function tryOnce(
  delivery: DueDelivery,
  signal: AbortSignal,
): Promise<{ outcome: TryOutcome; isGone: boolean }> {
  const { id, url, body, tries } = delivery
  const began = performance.now()
  const describe = (
    found: Partial<TryOutcome>,
    askedSeconds: number | null = null,
  ): TryOutcome => ({
    ...{ isDelivered: false, status: null, trouble: null, ...found },
    tookMs: performance.now() - began,
    pauseSeconds: choosePauseSeconds(tries, askedSeconds),
  })
  const secret = unsealSecret(delivery.secret, delivery)
  if (secret === null) {
    const trouble =
      'Its secret cannot be read any more: NEXTAUTH_SECRET is another one. Make a new secret.'
    return { outcome: describe({ trouble }), isGone: false }
  }
  try {
    const at = Math.floor(Date.now() / 1_000)
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
