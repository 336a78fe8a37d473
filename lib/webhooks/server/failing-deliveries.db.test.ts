import { afterAll, beforeAll, expect, test } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import {
  type Disturbance,
  disturbances,
  disturbStatement,
} from '@/lib/platform/testing/fail-statement'
import { isFull } from '@/lib/platform/testing/figures'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { makeProject, type MadeProject } from '@/prisma/seed/factories'
import { createWebhook, testWebhook } from './commands'
import { deliverWebhooks } from './deliver'
import { type Receiver, serveReceiver } from './testing/receiver'

useTestDatabase()

const ways: readonly Disturbance[] = isFull ? disturbances : ['refused', 'unheard']

let receiver: Receiver
let project: MadeProject
let webhook: string
beforeAll(async () => {
  process.env.NEXTAUTH_URL = 'http://stepmark.test'
  process.env.NEXTAUTH_SECRET = 'a secret for tests that is long enough to be one'
  receiver = await serveReceiver()
  process.env.STEPMARK_OUTBOUND_ALLOW = new URL(receiver.url).host
  project = await makeProject()
  const request = { project: project.slug, url: receiver.url, events: ['release.ready' as const] }
  const created = await createWebhook.execute(project.admin, request)
  webhook = created.webhook
  receiver.secret = created.secret!
})
afterAll(async () => {
  await receiver.stop()
  delete process.env.STEPMARK_OUTBOUND_ALLOW
})

const run = () => deliverWebhooks({}, new AbortController().signal)
const find = (id: string) =>
  getDatabase().webhookDelivery.findFirstOrThrow({ where: { projectId: project.id, id } })

test('whichever statement of a delivery fails, the message comes, with one id, and its try is counted', async () => {
  let failures = 0
  for (const how of ways)
    for (let n = 1, isReached = true; isReached; n += 1) {
      receiver.received = []
      const { delivery } = await testWebhook.execute(project.admin, {
        ...{ project: project.slug, webhook },
      })
      const act = () => run().catch(() => (failures += 1))
      isReached = (await disturbStatement(n, how, act)).length >= n
      const entries = `${how} at ${n}`
      // Said to be delivered is what came, and what came is said so or waits to be sent again.
      const { deliveredAt, nextAttemptAt } = await find(delivery)
      expect(deliveredAt === null, entries).toBe(nextAttemptAt !== null)
      if (deliveredAt !== null) expect(receiver.received, entries).toHaveLength(1)
      await getDatabase().$executeRaw`
        update webhook_delivery set next_attempt_at = now() where next_attempt_at is not null`
      await run()
      const last = await find(delivery)
      expect(last, entries).toMatchObject({ status: 200, nextAttemptAt: null, error: null })
      expect(last.attempts).toBeGreaterThanOrEqual(receiver.received.length)
      expect(receiver.received.length).toBeGreaterThanOrEqual(1)
      expect(new Set(receiver.received.map(({ id }) => id))).toEqual(new Set([delivery]))
      expect(receiver.received.every(({ isSigned }) => isSigned)).toBe(true)
    }
  expect(failures).toBeGreaterThan(5)
})
