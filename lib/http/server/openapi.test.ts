import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeAll, describe, expect, test } from 'vitest'
import { stepmarkSchema } from '@/lib/formats/stepmark-schema'
import { z } from '@/lib/platform/contract'
import { buildApiRouter, httpOperations } from './api'
import { fetchApiJson, loadOpenApiDocument } from './testing/load-openapi'

interface Described {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters?: { $ref?: string; name?: string }[]
  responses: Record<string, { description: string; headers?: object; content: object }>
}

let document: Record<string, unknown>
let calls: Map<string, Described>

beforeAll(async () => {
  ;({ document, calls } = await loadOpenApiDocument<Described>())
})

test('the document is valid OpenAPI 3.1 and resolves every reference', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate(structuredClone(document))
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
  expect(validator.version).toBe('3.1')
  validator.resolveRefs()
})

test('a nullable component of the OpenAPI document accepts null', () => {
  const text = JSON.stringify(document)
  expect(text).not.toMatch(/"allOf":\[\{"\$ref":"[^"]+"\},\{"type":\[[^\]]*"null"/)
  expect(text).toContain('{"type":"null"}')
})

test('tuples have a length, and `items` is a schema', () => {
  const counts = { tuples: 0, lists: 0 }
  const visitPart = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    if ('prefixItems' in part) expect(part).toHaveProperty('maxItems')
    if ('type' in part && part.type === 'array' && 'items' in part) {
      const { minItems, maxItems } = part as { minItems?: number; maxItems?: number }
      if (minItems !== undefined && minItems === maxItems) counts.tuples += 1
      counts.lists += 1
      expect(part.items).not.toBeInstanceOf(Array)
    }
    for (const value of Object.values(part)) visitPart(value)
  }
  visitPart(document)
  expect(counts.tuples).toBeGreaterThan(5)
  expect(counts.lists).toBeGreaterThan(50)
})

test('every call has a documented tag, a summary and its error responses', () => {
  const tags = (document.tags as { name: string; description: string }[]).map(({ name }) => name)
  for (const { contract } of httpOperations) {
    const call = calls.get(contract.name)!
    expect(call.tags, contract.name).toHaveLength(1)
    expect(tags, contract.name).toContain(call.tags[0])
    expect(call.summary, contract.name).not.toBe('')
    expect(call.description, contract.name).toContain('Allowed for: ')
    for (const status of ['400', '401', '403', '429', '500', '503'])
      expect(Object.keys(call.responses), contract.name).toContain(status)
    expect(call.responses[429]?.headers, contract.name).toHaveProperty('Retry-After')
  }
})

test('the API can be built without settings, as in next build; the document takes the cookie name from the settings when it is requested', async () => {
  const { NEXTAUTH_URL } = process.env
  delete process.env.NEXTAUTH_URL
  const api = buildApiRouter()
  process.env.NEXTAUTH_URL = NEXTAUTH_URL!
  const reply = await api.fetch(new Request('http://stepmark.test/api/v1/openapi.json'))
  expect(await reply.json()).toMatchObject({
    components: { securitySchemes: { session: { name: 'stepmark.session' } } },
  })
})

test('a documented path resolves to a URL below /api/v1', async () => {
  const [{ url }] = document.servers as [{ url: string }]
  const base = new URL(url, 'http://stepmark.test')
  const path = new URL(Object.keys(document.paths as object)[0]!.slice(1), base).pathname
  expect(path).toMatch(/^\/api\/v1\/\w/)
  expect(path).not.toContain('v1/api')
})

describe('a call in the OpenAPI document', () => {
  const listKeys = (name: string) =>
    (calls.get(name)?.parameters ?? []).map(({ $ref }) => $ref).filter(Boolean)

  test('accepts an idempotency key only if its response is stored', () => {
    expect(listKeys('createRelease')).toEqual(['#/components/parameters/IdempotencyKey'])
    for (const name of ['createToken', 'addMember', 'uploadImportFile', 'listReleases'])
      expect(listKeys(name), name).toEqual([])
  })

  test('lists only session authentication if tokens can’t make the call', () => {
    expect(calls.get('createToken')?.security).toEqual([{ session: [] }])
    expect(calls.get('listTokens')?.security).toEqual([{ token: [] }, { session: [] }])
  })

  test('requires no token or session if it is open to everyone', () => {
    for (const name of ['readInvite', 'acceptInvite', 'requestReset', 'resetPassword'])
      expect(calls.get(name)?.security, name).toContainEqual({})
    const openCalls = [...calls.values()].filter(({ security }) =>
      security.some((way) => Object.keys(way).length === 0),
    )
    for (const { description } of openCalls) expect(description).toContain('Allowed for: anyone')
    expect(openCalls.length).toBeLessThan(10)
  })

  test('is not listed in the section "Running Stepmark" if it belongs to a project', () => {
    const misplacedCalls = httpOperations
      .map(({ contract }) => contract)
      .filter(({ path }) => path.startsWith('/projects'))
      .filter(({ name }) => calls.get(name)?.tags.includes('Running Stepmark'))
    expect(misplacedCalls.map(({ name }) => name)).toEqual([])
  })

  test('lists the errors of its own contract', () => {
    expect(calls.get('startImport')?.responses[422]?.description).toContain('invalid_lines')
    expect(calls.get('listAccounts')?.responses[404]?.description).toContain('not_found')
    expect(calls.get('listInstanceAudit')?.responses).not.toHaveProperty('404')
  })

  test('lists the error lease_lost if its input contains a lease', () => {
    expect(calls.get('saveAnnotation')?.responses[409]?.description).toContain('lease_lost')
    expect(calls.get('createRelease')?.responses[409]?.description).not.toContain('lease_lost')
  })
})

test('the schema of a stepmark line is served and linked from the export', async () => {
  expect(await fetchApiJson('/stepmark.schema.json')).toEqual(z.toJSONSchema(stepmarkSchema))
  expect(calls.get('exportAnnotations')).toMatchObject({
    externalDocs: { url: '/api/v1/stepmark.schema.json' },
  })
})
