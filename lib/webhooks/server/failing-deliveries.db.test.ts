import { afterAll, beforeAll, expect, test } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import {
  type StatementFault,
  statementFaults,
  injectStatementFault,
} from '@/lib/platform/testing/statement-faults'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { makeProject, type TestProject } from '@/prisma/seed/factories'
import { createWebhook, testWebhook } from './commands'
import { sendDueDeliveries } from './send-due-deliveries'
import { type WebhookReceiver, startWebhookReceiver } from './testing/receiver'

useTestDatabase()

const faultsToTest: readonly StatementFault[] = isFullTestRun
  ? statementFaults
  : ['refused', 'response_lost']

let receiver: WebhookReceiver
let project: TestProject
let webhook: string
beforeAll(async () => {
  process.env.NEXTAUTH_URL = 'http://stepmark.test'
  process.env.NEXTAUTH_SECRET = 'a secret for tests that is long enough to be one'
  receiver = await startWebhookReceiver()
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

const run = () => sendDueDeliveries({}, new AbortController().signal)
const find = (id: string) =>
  getDatabase().webhookDelivery.findFirstOrThrow({ where: { projectId: project.id, id } })

test('whichever SQL statement fails, a delivery keeps its id, and the attempt is counted', async () => {
  let failures = 0
  for (const fault of faultsToTest)
    for (let n = 1, isReached = true; isReached; n += 1) {
      receiver.messages = []
      const { delivery } = await testWebhook.execute(project.admin, {
        project: project.slug,
        webhook,
      })
      const task = () => run().catch(() => (failures += 1))
      isReached = (await injectStatementFault(n, fault, task)).length >= n
      const location = `${fault} at ${n}`
      // A delivery is either waiting or delivered, and a delivered one was received.
      const { deliveredAt, nextAttemptAt } = await find(delivery)
      expect(deliveredAt === null, location).toBe(nextAttemptAt !== null)
      if (deliveredAt !== null) expect(receiver.messages, location).toHaveLength(1)
      await getDatabase().$executeRaw`
        update webhook_delivery set next_attempt_at = now() where next_attempt_at is not null`
      await run()
      const last = await find(delivery)
      expect(last, location).toMatchObject({ status: 200, nextAttemptAt: null, error: null })
      expect(last.attempts).toBeGreaterThanOrEqual(receiver.messages.length)
      expect(receiver.messages.length).toBeGreaterThanOrEqual(1)
      expect(new Set(receiver.messages.map(({ id }) => id))).toEqual(new Set([delivery]))
      expect(receiver.messages.every(({ isSigned }) => isSigned)).toBe(true)
    }
  expect(failures).toBeGreaterThan(5)
})
