import type { OpenAPIHono } from '@hono/zod-openapi'
import { getSessionCookieName } from '@/lib/auth/server/cookies'
import type { Contract } from '@/lib/platform/contract'
import { type ErrorCode, httpStatusByErrorCode } from '@/lib/platform/errors'
import { apiSections } from '../call-sections'
import { groupErrorCodesByStatus, errorCodeDescriptions } from '../error-code-descriptions'
import { type ApiCallSummary, summariseApiCall } from './call-summary'
import { completeOpenApiDocument } from './complete-openapi-document'
import type { Operation } from './operations'

type Registry = OpenAPIHono['openAPIRegistry']
type Route = Contract['route']

const info = {
  title: 'Stepmark',
  version: '1',
  description: [
    'Everything the app can do. See /api-docs on this server for an example of each call.',
    'Errors are problem+json (RFC 9457) with a `code`. To read the next page of a list, send `next` of the response as `after`. A repeat with the same `Idempotency-Key` has no second effect.',
    'Lines of exports in the format `stepmark` follow the JSON Schema at /api/v1/stepmark.schema.json.',
  ].join('\n\n'),
  license: { name: 'MIT', identifier: 'MIT' },
}

const lineSchema = {
  url: '/api/v1/stepmark.schema.json',
  description: 'JSON Schema of a line in the format stepmark',
}

/** Adds shared parts: authentication, errors and headers. */
function describeShared(registry: Registry): void {
  registry.registerComponent('securitySchemes', 'token', {
    type: 'http',
    scheme: 'bearer',
    description: 'An API token: `Authorization: Bearer smk_...`. Create one on the account page.',
  })
  registry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: getSessionCookieName(),
    description: 'The session cookie of a signed-in person. Writes must also send their Origin.',
  })
  registry.registerComponent('schemas', 'Problem', problemSchema)
  registry.registerComponent('headers', 'RequestId', {
    description: 'Identifies this request in the log and in the audit log.',
    schema: { type: 'string' },
  })
  registry.registerComponent('headers', 'Excluded', {
    description:
      'Quality-control annotations that the export excludes: `gold=3, screening=0`. Include them with `includeQualityControl`.',
    schema: { type: 'string' },
  })
  registry.registerComponent('headers', 'RetryAfter', {
    description: 'Seconds to wait before the next attempt.',
    schema: { type: 'integer', minimum: 1 },
  })
  registry.registerComponent('parameters', 'IdempotencyKey', {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'A unique text per operation. A repeat with the same key within 7 days returns the first response without a second effect.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  })
}

const problemSchema = {
  type: 'object' as const,
  description: 'An error (RFC 9457). Further keys have details for programs.',
  required: ['type', 'title', 'status', 'code', 'detail', 'requestId'],
  properties: {
    type: { type: 'string' as const, const: 'about:blank' },
    title: { type: 'string' as const },
    status: { type: 'integer' as const },
    code: {
      type: 'string' as const,
      enum: Object.keys(httpStatusByErrorCode),
      description: 'What kind of error it is, for programs',
    },
    detail: {
      type: 'string' as const,
      description: 'What happened, what is safe and what to do, for people',
    },
    requestId: { type: 'string' as const },
    issues: {
      type: 'array' as const,
      description: 'For invalid_input: each location and its error',
      items: {
        type: 'object' as const,
        required: ['location', 'reason'],
        properties: { location: { type: 'string' as const }, reason: { type: 'string' as const } },
      },
    },
    retryAfterSeconds: { type: 'number' as const },
  },
}

/** The route of a contract, with everything that the document says besides its fields. */
export function describeOpenApiRoute(operation: Operation): Route {
  const { contract } = operation
  const summary = summariseApiCall(operation)
  const { route } = contract
  const success = route.responses[200] as object
  const isExport = contract.name === 'exportAnnotations'
  return {
    ...route,
    tags: [summary.section.title],
    description: describeSummary(summary),
    security: [
      ...(summary.isForAnyone ? [{}] : []),
      ...(summary.token === 'never' ? [] : [{ token: [] }]),
      { session: [] },
    ],
    ...(isExport ? { externalDocs: lineSchema } : {}),
    ...(summary.acceptsIdempotencyKey
      ? { parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }] }
      : {}),
    responses: {
      200: {
        ...success,
        headers: {
          'X-Request-Id': { $ref: '#/components/headers/RequestId' },
          ...(isExport ? { 'Stepmark-Excluded': { $ref: '#/components/headers/Excluded' } } : {}),
        },
      },
      ...Object.fromEntries(
        groupErrorCodesByStatus(summary.problems).map(({ status, codes }) => [
          status,
          describeProblem(status, codes),
        ]),
      ),
    },
  }
}

function describeSummary({ who, token, acceptsIdempotencyKey }: ApiCallSummary): string {
  return [
    `Allowed for: ${who}.`,
    token === 'never' ? 'Not available to tokens.' : `Tokens need the scope ${token}.`,
    ...(acceptsIdempotencyKey ? ['Takes an Idempotency-Key.'] : []),
  ].join(' ')
}

const statusesToWaitAfter: readonly number[] = [429, 503]

function describeProblem(status: number, codes: readonly ErrorCode[]) {
  return {
    description: codes.map((code) => `${code}: ${errorCodeDescriptions[code]}`).join(' '),
    ...(statusesToWaitAfter.includes(status)
      ? { headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } }
      : {}),
    content: {
      'application/problem+json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Problem' },
            {
              type: 'object',
              properties: {
                code: { enum: codes, description: problemSchema.properties.code.description },
              },
            },
          ],
        },
      },
    },
  }
}

/**
 * Builds the document on first use: `next build` also builds the API, but has no settings, and the cookie name
 * depends on them.
 */
export function makeLazyOpenApiDocument(api: OpenAPIHono, listedOperations: readonly Operation[]) {
  let document: ReturnType<typeof writeDocument> | undefined
  return () => (document ??= writeDocument(api, listedOperations))
}

/** Omits sections without calls. */
function writeDocument(api: OpenAPIHono, listedOperations: readonly Operation[]) {
  describeShared(api.openAPIRegistry)
  const usedSectionIds = new Set(
    listedOperations.map((operation) => summariseApiCall(operation).section.id),
  )
  const document = api.getOpenAPI31Document({
    openapi: '3.1.0',
    info,
    // Paths already include /api/v1.
    servers: [{ url: '/' }],
    tags: apiSections
      .filter(({ id }) => usedSectionIds.has(id))
      .map(({ title, description }) => ({ name: title, description })),
    externalDocs: lineSchema,
  })
  return completeOpenApiDocument(
    document,
    listedOperations.map(({ contract }) => contract),
  )
}
