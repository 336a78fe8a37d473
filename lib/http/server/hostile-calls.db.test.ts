import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareDatabaseDigests, DatabaseDigester } from '@/lib/platform/testing/database-digest'
import { isFullTestRun, reportTestFigures } from '@/lib/platform/testing/report-figures'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { httpOperations } from './api'
import type { Operation } from './operations'
import { testApiOrigin, openTestApi, buildCallRequest } from './testing/api-client'
import { type FuzzTestData, createFuzzTestData } from './testing/fuzz-test-data'
import {
  addKeysAtPath,
  injectionValues,
  type CallInput,
  listModelColumnNames,
  replaceValueAtPath,
  sampleValidInputs,
  unstorableTexts,
  walkInputValues,
} from './testing/invalid-input'

useTestDatabase()

const timeoutMs = isFullTestRun ? 1_200_000 : 120_000
const keysAtOnce = isFullTestRun ? 40 : 1_000

let fixture: FuzzTestData
let api: Awaited<ReturnType<typeof openTestApi>>
let digester: DatabaseDigester
beforeAll(async () => {
  api = await openTestApi()
  fixture = await createFuzzTestData()
  digester = await new DatabaseDigester().open()
})
afterAll(() => digester.close())

const byAdmin = () => fixture.headersByRole['instance admin']!
const commands = httpOperations.filter(
  ({ kind, contract }) => kind === 'command' && contract.accepts === 'json',
)
const isInBody = ({ contract }: Operation, key: unknown) =>
  ['post', 'put', 'patch'].includes(contract.method) && !contract.path.includes(`{${String(key)}}`)

/** Sends a request that must be rejected. Returns what is wrong with the response, or null. */
async function findFault(name: string, request: Request): Promise<string | null> {
  const reply = await api.fetch(request)
  const text = await reply.text()
  const isPolluted =
    ({} as CallInput).polluted !== undefined || Object.keys(Object.prototype).length > 0
  if (isPolluted) return `${name}: Object.prototype has ${Object.keys(Object.prototype).join()}`
  if ([400, 404, 413].includes(reply.status) && text.includes('"code"')) return null
  return `${name}: ${reply.status} ${text.slice(0, 200)}`
}

/** Expects that `run` writes nothing to the database. */
async function expectNothingWritten(run: () => Promise<string[]>): Promise<void> {
  const before = await digester.readDigest()
  const faults = await run()
  expect(faults.slice(0, 10)).toEqual([])
  expect(compareDatabaseDigests(before, await digester.readDigest())).toEqual({})
}

let accumulatedShare = 0
/** Picks a share of a list, different items each time. A full run picks all. */
function* pickShare<T>(list: Iterable<T>, share: number): Generator<T> {
  for (const item of list) {
    accumulatedShare += isFullTestRun ? 1 : share
    if (accumulatedShare < 1) continue
    accumulatedShare -= 1
    yield item
  }
}

test(
  'every writing call rejects a column that its contract does not name, and writes nothing',
  async () => {
    let requests = 0
    await expectNothingWritten(async () => {
      const faults: string[] = []
      for (const operation of commands) {
        const { name, path } = operation.contract
        if (!isInBody(operation, '')) continue
        const [input] = sampleValidInputs(operation, fixture.known, 1)
        const keys = listModelColumnNames().filter(
          (key) => key !== '__proto__' && !path.includes(`{${key}}`),
        )
        const unknown = keys.filter((key) => !(key in operation.contract.input.shape))
        // invalid-input.test.ts checks that the schemas reject each key.
        for (let position = 0; position < unknown.length; position += keysAtOnce) {
          const extraKeys = unknown.slice(position, position + keysAtOnce)
          requests += 1
          const request = buildCallRequest(
            operation,
            addKeysAtPath(input!, [], extraKeys, 'admin'),
            byAdmin(),
          )
          const fault = await findFault(`${name} + ${extraKeys[0]}`, request)
          if (fault !== null) faults.push(fault)
        }
      }
      return faults
    })
    reportTestFigures('Mass assignment over the API', { calls: commands.length, requests })
    expect(requests).toBeGreaterThanOrEqual(90)
  },
  timeoutMs,
)

function* corruptTexts(operation: Operation): Generator<CallInput> {
  for (const input of sampleValidInputs(operation, fixture.known, 1))
    for (const { path, value } of walkInputValues(input)) {
      if (typeof value !== 'string' || path.includes('sample')) continue
      const corruptedTexts = isInBody(operation, path[0])
        ? [...injectionValues, ...unstorableTexts]
        : ['a\0b']
      for (const text of corruptedTexts) yield replaceValueAtPath(input, path, text)
    }
}

test(
  'an operator, list, number, NUL or megabyte in place of a text is rejected like any invalid value',
  async () => {
    let requests = 0
    await expectNothingWritten(async () => {
      const faults: string[] = []
      for (const operation of httpOperations) {
        if (operation.contract.accepts === 'file') continue
        for (const input of pickShare(corruptTexts(operation), 0.05)) {
          requests += 1
          const fault = await findFault(
            operation.contract.name,
            buildCallRequest(operation, input, byAdmin()),
          )
          if (fault !== null) faults.push(`${fault} to ${JSON.stringify(input).slice(0, 200)}`)
        }
      }
      return faults
    })
    reportTestFigures('Operator injection over the API', { requests })
    expect(requests).toBeGreaterThan(100)
  },
  timeoutMs,
)

test('a repeated query parameter is rejected', async () => {
  const faults: string[] = []
  let requestCount = 0
  for (const operation of httpOperations) {
    if (operation.contract.method !== 'get') continue
    const [input] = sampleValidInputs(operation, fixture.known, 1)
    const request = buildCallRequest(operation, input!, byAdmin())
    const url = new URL(request.url)
    for (const name of [...url.searchParams.keys(), 'limit']) {
      const repeatedUrl = new URL(url)
      repeatedUrl.searchParams.append(name, url.searchParams.get(name) ?? '1')
      repeatedUrl.searchParams.append(name, '1')
      requestCount += 1
      const request = new Request(repeatedUrl, { headers: byAdmin() })
      const fault = await findFault(`${operation.contract.name} ${name}`, request)
      if (fault !== null) faults.push(fault)
    }
  }
  expect(requestCount).toBeGreaterThan(50)
  expect(faults).toEqual([])
})

const segments = [
  ...[
    '%2e%2e',
    '..%2f..%2f',
    '%2e%2e%2f',
    '..%5c',
    '%00',
    'a%00b',
    '%',
    '%zz',
    '%E0%80%80',
    '%C0%AE',
  ],
  ...[
    '__proto__',
    'constructor',
    'a;b=c',
    'a%0d%0aX-A:b',
    '%F0%9F%98%80',
    '%ud800',
    '*',
    '%3Cscript%3E',
  ],
  ...[
    '-1',
    '1e400',
    'null',
    'undefined',
    '[object%20Object]',
    'a'.repeat(5_000),
    '%25'.repeat(2_000),
  ],
]

test(
  'malformed path segments are rejected and write nothing',
  async () => {
    let requests = 0
    await expectNothingWritten(async () => {
      const faults: string[] = []
      for (const operation of httpOperations) {
        const { name, path, method } = operation.contract
        const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter!)
        if (names.length === 0) continue
        const [input] = sampleValidInputs(operation, fixture.known, 1)
        for (const parameter of names)
          for (const segment of pickShare(segments, 0.08)) {
            const address = path.replace(/\{(\w+)\}/g, (_, key: string) =>
              key === parameter ? segment : encodeURIComponent(String(input![key])),
            )
            // URL parsing removes dot segments, so such an address is a different request.
            if (!new URL(`${testApiOrigin}/api/v1${address}`).pathname.endsWith(address)) continue
            const hasBody = method !== 'get' && method !== 'delete'
            requests += 1
            const request = new Request(`${testApiOrigin}/api/v1${address}`, {
              method: method.toUpperCase(),
              headers: { ...byAdmin(), 'content-type': 'application/json' },
              ...(hasBody ? { body: '{}' } : {}),
            })
            const fault = await findFault(`${name} ${segment.slice(0, 20)}`, request)
            if (fault !== null) faults.push(fault)
          }
      }
      return faults
    })
    reportTestFigures('Malformed addresses', { requests })
  },
  timeoutMs,
)
