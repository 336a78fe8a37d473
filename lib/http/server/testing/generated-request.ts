import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { fillPathParameters, formatQueryString } from '@/lib/client/encode-call'
import { httpOperations } from '@/lib/http/server/api'
import type { Operation } from '@/lib/http/server/operations'
import { testApiOrigin } from './api-client'
import type { FuzzTestData } from './fuzz-test-data'
import { generateSchemaInput, generateChangedInput } from './generated-input'

export interface GeneratedRequest {
  operation: Operation
  role: string
  input: Record<string, unknown>
  /** Replaces the body; null: sends the input. */
  body: string | null
  headers: Readonly<Record<string, string>>
}

const oddBodies = [
  ...['', ' ', '{', '[]', 'null', '"a"', '1', '{"a":1}x', '{"__proto__":{"x":1}}', '\uFEFF{}'],
  ...['{"a":1e999}', '{"a":"\\ud800"}', '\xFF\xFE', '\0', `{"a":${'['.repeat(50_000)}`],
]
const oddHeaders: Readonly<Record<string, string>>[] = [
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'idempotency-key': 'x'.repeat(256) },
  { 'idempotency-key': "' or 1=1" },
  { 'x-request-id': '../../x' },
  { 'content-encoding': 'gzip' },
  { range: 'bytes=-0' },
  { range: 'bytes=9999999999999999999-' },
  { 'if-none-match': '"\\"' },
  { authorization: 'Bearer smk_\t' },
  { 'sec-fetch-site': 'cross-site' },
  { 'content-length': '-1' },
  { cookie: 'stepmark.session=a.b.c' },
]

/** Calls of every kind: half with generated input, half with input that was changed. */
export function generateRequests({
  known,
  headersByRole,
}: FuzzTestData): fc.Arbitrary<GeneratedRequest> {
  const shapes = httpOperations.map((operation) => {
    const valid = generateSchemaInput(operation.contract.input, known)
    return { operation, valid, changed: generateChangedInput(valid) }
  })
  const admins = Object.keys(headersByRole).filter((name) => name.includes('admin'))
  return fc.constantFrom(...shapes).chain(({ operation, valid, changed }) =>
    fc.record({
      operation: fc.constant(operation),
      role: fc.oneof(
        fc.constantFrom(...Object.keys(headersByRole)),
        // Admins reach the most code.
        fc.constantFrom(...admins),
      ),
      input: fc.oneof(valid, changed) as fc.Arbitrary<Record<string, unknown>>,
      body: makeRare(fc.constantFrom(...oddBodies)),
      headers: makeRare(fc.constantFrom(...oddHeaders)).map((headers) => headers ?? {}),
    }),
  )
}

function makeRare<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.oneof({ weight: 11, arbitrary: fc.constant(null) }, { weight: 1, arbitrary })
}

/** Builds the request; null: the address cannot be written. */
export function buildGeneratedRequest(
  generated: GeneratedRequest,
  { headersByRole }: FuzzTestData,
): Request | null {
  const { contract } = generated.operation
  const input = { ...generated.input }
  for (const [key, value] of Object.entries(input))
    if (contract.path.includes(`{${key}}`)) input[key] = writeScalar(value)
  const isInputInQuery = contract.method === 'get' || contract.accepts === 'file'
  try {
    const { url, remainingInput } = fillPathParameters(contract.path, input)
    const query = isInputInQuery ? formatQueryString(mapValues(remainingInput)) : ''
    const type = contract.accepts === 'file' ? 'application/octet-stream' : 'application/json'
    const json = contract.accepts === 'file' ? '{"id":"a"}\n' : JSON.stringify(remainingInput)
    return new Request(`${testApiOrigin}${url}${query.slice(0, 8_000)}`, {
      method: contract.method.toUpperCase(),
      ...(contract.method === 'get' ? {} : { body: generated.body ?? json }),
      headers: {
        'content-type': type,
        'x-request-id': randomUUID(),
        ...headersByRole[generated.role],
        ...generated.headers,
      },
    })
  } catch {
    return null
  }
}

const writeScalar = (value: unknown) =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined'))
    .toWellFormed()
    .slice(0, 4_000)

function mapValues(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([key, value]) => [key, writeScalar(value)]),
  )
}
