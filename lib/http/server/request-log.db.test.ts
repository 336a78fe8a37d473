import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createToken } from '@/lib/auth/server/commands'
import { logger } from '@/lib/platform/server/logger'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { makeProject, type TestProject } from '@/prisma/seed/factories'

useTestDatabase()

const origin = 'http://stepmark.test'
/** Included in every part of the request. */
const canary = 'canary-8d2e'
let api: { fetch(request: Request): Response | Promise<Response> }
let project: TestProject
let bearerHeader: string
let lines: string[] = []

beforeAll(async () => {
  process.env.NEXTAUTH_URL = origin
  process.env.NEXTAUTH_SECRET = 'A secret for tests that is long enough to be 1'
  api = (await import('./api')).buildApiRouter()
  project = await makeProject()
  const token = await createToken.execute(project.admin, { name: 't', scope: 'write', days: 1 })
  bearerHeader = `Bearer ${token.secret}`
  logger.level = 'info'
  Reflect.set(logger, pino.symbols.streamSym, { write: (line: string) => void lines.push(line) })
})
beforeEach(() => (lines = []))

function fetchApi(path: string, init: RequestInit = {}, headers: Record<string, string> = {}) {
  const allHeaders = { authorization: bearerHeader, 'content-type': 'application/json', ...headers }
  return api.fetch(new Request(`${origin}/api/v1${path}`, { ...init, headers: allHeaders }))
}

const readLogLines = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>)

describe('the log line of a request', () => {
  test('is a single one with operation, method, status, time, person and the id that the client receives', async () => {
    const response = await fetchApi(`/projects/${project.slug}`)
    expect(readLogLines()).toEqual([
      expect.objectContaining({
        msg: 'request',
        operation: 'getProject',
        method: 'GET',
        status: 200,
        requestId: response.headers.get('x-request-id'),
        userId: project.admin.userId,
        ms: expect.any(Number) as number,
        time: expect.any(Number) as number,
      }),
    ])
  })

  test('is written for rejected requests and unknown calls too', async () => {
    const rejectedResponse = await fetchApi('/account', {}, { authorization: 'Bearer nothing' })
    const missing = await fetchApi('/nothing')
    expect(readLogLines()).toMatchObject([
      { operation: 'getAccount', status: 401, userId: null },
      { operation: 'none', status: 404, userId: null },
    ])
    for (const [i, response] of [rejectedResponse, missing].entries())
      expect(response.headers.get('x-request-id')).toBe(readLogLines()[i]!.requestId)
  })

  test('has the client’s request id, or a new one if that is invalid', async () => {
    const requestId = randomUUID()
    await fetchApi('/account', {}, { 'x-request-id': requestId })
    await fetchApi('/account', {}, { 'x-request-id': 'a b c d e f g h' })
    expect(readLogLines()[0]!.requestId).toBe(requestId)
    expect(readLogLines()[1]!.requestId).toMatch(/^[\da-f-]{36}$/)
  })
})

test('no log line contains request input', async () => {
  const { slug } = project
  const body = JSON.stringify({ name: `${canary} a`, template: canary, [canary]: canary })
  const headers = {
    'idempotency-key': canary,
    cookie: `stepmark.session=${canary}`,
    referer: canary,
  }
  await fetchApi(`/projects/${slug}?${canary}=${canary}`, {}, headers)
  await fetchApi(`/projects/${canary}`, {}, headers)
  await fetchApi('/projects', { method: 'POST', body }, headers)
  await fetchApi('/projects', { method: 'POST', body: `{"${canary}` }, headers)
  await fetchApi('/account', {}, { ...headers, authorization: `Bearer ${canary}` })
  await fetchApi(`/${canary}`, {}, { ...headers, authorization: `Basic ${canary}` })
  expect(lines).toHaveLength(6)
  expect(lines.join('')).not.toContain(canary)
  expect(lines.join('')).not.toContain(bearerHeader.slice('Bearer '.length))
})

test('an unexpected error is logged without the values that PostgreSQL quotes', async () => {
  const { getDatabase } = await import('@/lib/platform/server/database')
  const { operations } = await import('./operations')
  const getProject = operations.find(({ contract }) => contract.name === 'getProject')!
  const failingCall = vi.spyOn(getProject, 'execute').mockImplementation(async () => {
    await getDatabase().$queryRaw`select ${canary}::text::uuid`
    throw new Error('never')
  })
  const response = await fetchApi(`/projects/${project.slug}`)
  failingCall.mockRestore()
  expect(response.status).toBe(500)
  const body = await response.text()
  for (const internals of [canary, 'uuid', 'syntax', 'prisma', '.ts'])
    expect(body).not.toContain(internals)
  expect(readLogLines()).toMatchObject([
    { msg: 'unexpected error', level: 50 },
    { msg: 'request', status: 500 },
  ])
  expect(lines.join('')).not.toContain(canary)
  expect(lines[0]).toMatch(/invalid input syntax for type uuid/)
  expect(new Set(readLogLines().map(({ requestId }) => requestId)).size).toBe(1)
})
