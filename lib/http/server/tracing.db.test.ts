import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { SpanStatusCode, trace } from '@opentelemetry/api'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createToken } from '@/lib/auth/server/commands'
import { closeDatabase, getDatabase } from '@/lib/platform/server/database'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { isTracingOn, runInSpan, startTracing, stopTracing } from '@/lib/platform/server/tracing'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { makeProject, type TestProject } from '@/prisma/seed/factories'

useTestDatabase()

const origin = 'http://stepmark.test'
const canary = 'canary-77aa'
let api: { fetch(request: Request): Response | Promise<Response> }
let project: TestProject
let bearerHeader: string

beforeAll(async () => {
  process.env.NEXTAUTH_URL = origin
  process.env.NEXTAUTH_SECRET = 'A secret for tests that is long enough to be 1'
  api = (await import('./api')).buildApiRouter()
  project = await makeProject()
  const token = await createToken.execute(project.admin, { name: 't', scope: 'write', days: 1 })
  bearerHeader = `Bearer ${token.secret}`
})

interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: number }
}
interface Span {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: Attribute[]
  events?: unknown[]
}
interface ExportRequest {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[]
}

/** A minimal span collector. */
async function openCollector() {
  const exports: { path: string; body: ExportRequest }[] = []
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    exports.push({ path: request.url ?? '', body: (await json(request)) as ExportRequest })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }
  const server = createServer((request, response) => void receive(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as { port: number }
  return { sent: exports, url: `http://127.0.0.1:${port}` }
}

const readAttribute = ({ attributes }: { attributes: Attribute[] }, name: string) => {
  const value = attributes.find(({ key }) => key === name)?.value
  return value?.stringValue ?? value?.intValue
}

test('creates no trace spans and loads no OpenTelemetry code without a collector', async () => {
  await startTracing()
  expect(isTracingOn()).toBe(false)
  expect(await runInSpan('a', {}, async () => 7)).toBe(7)
  const importingFiles = readdirSync(join(repositoryRoot, 'lib'), {
    recursive: true,
    encoding: 'utf8',
  })
    .filter((path) => /\.tsx?$/.test(path) && !/generated|\.test\./.test(path))
    .filter((path) =>
      /^import .*from '@opentelemetry/m.test(
        readFileSync(join(repositoryRoot, 'lib', path), 'utf8'),
      ),
    )
  expect(importingFiles).toEqual(['platform/server/tracing-sdk.ts'])
})

test('creates a trace span per request with its statements as children, without request input', async () => {
  const { sent, url } = await openCollector()
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', url)
  await closeDatabase()
  await startTracing()
  const headers = { authorization: bearerHeader, 'content-type': 'application/json' }
  const fetchApi = (path: string, init: RequestInit = {}) =>
    api.fetch(new Request(`${origin}/api/v1${path}`, { ...init, headers }))
  expect((await fetchApi(`/projects/${project.slug}?${canary}=1`)).status).toBe(400)
  expect(
    (await fetchApi(`/projects/${project.slug}/claims`, { method: 'POST', body: '{}' })).status,
  ).toBe(200)
  await getDatabase().$queryRaw`select ${canary}::text::uuid`.catch(() => undefined)
  // Spans as Next creates them: with an address, and an error with its message.
  const nextAttributes = { 'http.target': `/invite/${canary}`, 'next.route': '/invite/[token]' }
  await runInSpan('GET /invite/[token]', nextAttributes, async () => {
    trace.getActiveSpan()?.recordException(new Error(canary))
    trace.getActiveSpan()?.setStatus({ code: SpanStatusCode.ERROR, message: canary })
  })
  await runInSpan('GET /readyz', { 'http.target': '/readyz?a' }, async () => undefined)
  const moduleAttributes = { 'next.span_type': 'LoadComponents.loadRouteModule' }
  await runInSpan('load route module', moduleAttributes, async () => undefined)
  await stopTracing()
  vi.unstubAllEnvs()

  expect(sent.map(({ path }) => path)).toEqual(['/v1/traces'])
  const [{ resource, scopeSpans } = { resource: { attributes: [] }, scopeSpans: [] }] =
    sent[0]!.body.resourceSpans
  expect(readAttribute(resource, 'service.name')).toBe('stepmark')
  const spans = scopeSpans.flatMap((scope) => scope.spans)
  const page = spans.find(({ name }) => name === 'GET /invite/[token]')!
  expect(readAttribute(page, 'next.route')).toBe('/invite/[token]')
  expect(spans.map(({ name }) => name)).not.toContain('GET /readyz')
  expect(spans.map(({ name }) => name)).not.toContain('load route module')
  const rejectedCall = spans.find(({ name }) => name === 'getProject')!
  const claim = spans.find(({ name }) => name === 'claimNext')!
  expect(readAttribute(rejectedCall, 'http.response.status_code')).toBe(400)
  expect(readAttribute(claim, 'http.response.status_code')).toBe(200)
  const childSpans = spans.filter(({ parentSpanId }) => parentSpanId === claim.spanId)
  expect(childSpans.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['select', 'begin', 'commit']),
  )
  for (const span of childSpans) expect(span.traceId).toBe(claim.traceId)
  expect(childSpans.some((span) => /\$1/.test(String(readAttribute(span, 'db.query.text'))))).toBe(
    true,
  )
  for (const secret of [canary, bearerHeader.slice('Bearer '.length), project.slug])
    expect(JSON.stringify(sent)).not.toContain(secret)
  expect(isTracingOn()).toBe(false)
})
