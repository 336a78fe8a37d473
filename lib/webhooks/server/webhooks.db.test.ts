import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { cancelRelease, createRelease } from '@/lib/exports/server/commands'
import { giveUpRelease, runReleaseJob } from '@/lib/exports/server/jobs'
import { label, makeSolutions } from '@/lib/exports/server/testing/labelled-project'
import { listAudit } from '@/lib/audit/server/queries'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { adjudicateSolution } from '@/lib/review/server/adjudication-commands'
import { startRoundNow } from '@/lib/rounds/testing/run-round'
import { insertPause } from '@/lib/quality/server/pause.sql'
import {
  importLines,
  joinProject,
  makeProblemLine,
  type MadeProject,
} from '@/prisma/seed/factories'
import { webhookEventNames } from '../events'
import { collectAnnotations } from './collect-annotations'
import {
  createWebhook,
  redeliver,
  removeWebhook,
  replaceWebhookSecret,
  testWebhook,
  updateWebhook,
} from './commands'
import { deliverWebhooks, findDueWebhooks } from './deliver'
import { listDeliveries, listWebhooks } from './queries'
import { unsealSecret } from './sign-message'
import { type Receiver, serveReceiver } from './testing/receiver'

useTestDatabase()

let project: MadeProject
let solutions: string[]
let receiver: Receiver
let webhook: string
const never = new AbortController().signal
const events = [...webhookEventNames]

beforeAll(async () => {
  process.env.NEXTAUTH_URL = 'http://stepmark.test'
  process.env.NEXTAUTH_SECRET = 'a secret for tests that is long enough to be one'
  receiver = await serveReceiver()
  process.env.STEPMARK_OUTBOUND_ALLOW = new URL(receiver.url).host
  const batch = await makeSolutions(6)
  project = batch.project
  solutions = [...batch.solutions.values()].flat()
})
afterAll(async () => {
  await receiver.stop()
  delete process.env.STEPMARK_OUTBOUND_ALLOW
})

beforeEach(async () => {
  await getDatabase().webhook.deleteMany()
  receiver.received = []
  receiver.answers = []
  receiver.headers = {}
  const created = await createWebhook.execute(project.admin, {
    ...{ project: project.slug, url: receiver.url, events },
  })
  webhook = created.webhook
  receiver.secret = created.secret!
})

const at = () => ({ project: project.slug, webhook })
const deliver = () => deliverWebhooks({}, never)
const list = async () => (await listDeliveries.execute(project.admin, at())).deliveries
const read = async () =>
  (await listWebhooks.execute(project.admin, { project: project.slug })).webhooks[0]!
const makeDue = () => getDatabase().$executeRaw`
  update webhook_delivery set next_attempt_at = now() where next_attempt_at is not null`

describe('a message', () => {
  test('is signed as Standard Webhooks says, comes once, and its try is written down', async () => {
    const testReply = await testWebhook.execute(project.admin, at())
    expect(testReply).toMatchObject({ event: 'test', state: 'waiting', tries: 0 })
    await deliver()
    await deliver()
    expect(receiver.received).toMatchObject([
      { id: testReply.delivery, type: 'test', isSigned: true },
    ])
    expect(JSON.parse(receiver.received[0]!.body)).toMatchObject({
      type: 'test',
      data: { project: project.slug },
    })
    expect(await list()).toMatchObject([
      { delivery: testReply.delivery, state: 'delivered', status: 200, tries: 1, error: null },
    ])
    expect(JSON.stringify(await getDatabase().webhookDelivery.findMany())).not.toContain('thank')
  })

  test('that is refused now and then is tried again later, with the same id, until it is taken', async () => {
    receiver.answers = [500, 503]
    await testWebhook.execute(project.admin, at())
    await deliver()
    expect(await list()).toMatchObject([{ state: 'waiting', status: 500, tries: 1 }])
    expect((await read()).failingAt).not.toBeNull()
    await deliver()
    expect(receiver.received).toHaveLength(1)
    for (let i = 0; i < 2; i += 1) {
      await makeDue()
      await deliver()
    }
    expect(await list()).toMatchObject([{ state: 'delivered', status: 200, tries: 3 }])
    expect(receiver.received.map(({ isSigned }) => isSigned)).toEqual([true, true, true])
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1)
    expect((await read()).failingAt).toBeNull()
  })

  test('is given up after nine tries, and sent once more by hand', async () => {
    receiver.answers = Array.from({ length: 9 }, () => 500)
    const { delivery } = await testWebhook.execute(project.admin, at())
    for (let i = 0; i < 12; i += 1) {
      await makeDue()
      await deliver()
    }
    expect(await list()).toMatchObject([{ state: 'failed', tries: 9, nextAt: null }])
    const again = await redeliver.execute(project.admin, { ...at(), delivery })
    expect(again).toMatchObject({ delivery, state: 'waiting', tries: 0 })
    await deliver()
    expect(await list()).toMatchObject([{ delivery, state: 'delivered', tries: 1 }])
  })

  test('of two processes is sent by one', async () => {
    for (let i = 0; i < 10; i += 1) await testWebhook.execute(project.admin, at())
    await Promise.all([deliver(), deliver(), deliver()])
    expect(receiver.received).toHaveLength(10)
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(10)
  })

  test('is asked for by the watch, which leaves the sending to a job', async () => {
    const count = () => getDatabase().$queryRaw<[{ jobs: number }]>`
      select count(*)::int as jobs from pgboss.job where name = 'deliver-webhooks' and state = 'created'`
    await findDueWebhooks(getDatabase(), never)
    expect(await count()).toEqual([{ jobs: 0 }])
    await testWebhook.execute(project.admin, at())
    await findDueWebhooks(getDatabase(), never)
    await findDueWebhooks(getDatabase(), never)
    expect(await count()).toEqual([{ jobs: 1 }])
    expect(receiver.received).toHaveLength(0)
  })
})

describe('what happens', () => {
  const types = () => receiver.received.map(({ type }) => type)

  test('is told: an import, a release, a round, an adjudication, a pause', async () => {
    await importLines(project, [makeProblemLine('told', [0.4])])
    await label(project, solutions[3]!)
    await startRoundNow(project, { exploration: 1 })
    await adjudicateSolution.execute(
      project.admin,
      adjudicateSolution.contract.input.parse({
        ...{ project: project.slug, solution: solutions[2], revision: 1, ratings: [1, 1, 1] },
        expected: { annotations: [], adjudication: null },
      }),
    )
    const { release } = await createRelease.execute(
      project.admin,
      createRelease.contract.input.parse({
        ...{ project: project.slug, name: 'R', formats: ['stepmark'] },
      }),
    )
    const { id: releaseId, attempt } = await getDatabase().release.findFirstOrThrow({
      where: { projectId: project.id, id: release },
    })
    await runReleaseJob({ projectId: project.id, releaseId, attempt }, never)
    const { userId } = await joinProject(project, 'annotator')
    const paused = { projectId: project.id, userId, byUserId: null, message: 'Why?' }
    await getDatabase().$transaction((db) => insertPause(db, { ...paused, judgement: null }))
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
    expect(receiver.received.filter(({ isSigned }) => !isSigned)).toEqual([])
    const message = receiver.received.find(({ type }) => type === 'import.finished')!
    expect(JSON.parse(message.body)).toMatchObject({ data: { state: 'done', solutions: 1 } })
  })

  test('is told of a release that failed, once, and not of one that was cancelled', async () => {
    const order = async () => {
      const { release } = await createRelease.execute(
        project.admin,
        createRelease.contract.input.parse({
          ...{ project: project.slug, name: 'R', formats: ['stepmark'] },
        }),
      )
      return getDatabase().release.findFirstOrThrow({ where: { id: release } })
    }
    const { id: releaseId, attempt, number } = await order()
    const running = { projectId: project.id, releaseId, attempt }
    await giveUpRelease(running, 'a reason for the log')
    await giveUpRelease(running, 'a reason for the log')
    const cancelled = await order()
    await cancelRelease.execute(project.admin, {
      ...{ project: project.slug, release: cancelled.number },
    })
    await giveUpRelease({ ...running, releaseId: cancelled.id }, 'a reason for the log')
    await deliver()
    expect(receiver.received).toMatchObject([{ type: 'release.failed', isSigned: true }])
    expect(JSON.parse(receiver.received[0]!.body)).toMatchObject({
      data: { project: project.slug, release: releaseId, number },
    })
  })

  test('and is taken back is not told', async () => {
    const { userId } = await joinProject(project, 'annotator')
    const paused = { projectId: project.id, userId, byUserId: null, message: 'Why?' }
    const undone = getDatabase().$transaction(async (db) => {
      await insertPause(db, { ...paused, judgement: null })
      throw new Error('taken back')
    })
    await expect(undone).rejects.toThrow('taken back')
    expect(await list()).toEqual([])
  })

  test('is told only to those that want to know and are on, and of their own project', async () => {
    await updateWebhook.execute(project.admin, { ...at(), events: ['release.ready'] })
    await importLines(project, [makeProblemLine('unwanted', [0.4])])
    await updateWebhook.execute(project.admin, { ...at(), events, isOn: false })
    await importLines(project, [makeProblemLine('off', [0.4])])
    const { project: other } = await makeSolutions(1)
    await importLines(other, [makeProblemLine('elsewhere', [0.4])])
    expect(await list()).toEqual([])
    // The same import is sent once the webhook is on again.
    await updateWebhook.execute(project.admin, { ...at(), isOn: true })
    await importLines(project, [makeProblemLine('wanted', [0.4])])
    expect(await list()).toMatchObject([{ event: 'import.finished', state: 'waiting' }])
  })

  test('of annotations begins where someone wants to know of them', async () => {
    await updateWebhook.execute(project.admin, { ...at(), events: ['release.ready'] })
    const annotation = await label(project, solutions[4]!)
    await getDatabase().$executeRaw`
      update annotation set submitted_at = now() - interval '10 minutes' where id = ${annotation}::uuid`
    await getDatabase().$executeRaw`
      update webhook set collected_to = now() - interval '1 day'`
    await updateWebhook.execute(project.admin, { ...at(), events })
    const [{ isNow }] = await getDatabase().$queryRaw<[{ isNow: boolean }]>`
      select collected_to > now() - interval '1 minute' as "isNow" from webhook`
    expect(isNow).toBe(true)
    await getDatabase().$executeRaw`
      update webhook set collected_to = now() - interval '5 minutes'`
    await updateWebhook.execute(project.admin, { ...at(), events: [...events].reverse() })
    await collectAnnotations(getDatabase(), never)
    expect(await list()).toEqual([])
    // Had the webhook been collecting since before it was submitted, it would be sent.
    await getDatabase().$executeRaw`
      update webhook set collected_to = now() - interval '15 minutes'`
    await collectAnnotations(getDatabase(), never)
    expect(await list()).toMatchObject([{ event: 'annotation.submitted' }])
  })

  test('of submitted annotations comes by the minute, all in one message, each once', async () => {
    const annotations = [await label(project, solutions[0]!), await label(project, solutions[1]!)]
    await collectAnnotations(getDatabase(), never)
    expect(await list()).toEqual([])
    const passTime = async () => {
      await getDatabase().$executeRaw`
        update webhook set collected_to = collected_to - interval '5 minutes'`
      await getDatabase().$executeRaw`
        update annotation set submitted_at = now() - interval '2 minutes'
        where id::text = any (${annotations})`
    }
    await passTime()
    await collectAnnotations(getDatabase(), never)
    await collectAnnotations(getDatabase(), never)
    await deliver()
    expect(types()).toEqual(['annotation.submitted'])
    const { data } = JSON.parse(receiver.received[0]!.body) as {
      data: { count: number; annotations: string[] }
    }
    expect(data.count).toBe(2)
    expect(data.annotations.toSorted()).toEqual(annotations.toSorted())
  })
})

describe('an address', () => {
  test.each([
    'http://hooks.example.org/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://169.254.169.254/latest',
    'https://10.0.0.5/',
    'https://2130706433/',
    'ftp://hooks.example.org/',
    'https://user:pass@hooks.example.org/',
    'not an address',
  ])('%s is refused when it is made and when it is changed', async (url) => {
    const expected = { url, events: ['release.ready' as const] }
    const refusal = { code: 'invalid_input', details: { issues: [{ place: 'url' }] } }
    const creation = createWebhook.execute(project.admin, { project: project.slug, ...expected })
    await expect(creation).rejects.toMatchObject(refusal)
    await expect(updateWebhook.execute(project.admin, { ...at(), url })).rejects.toMatchObject(
      refusal,
    )
    expect((await read()).url).toBe(receiver.url)
  })

  test('that was allowed once is judged again at each call', async () => {
    await testWebhook.execute(project.admin, at())
    const allowed = process.env.STEPMARK_OUTBOUND_ALLOW
    process.env.STEPMARK_OUTBOUND_ALLOW = ''
    try {
      await deliver()
    } finally {
      process.env.STEPMARK_OUTBOUND_ALLOW = allowed
    }
    expect(receiver.received).toEqual([])
    expect(await list()).toMatchObject([
      {
        ...{ state: 'waiting', status: null, tries: 1 },
        error: expect.stringContaining('STEPMARK_OUTBOUND_ALLOW'),
      },
    ])
  })

  test.each([301, 302, 307, 308])('that redirects (%i) is not followed', async (status) => {
    const otherUrl = await serveReceiver()
    const allowed = process.env.STEPMARK_OUTBOUND_ALLOW
    process.env.STEPMARK_OUTBOUND_ALLOW = `${allowed},${new URL(otherUrl.url).host}`
    receiver.headers = { location: otherUrl.url }
    receiver.answers = [status]
    try {
      await testWebhook.execute(project.admin, at())
      await deliver()
      expect(receiver.received).toHaveLength(1)
      expect(otherUrl.received).toEqual([])
      expect(await list()).toMatchObject([
        { state: 'waiting', error: expect.stringContaining('redirect') },
      ])
    } finally {
      process.env.STEPMARK_OUTBOUND_ALLOW = allowed
      await otherUrl.stop()
    }
  })
})

describe('a new NEXTAUTH_SECRET', () => {
  test('keeps messages, uses up no try and blames no receiver; a new secret of the webhook mends it', async () => {
    await testWebhook.execute(project.admin, at())
    const before = process.env.NEXTAUTH_SECRET
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
      const { secret } = await replaceWebhookSecret.execute(project.admin, at())
      receiver.secret = secret!
      await makeDue()
      await deliver()
      expect(receiver.received).toMatchObject([{ isSigned: true }])
      expect(await list()).toMatchObject([{ state: 'delivered', tries: 1 }])
    } finally {
      process.env.NEXTAUTH_SECRET = before
    }
  })
})

describe('a new NEXTAUTH_SECRET beside the one before it', () => {
  const first = 'first-0123456789'.repeat(4)

  test('signs what is sent, and seals the secret anew: then the one before can go', async () => {
    const before = process.env.NEXTAUTH_SECRET
    try {
      process.env.NEXTAUTH_SECRET = first
      receiver.secret = (await replaceWebhookSecret.execute(project.admin, at())).secret!
      process.env.NEXTAUTH_SECRET = before
      process.env.NEXTAUTH_SECRET_OLD = first
      for (const old of [first, '']) {
        process.env.NEXTAUTH_SECRET_OLD = old
        await testWebhook.execute(project.admin, at())
        await testWebhook.execute(project.admin, at())
        await deliver()
      }
      expect(receiver.received.map(({ isSigned }) => isSigned)).toEqual([true, true, true, true])
      const row = await getDatabase().webhook.findFirstOrThrow()
      const place = { projectId: project.id, webhookId: webhook }
      expect(unsealSecret(row.secret, place)).toBe(receiver.secret)
    } finally {
      process.env.NEXTAUTH_SECRET = before
      delete process.env.NEXTAUTH_SECRET_OLD
    }
  })
})

test('the time of a signature is the database’s, however wrong the clock of the process is', async () => {
  await testWebhook.execute(project.admin, at())
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
  try {
    await deliver()
  } finally {
    vi.useRealTimers()
  }
  const [row] = await getDatabase().$queryRaw<{ now: number }[]>`
    select extract(epoch from clock_timestamp())::int as now`
  expect(Math.abs(receiver.received[0]!.at - row!.now)).toBeLessThan(60)
})

describe('the secret', () => {
  const sign = async () => {
    await testWebhook.execute(project.admin, at())
    await deliver()
    return receiver.received.at(-1)!.isSigned
  }

  test('is stored sealed, shown once, and never read back', async () => {
    const row = await getDatabase().webhook.findFirstOrThrow()
    const stored = Buffer.from(row.secret)
    const key = receiver.secret.replace(/^whsec_/, '')
    // Neither as text nor as the bytes that it encodes.
    expect(stored.includes(key)).toBe(false)
    expect(stored.includes(Buffer.from(key, 'base64'))).toBe(false)
    expect(unsealSecret(row.secret, { projectId: project.id, webhookId: webhook })).toBe(
      receiver.secret,
    )
    expect(JSON.stringify(await read())).not.toContain(key)
    const audit = await getDatabase().auditEntry.findMany({ where: { projectId: project.id } })
    const log = JSON.stringify(audit, (_, value) => (typeof value === 'bigint' ? 0 : value))
    expect(log).toContain(webhook)
    expect(log).not.toContain(key)
  })

  test('goes with the address: another one gets another', async () => {
    const old = receiver.secret
    const changed = await updateWebhook.execute(project.admin, {
      ...at(),
      url: `${receiver.url}/other`,
    })
    expect(changed.secret).toMatch(/^whsec_/)
    expect(changed.secret).not.toBe(old)
    expect(await sign()).toBe(false)
    receiver.secret = changed.secret!
    expect(await sign()).toBe(true)
  })

  test('stays with what is no change of address, and can be replaced', async () => {
    const same = await updateWebhook.execute(project.admin, {
      ...{ ...at(), url: receiver.url, events: ['release.ready'] },
    })
    expect(same.secret).toBeNull()
    expect(await sign()).toBe(true)
    const { secret } = await replaceWebhookSecret.execute(project.admin, at())
    expect(await sign()).toBe(false)
    receiver.secret = secret!
    expect(await sign()).toBe(true)
  })
})

describe('a webhook', () => {
  /** Makes it look as if it had failed since then, with this number of tries of its oldest message. */
  const failSince = async (hours: number, tries: number) => {
    await getDatabase().$executeRaw`
      update webhook set failing_since = now() - make_interval(hours => ${hours}::int)`
    await getDatabase().$executeRaw`
      update webhook_delivery set attempts = ${tries}::smallint, next_attempt_at = now()
      where id = (select id from webhook_delivery order by created_at limit 1)`
    await deliver()
  }

  test('that is quiet is not switched off by two failures that days without messages part', async () => {
    receiver.answers = [500, 500, 500]
    await testWebhook.execute(project.admin, at())
    await deliver()
    await failSince(240, 1)
    expect(await read()).toMatchObject({ isOn: true, offReason: null, waiting: 1 })
    await failSince(71, 8)
    expect(await read()).toMatchObject({ isOn: true, offReason: null, waiting: 0 })
  })

  test('one of whose messages is given up, and that fails for three days, is switched off, says why, and is told nothing new until it is on', async () => {
    receiver.answers = [500, 500]
    await testWebhook.execute(project.admin, at())
    await testWebhook.execute(project.admin, at())
    await deliver()
    receiver.answers = [500]
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
    expect(receiver.received).toHaveLength(3)
    await expect(testWebhook.execute(project.admin, at())).rejects.toMatchObject({
      code: 'conflict',
    })
    await updateWebhook.execute(project.admin, { ...at(), isOn: true })
    expect(await read()).toMatchObject({ isOn: true, offReason: null, failingAt: null })
    await deliver()
    expect(await list()).toMatchObject([
      { state: 'delivered', tries: 2 },
      { state: 'failed', tries: 9 },
    ])
  })

  test('whose receiver is gone for good (410) is switched off at once', async () => {
    receiver.answers = [410]
    await testWebhook.execute(project.admin, at())
    await deliver()
    expect(await read()).toMatchObject({ isOn: false, offReason: expect.stringContaining('410') })
  })

  test('that is removed takes its messages along', async () => {
    await testWebhook.execute(project.admin, at())
    await removeWebhook.execute(project.admin, at())
    await deliver()
    expect(receiver.received).toEqual([])
    expect(await getDatabase().webhookDelivery.count()).toBe(0)
  })

  test('of another project is not there', async () => {
    const { project: other } = await makeSolutions(1)
    const foreign = { project: other.slug, webhook }
    for (const call of [listDeliveries, testWebhook, removeWebhook, replaceWebhookSecret])
      await expect(call.execute(other.admin, foreign)).rejects.toMatchObject({ code: 'not_found' })
    expect((await read()).webhook).toBe(webhook)
  })
})
