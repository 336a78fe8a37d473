import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { adjudicateSolution } from '@/lib/adjudication/server/commands'
import { listAudit } from '@/lib/audit/server/queries'
import { cancelRelease, createRelease } from '@/lib/exports/server/commands'
import { failReleaseAfterRetries, runReleaseJob } from '@/lib/exports/server/jobs'
import {
  labelSolution,
  makeProjectWithSolutions,
} from '@/lib/exports/server/testing/labelled-project'
import { insertPause } from '@/lib/people/server/pause-rule.sql'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { planAndStartRound } from '@/lib/rounds/testing/run-round'
import { importLines, makeMember, makeProblemLine, type TestProject } from '@/prisma/seed/factories'
import { webhookEventNames } from '../events'
import {
  createWebhook,
  redeliverMessage,
  removeWebhook,
  replaceWebhookSecret,
  testWebhook,
  updateWebhook,
} from './commands'
import { insertAnnotationDeliveries } from './insert-annotation-deliveries'
import { listDeliveries, listWebhooks } from './queries'
import { sendDueDeliveries, enqueueDueDeliveries } from './send-due-deliveries'
import { decryptWebhookSecret } from './sign-webhook-message'
import { type WebhookReceiver, startWebhookReceiver } from './testing/receiver'

useTestDatabase()

let project: TestProject
let solutions: string[]
let receiver: WebhookReceiver
let webhook: string
const neverAborted = new AbortController().signal
const events = [...webhookEventNames]

beforeAll(async () => {
  process.env.NEXTAUTH_URL = 'http://stepmark.test'
  process.env.NEXTAUTH_SECRET = 'a secret for tests that is long enough to be one'
  receiver = await startWebhookReceiver()
  process.env.STEPMARK_OUTBOUND_ALLOW = new URL(receiver.url).host
  const batch = await makeProjectWithSolutions(6)
  project = batch.project
  solutions = [...batch.solutions.values()].flat()
})
afterAll(async () => {
  await receiver.stop()
  delete process.env.STEPMARK_OUTBOUND_ALLOW
})

beforeEach(async () => {
  await getDatabase().webhook.deleteMany()
  receiver.messages = []
  receiver.statuses = []
  receiver.headers = {}
  const created = await createWebhook.execute(project.admin, {
    project: project.slug,
    url: receiver.url,
    events,
  })
  webhook = created.webhook
  receiver.secret = created.secret!
})

const toKey = () => ({ project: project.slug, webhook })
const deliver = () => sendDueDeliveries({}, neverAborted)
const list = async () => (await listDeliveries.execute(project.admin, toKey())).deliveries
const read = async () =>
  (await listWebhooks.execute(project.admin, { project: project.slug })).webhooks[0]!
const makeDue = () => getDatabase().$executeRaw`
  update webhook_delivery set next_attempt_at = now() where next_attempt_at is not null`

describe('a delivery', () => {
  test('is signed as Standard Webhooks specifies, sent once, and its attempt is stored', async () => {
    const testReply = await testWebhook.execute(project.admin, toKey())
    expect(testReply).toMatchObject({ event: 'test', state: 'waiting', tries: 0 })
    await deliver()
    await deliver()
    expect(receiver.messages).toMatchObject([
      { id: testReply.delivery, type: 'test', isSigned: true },
    ])
    expect(JSON.parse(receiver.messages[0]!.body)).toMatchObject({
      type: 'test',
      data: { project: project.slug },
    })
    expect(await list()).toMatchObject([
      { delivery: testReply.delivery, state: 'delivered', status: 200, tries: 1, error: null },
    ])
    expect(JSON.stringify(await getDatabase().webhookDelivery.findMany())).not.toContain('thank')
  })

  test('is retried later with the same id until it succeeds', async () => {
    receiver.statuses = [500, 503]
    await testWebhook.execute(project.admin, toKey())
    await deliver()
    expect(await list()).toMatchObject([{ state: 'waiting', status: 500, tries: 1 }])
    expect((await read()).failingAt).not.toBeNull()
    await deliver()
    expect(receiver.messages).toHaveLength(1)
    for (let i = 0; i < 2; i += 1) {
      await makeDue()
      await deliver()
    }
    expect(await list()).toMatchObject([{ state: 'delivered', status: 200, tries: 3 }])
    expect(receiver.messages.map(({ isSigned }) => isSigned)).toEqual([true, true, true])
    expect(new Set(receiver.messages.map(({ id }) => id)).size).toBe(1)
    expect((await read()).failingAt).toBeNull()
  })

  test('fails after 9 attempts, and can be redelivered', async () => {
    receiver.statuses = Array.from({ length: 9 }, () => 500)
    const { delivery } = await testWebhook.execute(project.admin, toKey())
    for (let i = 0; i < 12; i += 1) {
      await makeDue()
      await deliver()
    }
    expect(await list()).toMatchObject([{ state: 'failed', tries: 9, nextAt: null }])
    const redelivery = await redeliverMessage.execute(project.admin, { ...toKey(), delivery })
    expect(redelivery).toMatchObject({ delivery, state: 'waiting', tries: 0 })
    await deliver()
    expect(await list()).toMatchObject([{ delivery, state: 'delivered', tries: 1 }])
  })

  test('is sent by only one of several concurrent jobs', async () => {
    for (let i = 0; i < 10; i += 1) await testWebhook.execute(project.admin, toKey())
    await Promise.all([deliver(), deliver(), deliver()])
    expect(receiver.messages).toHaveLength(10)
    expect(new Set(receiver.messages.map(({ id }) => id)).size).toBe(10)
  })

  test('is left to a job that enqueueDueDeliveries enqueues only once', async () => {
    const count = () => getDatabase().$queryRaw<[{ jobs: number }]>`
      select count(*)::int as jobs from pgboss.job where name = 'deliver-webhooks' and state = 'created'`
    await enqueueDueDeliveries(getDatabase(), neverAborted)
    expect(await count()).toEqual([{ jobs: 0 }])
    await testWebhook.execute(project.admin, toKey())
    await enqueueDueDeliveries(getDatabase(), neverAborted)
    await enqueueDueDeliveries(getDatabase(), neverAborted)
    expect(await count()).toEqual([{ jobs: 1 }])
    expect(receiver.messages).toHaveLength(0)
  })
})

describe('webhook events', () => {
  const types = () => receiver.messages.map(({ type }) => type)

  test('are sent for imports, releases, rounds, adjudications and pauses', async () => {
    await importLines(project, [makeProblemLine('imported', [0.4])])
    await labelSolution(project, solutions[3]!)
    await planAndStartRound(project, { exploration: 1 })
    await adjudicateSolution.execute(
      project.admin,
      adjudicateSolution.contract.input.parse({
        project: project.slug,
        solution: solutions[2],
        revision: 1,
        ratings: [1, 1, 1],
        expected: { annotations: [], adjudication: null },
      }),
    )
    const { release } = await createRelease.execute(
      project.admin,
      createRelease.contract.input.parse({
        project: project.slug,
        name: 'R',
        formats: ['stepmark'],
      }),
    )
    const { id: releaseId, attempt } = await getDatabase().release.findFirstOrThrow({
      where: { projectId: project.id, id: release },
    })
    await runReleaseJob({ projectId: project.id, releaseId, attempt }, neverAborted)
    const { userId } = await makeMember(project, 'annotator')
    const pause = { projectId: project.id, userId, byUserId: null, message: 'Why?' }
    await getDatabase().$transaction((db) => insertPause(db, { ...pause, judgement: null }))
    await deliver()
    expect(types().sort()).toEqual([
      ...[
        'adjudication.made',
        'import.finished',
        'person.paused',
        'release.ready',
        'round.started',
      ],
    ])
    expect(receiver.messages.filter(({ isSigned }) => !isSigned)).toEqual([])
    const message = receiver.messages.find(({ type }) => type === 'import.finished')!
    expect(JSON.parse(message.body)).toMatchObject({ data: { state: 'done', solutions: 1 } })
  })

  test('are sent once for a failed release, and not for a cancelled one', async () => {
    const orderRelease = async () => {
      const { release } = await createRelease.execute(
        project.admin,
        createRelease.contract.input.parse({
          project: project.slug,
          name: 'R',
          formats: ['stepmark'],
        }),
      )
      return getDatabase().release.findFirstOrThrow({ where: { id: release } })
    }
    const { id: releaseId, attempt, number } = await orderRelease()
    const running = { projectId: project.id, releaseId, attempt }
    await failReleaseAfterRetries(running, 'a reason for the log')
    await failReleaseAfterRetries(running, 'a reason for the log')
    const cancelled = await orderRelease()
    await cancelRelease.execute(project.admin, {
      project: project.slug,
      release: cancelled.number,
    })
    await failReleaseAfterRetries({ ...running, releaseId: cancelled.id }, 'a reason for the log')
    await deliver()
    expect(receiver.messages).toMatchObject([{ type: 'release.failed', isSigned: true }])
    expect(JSON.parse(receiver.messages[0]!.body)).toMatchObject({
      data: { project: project.slug, release: releaseId, number },
    })
  })

  test('of a rolled-back transaction are not sent', async () => {
    const { userId } = await makeMember(project, 'annotator')
    const pause = { projectId: project.id, userId, byUserId: null, message: 'Why?' }
    const rolledBack = getDatabase().$transaction(async (db) => {
      await insertPause(db, { ...pause, judgement: null })
      throw new Error('rollback')
    })
    await expect(rolledBack).rejects.toThrow('rollback')
    expect(await list()).toEqual([])
  })

  test('are sent only to webhooks of the project that are turned on and subscribed to the event', async () => {
    await updateWebhook.execute(project.admin, { ...toKey(), events: ['release.ready'] })
    await importLines(project, [makeProblemLine('unsubscribed', [0.4])])
    await updateWebhook.execute(project.admin, { ...toKey(), events, isOn: false })
    await importLines(project, [makeProblemLine('off', [0.4])])
    const { project: otherProject } = await makeProjectWithSolutions(1)
    await importLines(otherProject, [makeProblemLine('other project', [0.4])])
    expect(await list()).toEqual([])
    // Imports are sent again after the webhook is turned on.
    await updateWebhook.execute(project.admin, { ...toKey(), isOn: true })
    await importLines(project, [makeProblemLine('on again', [0.4])])
    expect(await list()).toMatchObject([{ event: 'import.finished', state: 'waiting' }])
  })

  test('about annotations are sent only for those submitted after the webhook subscribed', async () => {
    await updateWebhook.execute(project.admin, { ...toKey(), events: ['release.ready'] })
    const annotation = await labelSolution(project, solutions[4]!)
    await getDatabase().$executeRaw`
      update annotation set submitted_at = now() - interval '10 minutes' where id = ${annotation}::uuid`
    await getDatabase().$executeRaw`
      update webhook set collected_to = now() - interval '1 day'`
    await updateWebhook.execute(project.admin, { ...toKey(), events })
    const [{ isNow }] = await getDatabase().$queryRaw<[{ isNow: boolean }]>`
      select collected_to > now() - interval '1 minute' as "isNow" from webhook`
    expect(isNow).toBe(true)
    await getDatabase().$executeRaw`
      update webhook set collected_to = now() - interval '5 minutes'`
    await updateWebhook.execute(project.admin, { ...toKey(), events: [...events].reverse() })
    await insertAnnotationDeliveries(getDatabase(), neverAborted)
    expect(await list()).toEqual([])
    // It is sent if the webhook was subscribed before the submission.
    await getDatabase().$executeRaw`
      update webhook set collected_to = now() - interval '15 minutes'`
    await insertAnnotationDeliveries(getDatabase(), neverAborted)
    expect(await list()).toMatchObject([{ event: 'annotation.submitted' }])
  })

  test('of submitted annotations are combined into one message, each annotation once', async () => {
    const annotations = [
      await labelSolution(project, solutions[0]!),
      await labelSolution(project, solutions[1]!),
    ]
    await insertAnnotationDeliveries(getDatabase(), neverAborted)
    expect(await list()).toEqual([])
    const passTime = async () => {
      await getDatabase().$executeRaw`
        update webhook set collected_to = collected_to - interval '5 minutes'`
      await getDatabase().$executeRaw`
        update annotation set submitted_at = now() - interval '2 minutes'
        where id::text = any (${annotations})`
    }
    await passTime()
    await insertAnnotationDeliveries(getDatabase(), neverAborted)
    await insertAnnotationDeliveries(getDatabase(), neverAborted)
    await deliver()
    expect(types()).toEqual(['annotation.submitted'])
    const { data } = JSON.parse(receiver.messages[0]!.body) as {
      data: { count: number; annotations: string[] }
    }
    expect(data.count).toBe(2)
    expect(data.annotations.toSorted()).toEqual(annotations.toSorted())
  })
})

describe('the events of a webhook', () => {
  test.each([
    ['no event', []],
    ['an event that is not listed', ['release.ready', 'test']],
    ['more events than there are', [...events, 'release.ready']],
  ])('are rejected on creation and on update if there is %s', (_, invalidEvents) => {
    const input = { project: project.slug, url: receiver.url, events: invalidEvents }
    const issues = [{ path: expect.arrayContaining(['events']) as string[] }]
    for (const { contract, body } of [
      { contract: createWebhook.contract, body: input },
      { contract: updateWebhook.contract, body: { ...input, webhook } },
    ]) {
      expect(contract.input.safeParse({ ...body, events: ['release.ready'] }).success).toBe(true)
      expect(contract.input.safeParse(body).error).toMatchObject({ issues })
    }
  })

  test('are never empty in the database, and are stored once each', async () => {
    await expect(updateWebhook.execute(project.admin, { ...toKey(), events: [] })).rejects.toThrow(
      /webhook_events/,
    )
    expect((await read()).events).toEqual(events)
    const repeatedEvents = ['release.ready', 'release.failed', 'release.ready'] as const
    const change = { ...toKey(), events: [...repeatedEvents] }
    expect((await updateWebhook.execute(project.admin, change)).events).toEqual([
      'release.ready',
      'release.failed',
    ])
    const creation = { project: project.slug, url: receiver.url, events: [...repeatedEvents] }
    expect((await createWebhook.execute(project.admin, creation)).events).toEqual([
      'release.ready',
      'release.failed',
    ])
  })
})

describe('the URL of a webhook', () => {
  test.each([
    'http://hooks.example.org/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://169.254.169.254/latest',
    'https://10.0.0.5/',
    'https://2130706433/',
    'ftp://hooks.example.org/',
    'https://user:pass@hooks.example.org/',
    'not a URL',
  ])('is rejected on creation and on update if it is %s', async (url) => {
    const expected = { url, events: ['release.ready' as const] }
    const refusal = { code: 'invalid_input', details: { issues: [{ location: 'url' }] } }
    const creation = createWebhook.execute(project.admin, { project: project.slug, ...expected })
    await expect(creation).rejects.toMatchObject(refusal)
    await expect(updateWebhook.execute(project.admin, { ...toKey(), url })).rejects.toMatchObject(
      refusal,
    )
    expect((await read()).url).toBe(receiver.url)
  })

  test('is checked again before each attempt', async () => {
    await testWebhook.execute(project.admin, toKey())
    const allowedBefore = process.env.STEPMARK_OUTBOUND_ALLOW
    process.env.STEPMARK_OUTBOUND_ALLOW = ''
    try {
      await deliver()
    } finally {
      process.env.STEPMARK_OUTBOUND_ALLOW = allowedBefore
    }
    expect(receiver.messages).toEqual([])
    expect(await list()).toMatchObject([
      {
        state: 'waiting',
        status: null,
        tries: 1,
        error: expect.stringContaining('STEPMARK_OUTBOUND_ALLOW'),
      },
    ])
  })

  test.each([301, 302, 307, 308])(
    'is the only one that is called if the receiver redirects (%i)',
    async (status) => {
      const otherReceiver = await startWebhookReceiver()
      const allowedBefore = process.env.STEPMARK_OUTBOUND_ALLOW
      process.env.STEPMARK_OUTBOUND_ALLOW = `${allowedBefore},${new URL(otherReceiver.url).host}`
      receiver.headers = { location: otherReceiver.url }
      receiver.statuses = [status]
      try {
        await testWebhook.execute(project.admin, toKey())
        await deliver()
        expect(receiver.messages).toHaveLength(1)
        expect(otherReceiver.messages).toEqual([])
        expect(await list()).toMatchObject([
          { state: 'waiting', error: expect.stringContaining('redirect') },
        ])
      } finally {
        process.env.STEPMARK_OUTBOUND_ALLOW = allowedBefore
        await otherReceiver.stop()
      }
    },
  )
})

describe('changing NEXTAUTH_SECRET', () => {
  test('delays deliveries without counting attempts until the webhook gets a new secret', async () => {
    await testWebhook.execute(project.admin, toKey())
    const secretBefore = process.env.NEXTAUTH_SECRET
    process.env.NEXTAUTH_SECRET = 'another secret for tests that is long enough too'
    try {
      for (let i = 0; i < 10; i += 1) {
        await makeDue()
        await deliver()
      }
      expect(await list()).toMatchObject([
        { state: 'waiting', tries: 0, error: expect.stringContaining('Deliveries wait') },
      ])
      expect(await read()).toMatchObject({ isOn: true, failingAt: null, waiting: 1 })
      const { secret } = await replaceWebhookSecret.execute(project.admin, toKey())
      receiver.secret = secret!
      await makeDue()
      await deliver()
      expect(receiver.messages).toMatchObject([{ isSigned: true }])
      expect(await list()).toMatchObject([{ state: 'delivered', tries: 1 }])
    } finally {
      process.env.NEXTAUTH_SECRET = secretBefore
    }
  })
})

describe('changing NEXTAUTH_SECRET with the old one in NEXTAUTH_SECRET_OLD', () => {
  const oldSecret = 'oldSecret-0123456789'.repeat(4)

  test('keeps webhooks signed, and re-encrypts their secrets so that the old secret can be removed', async () => {
    const secretBefore = process.env.NEXTAUTH_SECRET
    try {
      process.env.NEXTAUTH_SECRET = oldSecret
      receiver.secret = (await replaceWebhookSecret.execute(project.admin, toKey())).secret!
      process.env.NEXTAUTH_SECRET = secretBefore
      process.env.NEXTAUTH_SECRET_OLD = oldSecret
      for (const old of [oldSecret, '']) {
        process.env.NEXTAUTH_SECRET_OLD = old
        await testWebhook.execute(project.admin, toKey())
        await testWebhook.execute(project.admin, toKey())
        await deliver()
      }
      expect(receiver.messages.map(({ isSigned }) => isSigned)).toEqual([true, true, true, true])
      const row = await getDatabase().webhook.findFirstOrThrow()
      const key = { projectId: project.id, webhookId: webhook }
      expect(decryptWebhookSecret(row.secret, key)).toBe(receiver.secret)
    } finally {
      process.env.NEXTAUTH_SECRET = secretBefore
      delete process.env.NEXTAUTH_SECRET_OLD
    }
  })
})

test('webhook signatures use the time of the database, even if the clock of the process is wrong', async () => {
  await testWebhook.execute(project.admin, toKey())
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
  try {
    await deliver()
  } finally {
    vi.useRealTimers()
  }
  const [row] = await getDatabase().$queryRaw<{ now: number }[]>`
    select extract(epoch from clock_timestamp())::int as now`
  expect(Math.abs(receiver.messages[0]!.at - row!.now)).toBeLessThan(60)
})

describe('the secret of a webhook', () => {
  const sign = async () => {
    await testWebhook.execute(project.admin, toKey())
    await deliver()
    return receiver.messages.at(-1)!.isSigned
  }

  test('is stored encrypted, and is in no later reply or audit entry', async () => {
    const row = await getDatabase().webhook.findFirstOrThrow()
    const storedBytes = Buffer.from(row.secret)
    const key = receiver.secret.replace(/^whsec_/, '')
    // Neither as text nor as the bytes that it encodes.
    expect(storedBytes.includes(key)).toBe(false)
    expect(storedBytes.includes(Buffer.from(key, 'base64'))).toBe(false)
    expect(decryptWebhookSecret(row.secret, { projectId: project.id, webhookId: webhook })).toBe(
      receiver.secret,
    )
    expect(JSON.stringify(await read())).not.toContain(key)
    const audit = await getDatabase().auditEntry.findMany({ where: { projectId: project.id } })
    const log = JSON.stringify(audit, (_, value) => (typeof value === 'bigint' ? 0 : value))
    expect(log).toContain(webhook)
    expect(log).not.toContain(key)
  })

  test('is replaced when the URL changes', async () => {
    const old = receiver.secret
    const changedWebhook = await updateWebhook.execute(project.admin, {
      ...toKey(),
      url: `${receiver.url}/other`,
    })
    expect(changedWebhook.secret).toMatch(/^whsec_/)
    expect(changedWebhook.secret).not.toBe(old)
    expect(await sign()).toBe(false)
    receiver.secret = changedWebhook.secret!
    expect(await sign()).toBe(true)
  })

  test('does not change while the URL stays the same, and can be replaced', async () => {
    const updatedWebhook = await updateWebhook.execute(project.admin, {
      ...toKey(),
      url: receiver.url,
      events: ['release.ready'],
    })
    expect(updatedWebhook.secret).toBeNull()
    expect(await sign()).toBe(true)
    const { secret } = await replaceWebhookSecret.execute(project.admin, toKey())
    expect(await sign()).toBe(false)
    receiver.secret = secret!
    expect(await sign()).toBe(true)
  })
})

describe('a webhook', () => {
  /** Sets since when the webhook fails and the attempts of its oldest delivery, then delivers. */
  const failSince = async (hours: number, tries: number) => {
    await getDatabase().$executeRaw`
      update webhook set failing_since = now() - make_interval(hours => ${hours}::int)`
    await getDatabase().$executeRaw`
      update webhook_delivery set attempts = ${tries}::smallint, next_attempt_at = now()
      where id = (select id from webhook_delivery order by created_at limit 1)`
    await deliver()
  }

  test('stays on while a failed delivery has attempts left, and until it has failed for 3 days', async () => {
    receiver.statuses = [500, 500, 500]
    await testWebhook.execute(project.admin, toKey())
    await deliver()
    await failSince(240, 1)
    expect(await read()).toMatchObject({ isOn: true, offReason: null, waiting: 1 })
    await failSince(71, 8)
    expect(await read()).toMatchObject({ isOn: true, offReason: null, waiting: 0 })
  })

  test('is turned off with a reason when a delivery fails after 3 days without success', async () => {
    receiver.statuses = [500, 500]
    await testWebhook.execute(project.admin, toKey())
    await testWebhook.execute(project.admin, toKey())
    await deliver()
    receiver.statuses = [500]
    await failSince(73, 8)
    expect(await read()).toMatchObject({
      isOn: false,
      offReason: expect.stringContaining('3 days'),
    })
    const [last] = (
      await listAudit.execute(
        project.admin,
        listAudit.contract.input.parse({ project: project.slug }),
      )
    ).entries
    expect(last).toMatchObject({
      actor: 'system',
      description: 'turned off a failing webhook',
    })
    await makeDue()
    await deliver()
    expect(receiver.messages).toHaveLength(3)
    await expect(testWebhook.execute(project.admin, toKey())).rejects.toMatchObject({
      code: 'conflict',
    })
    await updateWebhook.execute(project.admin, { ...toKey(), isOn: true })
    expect(await read()).toMatchObject({ isOn: true, offReason: null, failingAt: null })
    await deliver()
    expect(await list()).toMatchObject([
      { state: 'delivered', tries: 2 },
      { state: 'failed', tries: 9 },
    ])
  })

  test('is turned off immediately if its receiver answers 410 Gone', async () => {
    receiver.statuses = [410]
    await testWebhook.execute(project.admin, toKey())
    await deliver()
    expect(await read()).toMatchObject({ isOn: false, offReason: expect.stringContaining('410') })
  })

  test('is deleted together with its deliveries', async () => {
    await testWebhook.execute(project.admin, toKey())
    await removeWebhook.execute(project.admin, toKey())
    await deliver()
    expect(receiver.messages).toEqual([])
    expect(await getDatabase().webhookDelivery.count()).toBe(0)
  })

  test('of another project is not found', async () => {
    const { project: otherProject } = await makeProjectWithSolutions(1)
    const foreign = { project: otherProject.slug, webhook }
    for (const call of [listDeliveries, testWebhook, removeWebhook, replaceWebhookSecret])
      await expect(call.execute(otherProject.admin, foreign)).rejects.toMatchObject({
        code: 'not_found',
      })
    expect((await read()).webhook).toBe(webhook)
  })
})
