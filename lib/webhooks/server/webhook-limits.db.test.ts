import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import {
  labelSolution,
  makeProjectWithSolutions,
} from '@/lib/exports/server/testing/labelled-project'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { jobHandlers } from '@/lib/worker/server/job-handlers'
import { makeProject, type TestProject } from '@/prisma/seed/factories'
import { maxWebhooksPerProject } from '../contract'
import { createWebhook, removeWebhook, testWebhook } from './commands'
import { maxDeliveriesPerBatch, leaseDueDeliveries } from './delivery-rows.sql'
import { insertAnnotationDeliveries } from './insert-annotation-deliveries'
import { listWebhooks } from './queries'
import { type WebhookReceiver, startWebhookReceiver } from './testing/receiver'

/** A small limit for this test. */
const maxAnnotationIdsPerMessage = 2
vi.mock('../events', async (load) => ({ ...(await load<object>()), maxAnnotationIdsPerMessage: 2 }))

useTestDatabase()

let project: TestProject
let receiver: WebhookReceiver
const neverAborted = new AbortController().signal

beforeAll(async () => {
  process.env.NEXTAUTH_SECRET = 'a secret for tests that is long enough to be one'
  receiver = await startWebhookReceiver()
  process.env.STEPMARK_OUTBOUND_ALLOW = new URL(receiver.url).host
})
afterAll(async () => {
  await receiver.stop()
  delete process.env.STEPMARK_OUTBOUND_ALLOW
})

beforeEach(async () => {
  await getDatabase().webhook.deleteMany()
  project = await makeProject()
})

const create = async () => {
  const input = { project: project.slug, url: receiver.url }
  const created = await createWebhook.execute(project.admin, {
    ...input,
    events: ['annotation.submitted' as const],
  })
  return created.webhook
}
const sendTest = (webhook: string) =>
  testWebhook.execute(project.admin, { project: project.slug, webhook })

test('the number of webhooks of a project is limited, even for concurrent calls', async () => {
  for (let i = 0; i < maxWebhooksPerProject - 1; i += 1) await create()
  const outcomes = await Promise.allSettled([create(), create(), create()])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const { webhooks } = await listWebhooks.execute(project.admin, { project: project.slug })
  expect(webhooks).toHaveLength(maxWebhooksPerProject)
  await expect(create()).rejects.toMatchObject({ code: 'conflict' })
  await removeWebhook.execute(project.admin, {
    project: project.slug,
    webhook: webhooks[0]!.webhook,
  })
  await create()
})

test('webhooks with many deliveries do not delay those of another webhook', async () => {
  const busy: string[] = []
  while (busy.length < maxDeliveriesPerBatch - 1) busy.push(await create())
  await getDatabase().$executeRaw`
    insert into webhook_delivery (project_id, id, webhook_id, event, body, created_at, next_attempt_at)
    select project_id, gen_random_uuid(), id, 'test', '{}', now(), now() - make_interval(secs => 60 - message)
    from webhook, generate_series(1, 5) as message`
  project = await makeProject()
  const idleWebhook = await create()
  await sendTest(idleWebhook)
  await getDatabase().$executeRaw`
    update webhook_delivery set next_attempt_at = now() - interval '1 second' where webhook_id = ${idleWebhook}::uuid`
  const first = await leaseDueDeliveries(getDatabase())
  expect(first).toHaveLength(maxDeliveriesPerBatch)
  expect(new Set(first.map(({ webhookId }) => webhookId)).size).toBe(maxDeliveriesPerBatch)
  expect(first.map(({ webhookId }) => webhookId)).toContain(idleWebhook)
})

test('a message lists a limited number of annotation ids, and their total count', async () => {
  const batch = await makeProjectWithSolutions(3)
  project = batch.project
  await create()
  for (const solution of [...batch.solutions.values()].flat())
    await labelSolution(project, solution)
  await getDatabase().$executeRaw`
    update webhook set collected_to = collected_to - interval '5 minutes'`
  await getDatabase().$executeRaw`
    update annotation set submitted_at = now() - interval '2 minutes'
    where project_id = ${project.id}::uuid`
  await insertAnnotationDeliveries(getDatabase(), neverAborted)
  const { body } = await getDatabase().webhookDelivery.findFirstOrThrow()
  const { data } = body as { data: { count: number; annotations: string[] } }
  expect(data.count).toBe(3)
  expect(data.annotations).toHaveLength(maxAnnotationIdsPerMessage)
})

test('deliveries are deleted after 30 days, in several batches', async () => {
  const webhook = await create()
  const { delivery } = await sendTest(webhook)
  await getDatabase().$executeRaw`
    insert into webhook_delivery (project_id, id, webhook_id, event, body, created_at)
    select project_id, gen_random_uuid(), webhook_id, event, body, now() - interval '31 days'
    from webhook_delivery, generate_series(1, 2500)`
  await getDatabase().$executeRaw`
    update webhook_delivery set created_at = now() - interval '29 days' where id = ${delivery}::uuid`
  await jobHandlers['sweep-files']({}, neverAborted)
  const remaining = await getDatabase().webhookDelivery.findMany({ select: { id: true } })
  expect(remaining).toEqual([{ id: delivery }])
})
