import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import type { DnsLookup } from '@/lib/platform/server/outbound'
import {
  type ForbiddenConnectionListener,
  listInternalUrls,
  openForbiddenConnectionListener,
} from '@/lib/platform/testing/internal-addresses'
import { isFullTestRun, reportTestFigures } from '@/lib/platform/testing/report-figures'
import { type TestDnsServer, startTestDnsServer } from '@/lib/platform/testing/test-dns-server'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  executeScoreRun,
  makeScorableProject,
  startTestScoreRun,
} from '@/lib/scoring/server/testing/run-fixtures'
import { sendDueDeliveries } from '@/lib/webhooks/server/send-due-deliveries'
import { encryptWebhookSecret } from '@/lib/webhooks/server/sign-webhook-message'
import type { TestProject } from '@/prisma/seed/factories'
import {
  findOperation,
  type RequestHeaders,
  makeTokenHeaders,
  openTestApi,
  buildCallRequest,
} from './testing/api-client'

/* Every call and job that sends requests to an address from a user. */

// Tests can't change the system resolver, so a local DNS server over UDP replaces it.
const names = vi.hoisted(() => ({ lookup: null as DnsLookup | null }))
vi.mock('node:dns', async (load) => ({
  ...(await load<object>()),
  lookup: (name: string, _: object, done: Parameters<DnsLookup>[1]) => names.lookup!(name, done),
}))

useTestDatabase()

/** Every fifth address, which covers each kind. A full run uses all. */
const internalUrls = listInternalUrls().filter((_, i) => isFullTestRun || i % 5 === 0)
const neverAborted = new AbortController().signal
const timeoutMs = isFullTestRun ? 1_200_000 : 300_000
const figures = { saves: 0, uses: 0, redirects: 0, rebindings: 0 }

let listener: ForbiddenConnectionListener
let nameServer: TestDnsServer
let redirectServer: Server
let redirectingUrl: string
let location = ''
let requestCount = 0
let project: TestProject
let headers: RequestHeaders
let api: Awaited<ReturnType<typeof openTestApi>>

beforeAll(async () => {
  listener = await openForbiddenConnectionListener()
  nameServer = await startTestDnsServer()
  names.lookup = nameServer.lookup
  redirectServer = createServer((request, response) => {
    requestCount += 1
    request.resume()
    response.writeHead(307, { location }).end('what stands inside')
  })
  await new Promise<void>((resolve) => redirectServer.listen(0, '127.0.0.1', resolve))
  redirectingUrl = `http://127.0.0.1:${(redirectServer.address() as AddressInfo).port}/`
  api = await openTestApi()
  project = await makeScorableProject(1)
  headers = await makeTokenHeaders(project.admin, 'write')
})
afterAll(() => {
  nameServer.close()
  redirectServer.closeAllConnections()
  redirectServer.close()
  listener.close()
  reportTestFigures('Addresses of the inside', {
    ...figures,
    connections: listener.connectionCount,
  })
})
beforeEach(async () => {
  await getDatabase().webhook.deleteMany()
  nameServer.answers = [['8.8.8.8']]
  nameServer.lookupCount = 0
})
afterEach(() => {
  delete process.env.STEPMARK_OUTBOUND_ALLOW
})

const withPort = (url: string) => url.replace('PORT', String(listener.port))
const allow = (url: string) => (process.env.STEPMARK_OUTBOUND_ALLOW = new URL(url).host)

async function fetchApi(call: string, input: object): Promise<{ status: number; body: string }> {
  const request = buildCallRequest(
    findOperation(call),
    { project: project.slug, ...input },
    headers,
  )
  const reply = await api.fetch(request)
  return { status: reply.status, body: await reply.text() }
}

const settingsOf = (url: string) => [
  { connector: 'custom-http', url },
  { connector: 'openai-chat', url, model: 'm' },
  { connector: 'vllm-pooling', url, model: 'm' },
]

/** Stores a webhook with an address that would now be rejected, and sends it an event. */
async function createWebhookWithUrl(url: string): Promise<string> {
  const id = randomUUID()
  const webhookKey = { projectId: project.id, webhookId: id }
  await getDatabase().webhook.create({
    data: {
      projectId: project.id,
      id,
      url,
      userId: project.admin.userId,
      events: ['release.ready'],
      secret: encryptWebhookSecret('whsec_dGhlIHNlY3JldCBvZiB0aGlz', webhookKey),
    },
    select: { id: true },
  })
  expect((await fetchApi('testWebhook', { webhook: id })).status).toBe(200)
  return id
}

async function readFailure(webhook: string): Promise<string> {
  const { error, status } = await getDatabase().webhookDelivery.findFirstOrThrow({
    where: { webhookId: webhook },
    select: { error: true, status: true },
  })
  expect(status).toBeNull()
  return error ?? ''
}

async function createScorerWithUrl(url: string, connector: number): Promise<string> {
  const scorer = randomUUID()
  await getDatabase().scorer.create({
    data: {
      projectId: project.id,
      id: scorer,
      name: scorer,
      kind: 'server',
      settings: settingsOf(url)[connector]!,
      userId: project.admin.userId,
    },
    select: { id: true },
  })
  return scorer
}

/** What an admin reads about the scorer's run. */
async function runScorer(scorer: string): Promise<string> {
  const { run } = await startTestScoreRun(project, scorer)
  await executeScoreRun(run)
  const reply = await fetchApi('getScoreRun', { run })
  expect(JSON.parse(reply.body)).toMatchObject({ state: 'failed', doneRows: 0 })
  return reply.body
}

test('the internal address of these tests has a listener that would receive requests', async () => {
  expect(listener.hosts).toContain('127.0.0.1')
  expect(listInternalUrls().length).toBeGreaterThanOrEqual(60)
  const url = `http://127.0.0.1:${listener.port}/`
  allow(url)
  const webhook = await createWebhookWithUrl(url)
  await sendDueDeliveries({}, neverAborted)
  expect(await readFailure(webhook)).not.toBe('')
  expect(listener.connectionCount).toBe(1)
  listener.connectionCount = 0
})

test(
  'every call that accepts an address rejects internal ones',
  async () => {
    const webhookReply = await fetchApi('createWebhook', {
      url: 'https://hooks.example/',
      events: ['release.ready'],
    })
    expect(webhookReply.status).toBe(200)
    const { webhook } = JSON.parse(webhookReply.body) as { webhook: string }
    for (const url of internalUrls.map(withPort)) {
      const [custom, chat, pooling] = settingsOf(url)
      for (const [call, input] of [
        ['createWebhook', { url, events: ['release.ready'] }],
        ['updateWebhook', { webhook, url }],
        ['createScorer', { name: 'a', settings: custom }],
        ['createScorer', { name: 'a', settings: chat }],
        ['createScorer', { name: 'a', settings: pooling }],
        ['tryScorer', { settings: custom }],
        ['tryScorer', { settings: chat }],
        ['tryScorer', { settings: pooling }],
      ] as const) {
        const { status } = await fetchApi(call, input)
        expect(status, `${call} ${url}`).toBe(400)
        figures.saves += 1
      }
    }
    expect(await getDatabase().scorer.count()).toBe(0)
    expect((await fetchApi('listWebhooks', {})).body).not.toContain(String(listener.port))
    expect(listener.connectionCount).toBe(0)
    expect(figures.saves).toBeGreaterThanOrEqual(8 * internalUrls.length)
  },
  timeoutMs,
)

test(
  'jobs send no request to a saved internal address',
  async () => {
    const webhooks = new Map<string, string>()
    for (const url of internalUrls.map(withPort)) webhooks.set(await createWebhookWithUrl(url), url)
    await sendDueDeliveries({}, neverAborted)
    for (const [webhook, url] of webhooks) {
      expect(await readFailure(webhook), url).toMatch(/^The address /)
      figures.uses += 1
    }
    const readable = internalUrls.map(withPort).filter(
      (url) =>
        findOperation('tryScorer').contract.input.safeParse({
          project: project.slug,
          settings: settingsOf(url)[0],
        }).success,
    )
    for (const [i, url] of readable.entries()) {
      if (!isFullTestRun && i % 3 !== 0) continue
      expect(await runScorer(await createScorerWithUrl(url, i % 3)), url).toContain('The address ')
      figures.uses += 1
    }
    expect(listener.connectionCount).toBe(0)
    expect(figures.uses).toBeGreaterThan(internalUrls.length)
  },
  timeoutMs,
)

test(
  'a redirect from an allowed host to an internal address is not followed, and no reply is revealed',
  async () => {
    allow(redirectingUrl)
    const scorer = await createScorerWithUrl(redirectingUrl, 0)
    for (const [i, url] of internalUrls.map(withPort).entries()) {
      location = encodeURI(url)
      requestCount = 0
      const webhook = await createWebhookWithUrl(redirectingUrl)
      await sendDueDeliveries({}, neverAborted)
      const reply = await fetchApi('tryScorer', { settings: settingsOf(redirectingUrl)[i % 3] })
      const messages = [await readFailure(webhook), reply.body]
      if (isFullTestRun || i % 5 === 0) messages.push(await runScorer(scorer))
      for (const message of messages) {
        expect(message).toContain('responded with a redirect')
        expect(message).not.toContain('stands inside')
        expect(message).not.toContain(String(listener.port))
        figures.redirects += 1
      }
      expect(requestCount).toBe(messages.length)
      // Otherwise the event would be sent again while the next address is tested.
      await getDatabase().webhook.deleteMany()
    }
    expect(listener.connectionCount).toBe(0)
    expect(figures.redirects).toBeGreaterThanOrEqual(2 * internalUrls.length)
  },
  timeoutMs,
)

/** DNS answers at save time and later. The last one is never public, so no external server receives a request. */
const rebindings = [
  [['8.8.8.8'], ['127.0.0.1']],
  [['8.8.8.8'], ['::1']],
  [['8.8.8.8'], ['8.8.4.4', '127.0.0.1']],
  [['8.8.8.8'], ['127.0.0.1', '8.8.4.4']],
  [
    ['8.8.8.8', '2606:4700::1111'],
    ['8.8.8.8', '::1'],
  ],
  [['2606:4700::1111'], ['::ffff:127.0.0.1']],
  [['8.8.8.8'], ['169.254.169.254']],
  [['8.8.8.8'], ['10.0.0.1', '172.16.0.1', '192.168.0.1']],
  [['8.8.8.8'], ['0.0.0.0']],
  [['8.8.8.8'], ['fd00::1', '64:ff9b::7f00:1', '2002:7f00:1::']],
]

test(
  'a host name that is public when saved but internal when used is rejected',
  async () => {
    const url = withPort('https://models.example:PORT/')
    for (const [addressesWhenSaved, addressesWhenUsed] of rebindings as [string[], string[]][]) {
      const setAnswers = () =>
        (nameServer.answers = [[...addressesWhenSaved], [...addressesWhenUsed]])
      setAnswers()
      const webhookReply = await fetchApi('createWebhook', { url, events: ['release.ready'] })
      expect(webhookReply.status).toBe(200)
      const { webhook } = JSON.parse(webhookReply.body) as { webhook: string }
      await fetchApi('testWebhook', { webhook })
      await sendDueDeliveries({}, neverAborted)
      const messages = [await readFailure(webhook)]
      await fetchApi('removeWebhook', { webhook })

      setAnswers()
      // The name is resolved for the check and for the request, in one call.
      const reply = await fetchApi('tryScorer', { settings: settingsOf(url)[0] })
      expect(reply.status).toBe(409)
      messages.push(reply.body)

      setAnswers()
      const scorerReply = await fetchApi('createScorer', {
        name: randomUUID(),
        settings: settingsOf(url)[1],
      })
      expect(scorerReply.status).toBe(200)
      messages.push(await runScorer((JSON.parse(scorerReply.body) as { scorer: string }).scorer))
      for (const message of messages) {
        expect(message, addressesWhenUsed.join()).toContain('is in a private network')
        figures.rebindings += 1
      }
      // A name that is internal from the start is not saved.
      nameServer.answers = [addressesWhenUsed]
      const refusal = await fetchApi('createWebhook', { url, events: ['release.ready'] })
      expect(refusal.status).toBe(400)
    }
    expect(listener.connectionCount).toBe(0)
    expect(nameServer.lookupCount).toBeGreaterThanOrEqual(7 * rebindings.length)
  },
  timeoutMs,
)
