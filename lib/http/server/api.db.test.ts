import { randomUUID } from 'node:crypto'
import { encode } from 'next-auth/jwt'
import { beforeAll, describe, expect, test } from 'vitest'
import { createToken } from '@/lib/auth/server/commands'
import { createTestSession } from '@/lib/auth/testing/create-test-session'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  importLines,
  makeProblemLine,
  makeProject,
  type TestProject,
} from '@/prisma/seed/factories'

useTestDatabase()

const origin = 'http://stepmark.test'
const secret = 'a secret for tests that is long enough to be one'
let api: { fetch(request: Request): Response | Promise<Response> }
let project: TestProject
let cookie: string
let bearerHeader: string

beforeAll(async () => {
  process.env.NEXTAUTH_URL = origin
  process.env.NEXTAUTH_SECRET = secret
  api = (await import('./api')).buildApiRouter()
  project = await makeProject()
  const sid = await createTestSession(project.admin.userId, null)
  cookie = `stepmark.session=${await encode({ token: { sid }, secret })}`
  const token = await createToken.execute(project.admin, { name: 't', scope: 'write', days: 1 })
  bearerHeader = `Bearer ${token.secret}`
})

async function fetchApi(path: string, init: RequestInit & { duplex?: 'half' } = {}) {
  const response = await api.fetch(new Request(`${origin}/api/v1${path}`, init))
  const body = (await response.json()) as Record<string, unknown>
  return { status: response.status, type: response.headers.get('content-type'), body }
}

const send = (path: string, body: unknown, headers: Record<string, string> = {}, method = 'POST') =>
  fetchApi(path, {
    method,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { authorization: bearerHeader, 'content-type': 'application/json', ...headers },
  })

test('sends account data as JSON that is private, not cached and not readable by other sites', async () => {
  const headers = { cookie, origin: 'https://evil.example' }
  const response = await api.fetch(new Request(`${origin}/api/v1/account`, { headers }))
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ email: project.admin.email })
  expect(response.headers.get('content-type')).toMatch(/^application\/json(; charset=utf-8)?$/i)
  expect(response.headers.get('cache-control')).toContain('no-store')
  expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual(
    [],
  )
})

describe('error responses', () => {
  test('are problem+json with a code and a request id', async () => {
    const { status, type, body } = await fetchApi('/account')
    expect(status).toBe(401)
    expect(type).toBe('application/problem+json')
    expect(body).toMatchObject({ status: 401, code: 'unauthenticated', type: 'about:blank' })
    expect(body.requestId).toEqual(expect.any(String))
  })

  test.each([
    ['{"name": "A"', 'The body is not JSON.'],
    ['[]', 'The body must be a JSON object.'],
    ['{"name": ""}', 'name: is empty'],
    ['{"name": {"not": ""}}', 'name:'],
    ['{"name": "A", "id": "x"}', 'id:'],
    ['{"name": "A\\u0000"}', 'name: contains a NUL'],
    ['{"name": "A", "overlap": 1e400}', 'overlap:'],
    ['{"name": "A", "__proto__": {"overlap": 3}, "constructor": 1}', '__proto__:'],
  ])('name the cause for the body %s', async (text, reason) => {
    const { status, body } = await send('/projects', text)
    expect(status).toBe(400)
    expect(body.detail).toContain(reason)
  })

  test('are sent for a wrong content type, an oversized body and an unknown call', async () => {
    expect((await send('/projects', 'name=A', { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await send('/projects', { name: 'A'.repeat(3_000_000) })).status).toBe(413)
    expect((await fetchApi('/nothing', { headers: { authorization: bearerHeader } })).status).toBe(
      404,
    )
    expect((await fetchApi('/host/admins', { method: 'POST' })).status).toBe(404)
  })
})

describe('writes with a session cookie', () => {
  const write = (headers: Record<string, string>) =>
    fetchApi('/projects', {
      method: 'POST',
      body: JSON.stringify({ name: `Project ${randomUUID()}` }),
      headers: { cookie, 'content-type': 'application/json', ...headers },
    })

  test.each([
    [{}],
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
    [{ 'sec-fetch-site': 'cross-site', origin }],
    [{ 'sec-fetch-site': 'same-site', origin }],
  ])('and the headers %j are rejected and change nothing', async (headers) => {
    const before = await getDatabase().project.count()
    expect((await write(headers)).status).toBe(403)
    expect(await getDatabase().project.count()).toBe(before)
  })

  test("from the app's own pages are accepted", async () => {
    expect((await write({ 'sec-fetch-site': 'same-origin' })).status).toBe(200)
    expect((await write({ origin })).status).toBe(200)
  })
})

describe('idempotency keys', () => {
  test('give a repeated request the first response without a second effect, and reject other input', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const first = await send('/projects', { name: 'Once', slug: 'once' }, key)
    const secondReply = await send('/projects', { name: 'Once', slug: 'once' }, key)
    expect(first.status).toBe(200)
    expect(secondReply).toEqual(first)
    const mismatchReply = await send('/projects', { name: 'Twice', slug: 'twice' }, key)
    expect(mismatchReply).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } })
  })
})

test('replies stored under an idempotency key are kept for 7 days and deleted with the next key', async () => {
  const oldKey = randomUUID()
  await getDatabase().$executeRaw`
    insert into idempotency_key (actor, key, operation, request_hash, created_at)
    values ('ada', ${oldKey}, '', '', now() - interval '8 days'),
      ('ada', ${`${oldKey}-young`}, '', '', now() - interval '6 days')`
  await send(`/projects/${project.slug}/claims`, {}, { 'idempotency-key': randomUUID() })
  const remainingKeys = await getDatabase().idempotencyKey.findMany({
    where: { actor: 'ada' },
    select: { key: true },
  })
  expect(remainingKeys).toEqual([{ key: `${oldKey}-young` }])
})

describe("idempotency keys on calls that can't use them", () => {
  const key = { 'idempotency-key': randomUUID() }

  test('are rejected if the response contains a secret, which is not stored', async () => {
    const member = { email: 'new@example.org', name: 'New', role: 'annotator' }
    const rejectedReply = await send(`/projects/${project.slug}/members`, member, key)
    expect(rejectedReply).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    expect(await getDatabase().user.count({ where: { email: member.email } })).toBe(0)
    const addedReply = await send(`/projects/${project.slug}/members`, member)
    const storedReplies = await getDatabase().$queryRaw<{ reply: string }[]>`
      select reply::text as reply from idempotency_key`
    expect(JSON.stringify(storedReplies)).not.toContain(addedReply.body.password)
  })

  test('are rejected for file uploads', async () => {
    const { status, body } = await fetchApi(await openFile(project), {
      method: 'PUT',
      body: '{}',
      headers: { authorization: bearerHeader, ...key },
    })
    expect(status).toBe(400)
    expect(body.detail).toContain('without an Idempotency-Key')
  })
})

/** The upload URL of a new import. */
async function openFile({ slug }: TestProject): Promise<string> {
  const { body } = await send(`/projects/${slug}/imports`, { fileName: 'a.jsonl' })
  return `/projects/${slug}/imports/${String(body.import)}/files/data`
}

const upload = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
  fetchApi(path, {
    method: 'PUT',
    body,
    duplex: 'half',
    headers: {
      authorization: bearerHeader,
      'content-type': 'application/octet-stream',
      ...headers,
    },
  })

test('a stalled upload does not block other requests', async () => {
  const stalledControllers: ReadableStreamDefaultController[] = []
  const stall = () =>
    new ReadableStream({ start: (controller) => void stalledControllers.push(controller) })
  const paths = await Promise.all(Array.from({ length: 12 }, () => openFile(project)))
  const uploads = paths.map((path) => upload(path, stall()))
  expect(await upload(await openFile(project), 'a')).toMatchObject({ status: 200 })
  const claimed = await send(`/projects/${project.slug}/claims`, {})
  expect(claimed.status).toBe(200)
  for (const controller of stalledControllers) controller.error(new Error('gone'))
  await Promise.all(uploads)
})

describe('uploaded files', () => {
  const lines = `${JSON.stringify(makeProblemLine('p', [0.4, 0.3]))}\n`

  test('change nothing if they end before their announced length', async () => {
    const path = await openFile(project)
    const length = { 'content-length': String(lines.length + 100) }
    const truncatedUpload = await upload(path, new Blob([lines]).stream(), length)
    expect(truncatedUpload.status).toBe(400)
    expect(truncatedUpload.body.detail).toContain('The body ended after')
    expect(await upload(path, lines)).toMatchObject({ body: { receivedBytes: lines.length } })
  })

  test('are accepted in chunks and imported', async () => {
    const path = await openFile(project)
    await upload(path, lines.slice(0, 20))
    const secondUpload = await upload(`${path}?offset=20`, lines.slice(20))
    expect(secondUpload).toMatchObject({ status: 200, body: { receivedBytes: lines.length } })
    const startedReply = await send(path.replace('/files/data', '/start'), { dryRun: true })
    expect(startedReply).toMatchObject({
      status: 200,
      body: { state: 'checking', fileName: 'a.jsonl' },
    })
  })

  test('are rejected if a chunk leaves a gap, with the length received so far', async () => {
    const path = await openFile(project)
    await upload(path, lines.slice(0, 20))
    const gap = await upload(`${path}?offset=30`, lines.slice(30))
    expect(gap).toMatchObject({ status: 409, body: { code: 'conflict', receivedBytes: 20 } })
  })
})

test('the OpenAPI document lists every call of the HTTP API', async () => {
  const { httpOperations } = await import('./api')
  const { body } = await fetchApi('/openapi.json')
  const paths = body.paths as Record<string, Record<string, { operationId: string }>>
  const describedCalls = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  )
  expect(describedCalls.sort()).toEqual(httpOperations.map(({ contract }) => contract.name).sort())
  expect(describedCalls).not.toContain('createAdmin')
})

test('the response of each GET call with no further path parameters matches its contract and has no other fields', async () => {
  const { httpOperations } = await import('./api')
  const newProject = await makeProject()
  await importLines(newProject, [makeProblemLine('q', [0.5])])
  const sid = await createTestSession(newProject.admin.userId, null)
  const sessionCookie = `stepmark.session=${await encode({ token: { sid }, secret })}`
  for (const { contract } of httpOperations) {
    // Calls that need a lease, annotation or solution are tested with an existing one.
    const needsMore = /\{(?!project\})/.test(contract.path)
    if (contract.method !== 'get' || contract.sends === 'lines' || needsMore) continue
    const path = contract.path.replace('{project}', newProject.slug)
    const { status, body } = await fetchApi(path, { headers: { cookie: sessionCookie } })
    expect(status, contract.name).toBe(200)
    // zod drops fields that the contract does not have.
    expect(contract.reply.parse(body), contract.name).toEqual(body)
  }
})
