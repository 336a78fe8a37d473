import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Grant, actionPolicy } from '@/lib/auth/policy'
import { getDatabase } from '@/lib/platform/server/database'
import { compareDatabaseDigests, DatabaseDigester } from '@/lib/platform/testing/database-digest'
import { isFullTestRun, reportTestFigures } from '@/lib/platform/testing/report-figures'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { httpOperations } from './api'
import type { Operation } from './operations'
import {
  testApiOrigin,
  type RequestHeaders,
  openTestApi,
  buildCallRequest,
} from './testing/api-client'
import { type FuzzTestData, createFuzzTestData } from './testing/fuzz-test-data'
import { type CallInput, sampleValidInputs } from './testing/invalid-input'

useTestDatabase()

const timeoutMs = isFullTestRun ? 1_200_000 : 300_000

let fixture: FuzzTestData
let api: Awaited<ReturnType<typeof openTestApi>>
let digester: DatabaseDigester
beforeAll(async () => {
  api = await openTestApi()
  fixture = await createFuzzTestData()
  digester = await new DatabaseDigester().open()
})
afterAll(() => digester.close())

const writingCalls = httpOperations.filter(({ contract }) => contract.method !== 'get')

const foreignOrigin = 'https://evil.example'
const form = 'application/x-www-form-urlencoded'
const toolHeaders = { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'empty' }

/** Headers that another site's page can make a browser send along with the session cookie. */
const foreignVariants: readonly [name: string, headers: RequestHeaders, body?: string][] = [
  ['no Origin', {}],
  ['Origin null', { origin: 'null' }],
  ['an empty Origin', { origin: '' }],
  ['another site', { origin: foreignOrigin }],
  ['a neighbouring host', { origin: 'http://other.stepmark.test' }],
  ['another port', { origin: 'http://stepmark.test:8080' }],
  ['the same host behind TLS', { origin: 'https://stepmark.test' }],
  ['a host that ends like ours', { origin: 'http://notstepmark.test' }],
  ['a host that begins like ours', { origin: `${testApiOrigin}.evil.example` }],
  ['ours among others', { origin: `${testApiOrigin}, ${foreignOrigin}` }],
  [
    'another host, as a proxy names it',
    { origin: foreignOrigin, 'x-forwarded-host': 'evil.example' },
  ],
  ['another host, as Host names it', { origin: foreignOrigin, host: 'evil.example' }],
  ['ours as Referer alone', { referer: `${testApiOrigin}/account` }],
  ['cross-site', { 'sec-fetch-site': 'cross-site', ...toolHeaders, origin: foreignOrigin }],
  ['cross-site, with our Origin', { 'sec-fetch-site': 'cross-site', origin: testApiOrigin }],
  ['same-site', { 'sec-fetch-site': 'same-site', origin: 'http://other.stepmark.test' }],
  ['from nowhere', { 'sec-fetch-site': 'none' }],
  ['text/plain', { origin: foreignOrigin, 'content-type': 'text/plain' }],
  ['text/plain without Origin', { 'content-type': 'text/plain' }],
  ['a form', { origin: foreignOrigin, 'content-type': form }, 'role=admin'],
  ['a form without Origin', { 'content-type': form }, 'role=admin'],
  [
    'a form in parts',
    { origin: foreignOrigin, 'content-type': 'multipart/form-data; boundary=a' },
    '--a--',
  ],
  ['no type', { origin: 'null', 'content-type': '' }],
  [
    'another method, as a header names it',
    { origin: foreignOrigin, 'x-http-method-override': 'GET' },
  ],
]

/** Picks every n-th variant, shifted by one with each call. A full run picks all. */
function* pickVariants<T>(variants: readonly T[], turn: number, every: number): Generator<T> {
  for (const [i, variant] of variants.entries())
    if (isFullTestRun || (i + turn) % every === 0) yield variant
}

const cookieOf = (kind: string): RequestHeaders => ({
  cookie: fixture.headersByRole[kind]!.cookie!,
})

function buildRequest(
  operation: Operation,
  input: CallInput,
  headers: RequestHeaders,
  body?: string,
): Request {
  const request = buildCallRequest(operation, input, headers)
  const hasBody = operation.contract.method !== 'delete' && operation.contract.accepts !== 'file'
  return body !== undefined && hasBody
    ? new Request(request, { method: request.method, body })
    : request
}

/**
 * Also reads sessions and tokens without their times of last use. The digest ignores their tables, because every
 * accepted request changes these times.
 */
async function readState() {
  const signInState = await getDatabase().$queryRaw<object[]>`
    select 'session' as kind, id::text, revoked_at, expires_at from session
    union all select 'token', id::text, revoked_at, expires_at from api_token order by 1, 2`
  return { digest: await digester.readDigest(), signInState }
}

test(
  'a page of another site cannot make a writing call, and nothing is written',
  async () => {
    const before = await readState()
    const acceptedCalls: string[] = []
    let requests = 0
    for (const [turn, operation] of writingCalls.entries()) {
      const [input] = sampleValidInputs(operation, fixture.known, 1)
      for (const [name, headers, body] of pickVariants(foreignVariants, turn, 3)) {
        requests += 1
        const allHeaders = { ...cookieOf('instance admin'), ...headers }
        const reply = await api.fetch(buildRequest(operation, input!, allHeaders, body))
        const text = await reply.text()
        if (reply.status === 403 && text.includes('from another site')) continue
        acceptedCalls.push(
          `${operation.contract.name}, ${name}: ${reply.status} ${text.slice(0, 120)}`,
        )
      }
    }
    expect(acceptedCalls.slice(0, 10)).toEqual([])
    const after = await readState()
    expect(compareDatabaseDigests(before.digest, after.digest)).toEqual({})
    expect(after.signInState).toEqual(before.signInState)
    reportTestFigures('Foreign origins', {
      calls: writingCalls.length,
      ways: foreignVariants.length,
      requests,
    })
    expect(writingCalls.length).toBeGreaterThan(80)
    expect(requests).toBeGreaterThanOrEqual(8 * writingCalls.length)
  },
  timeoutMs,
)

test(
  'an Authorization header without a token does not make a cookie acceptable',
  async () => {
    const before = await readState()
    const authorizations = ['Bearer smk_nothing', 'Basic YTpi', 'x', 'bearer']
    const acceptedCalls: string[] = []
    for (const [turn, operation] of writingCalls.entries()) {
      // These calls need no session, only the secret of a link.
      const grants: readonly Grant[] = actionPolicy[operation.action].grants
      if (grants.includes('anyone')) continue
      const [input] = sampleValidInputs(operation, fixture.known, 1)
      for (const authorization of pickVariants(authorizations, turn, authorizations.length)) {
        const allHeaders = { ...cookieOf('instance admin'), origin: foreignOrigin, authorization }
        const { status } = await api.fetch(buildRequest(operation, input!, allHeaders))
        if (status !== 401)
          acceptedCalls.push(`${operation.contract.name}, ${authorization}: ${status}`)
      }
    }
    expect(acceptedCalls).toEqual([])
    const after = await readState()
    expect(compareDatabaseDigests(before.digest, after.digest)).toEqual({})
    expect(after.signInState).toEqual(before.signInState)
  },
  timeoutMs,
)

test(
  "every writing call accepts requests from the app's own page and from a script with a token",
  async () => {
    const ownRequests: readonly [string, RequestHeaders][] = [
      ['our Origin', { ...cookieOf('annotator'), origin: testApiOrigin }],
      ['same-origin', { ...cookieOf('annotator'), 'sec-fetch-site': 'same-origin' }],
      ['a token', fixture.headersByRole['annotator by token']!],
      [
        'a token, from another site',
        { ...fixture.headersByRole['annotator by token']!, origin: foreignOrigin },
      ],
    ]
    const rejectedCalls: string[] = []
    for (const [turn, operation] of writingCalls.entries()) {
      const [input] = sampleValidInputs(operation, fixture.known, 1)
      for (const [name, headers] of pickVariants(ownRequests, turn, 2)) {
        const text = await (await api.fetch(buildRequest(operation, input!, headers))).text()
        if (text.includes('from another site'))
          rejectedCalls.push(`${operation.contract.name}, ${name}`)
      }
    }
    expect(rejectedCalls).toEqual([])
  },
  timeoutMs,
)
