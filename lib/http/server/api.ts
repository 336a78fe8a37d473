import { randomUUID } from 'node:crypto'
import { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { type Grant, actionPolicy } from '@/lib/auth/policy'
import { findClientAddress, toClientAddressKey } from '@/lib/auth/server/client-address'
import { rejectForeignOrigin } from '@/lib/auth/server/origin'
import { findRequester } from '@/lib/auth/server/request-actor'
import { clientDisconnectedError } from '@/lib/auth/server/request-timing'
import { stepmarkSchema } from '@/lib/formats/stepmark-schema'
import { z } from '@/lib/platform/contract'
import { AppError } from '@/lib/platform/errors'
import { logger } from '@/lib/platform/server/logger'
import { runInSpan } from '@/lib/platform/server/tracing'
import { createAllowedMethodFinder } from './allowed-methods'
import { createErrorResponse, createMethodErrorResponse, toAppError } from './error-response'
import { maskId } from './mask-id'
import { describeOpenApiRoute, makeLazyOpenApiDocument } from './openapi'
import { type Operation, operations } from './operations'
import { enforceExpensiveCallLimit, enforceCallLimit } from './rate-limits'
import { readBodyChunks, readCallInput } from './read-request'
import {
  type ApiCallRecord,
  recordApiCall,
  recordQueueClaim,
  recordRefusedCall,
} from './record-api-call'
import { createFileResponse, createLineResponse } from './stream-responses'

/** Every call except those that only the host's command line may make. */
export const httpOperations = operations.filter(({ action }) =>
  actionPolicy[action].grants.some((grant) => grant !== 'host'),
)

const basePath = '/api/v1'

const idempotencyKeyMaxLength = 255

/** The whole API: every operation at its path, and the OpenAPI document at /openapi.json. */
export function buildApiRouter() {
  const api = new OpenAPIHono().basePath(basePath)
  const findMethods = createAllowedMethodFinder(httpOperations.map(({ contract }) => contract))
  api.use(async (context, next) => {
    const { method, path } = context.req
    const allowedMethods = findMethods(path.slice(basePath.length))
    if (allowedMethods.length === 0) return next()
    const requestId = readRequestId(context)
    if (method === 'OPTIONS') {
      const headers = { allow: allowedMethods.join(', '), 'x-request-id': requestId }
      return new Response(null, { status: 204, headers })
    }
    return allowedMethods.includes(method)
      ? next()
      : createMethodErrorResponse(method, allowedMethods, requestId)
  })
  for (const operation of httpOperations) {
    const { method, path } = operation.contract
    api.openAPIRegistry.registerPath(describeOpenApiRoute(operation))
    api.on(method.toUpperCase(), path.replace(/\{(\w+)\}/g, ':$1'), (context) =>
      answer(operation, context),
    )
  }
  const serveDocument = makeLazyOpenApiDocument(api, httpOperations)
  api.get('/openapi.json', (context) => context.json(serveDocument()))
  api.get('/stepmark.schema.json', (context) =>
    context.json(z.toJSONSchema(stepmarkSchema), 200, {
      'content-type': 'application/schema+json',
    }),
  )
  api.notFound((context) => {
    const call = beginCall('none', context)
    const refusal = new AppError(
      'not_found',
      'No such call. See /api/v1/openapi.json for the list.',
    )
    const response = createErrorResponse(refusal, call.requestId)
    recordApiCall(call, response.status)
    return response
  })
  return api
}

function beginCall(operation: string, context: Context): ApiCallRecord {
  return {
    requestId: readRequestId(context),
    operation,
    method: context.req.method,
    startedAtMs: performance.now(),
    userId: null,
  }
}

/** Invites and password resets need no session. Sign-in is handled by next-auth. */
function isOpenToAnyone({ action }: Operation): boolean {
  const grants: readonly Grant[] = actionPolicy[action].grants
  return grants.includes('anyone')
}

async function answer(operation: Operation, context: Context): Promise<Response> {
  const call = beginCall(operation.contract.name, context)
  return runInSpan(
    call.operation,
    { 'stepmark.request_id': call.requestId },
    async (addAttributes) => {
      const response = await run(operation, context, call)
      addAttributes({ 'http.response.status_code': response.status })
      recordApiCall(call, response.status)
      return response
    },
  )
}

async function run(operation: Operation, context: Context, call: ApiCallRecord): Promise<Response> {
  const { requestId } = call
  const request = context.req.raw
  try {
    const { actor, loadedProject } = await findRequester({
      cookie: request.headers.get('cookie'),
      authorization: request.headers.get('authorization'),
      project: context.req.param('project'),
    })
    if (actor.kind === 'person') call.userId = actor.userId
    if (actor.kind === 'anonymous' && !isOpenToAnyone(operation))
      throw new AppError(
        'unauthenticated',
        request.headers.has('authorization')
          ? 'This token is unknown or has expired.'
          : 'Sign in, or send a token.',
      )
    await enforceCallLimit(actor)
    rejectForeignOrigin(request)
    const input = await readCallInput(operation.contract, request, context.req.param())
    await enforceExpensiveCallLimit(actor, operation.contract.name)
    const address = toClientAddressKey(findClientAddress(request.headers.get('x-forwarded-for')))
    const callOptions = { requestId, loadedProject, address }
    if (operation.kind === 'lines')
      return await dropBody(
        request,
        await createLineResponse(await operation.execute(actor, input, callOptions), requestId),
      )
    if (operation.kind === 'bytes')
      return createFileResponse(
        await operation.execute(actor, input, callOptions),
        request,
        requestId,
      )
    const reply =
      operation.kind === 'query'
        ? await operation.execute(actor, input, callOptions)
        : await operation.execute(actor, input, {
            ...callOptions,
            // The body has arrived: a slow connection does not make a request outdated.
            arrival: { atMs: performance.now(), signal: request.signal },
            idempotencyKey: readIdempotencyKey(request),
            ...(operation.contract.accepts === 'file' ? { file: readBodyChunks(request) } : {}),
          })
    recordQueueClaim(call.operation, reply)
    return Response.json(operation.mask?.(reply, maskId) ?? reply, {
      headers: { 'cache-control': 'no-store', 'x-request-id': requestId },
    })
  } catch (error) {
    if (request.signal.aborted) logger.info({ requestId }, 'client closed the connection')
    const refusal =
      request.signal.aborted && !(error instanceof AppError)
        ? clientDisconnectedError
        : toAppError(error, requestId, { isRead: operation.kind !== 'command' })
    recordRefusedCall(refusal)
    return createErrorResponse(refusal, requestId)
  }
}

/** HEAD needs no lines: producing them would keep a transaction open until it times out. */
async function dropBody(request: Request, response: Response): Promise<Response> {
  if (request.method !== 'HEAD') return response
  await response.body?.cancel()
  return new Response(null, response)
}

function readRequestId(context: Context): string {
  const sentId = context.req.header('x-request-id')
  return sentId && /^[\w-]{8,64}$/.test(sentId) ? sentId : randomUUID()
}

function readIdempotencyKey(request: Request): string | null {
  const key = request.headers.get('idempotency-key')
  if (key !== null && (key.length === 0 || key.length > idempotencyKeyMaxLength))
    throw new AppError('invalid_input', 'Idempotency-Key must have 1 to 255 characters.')
  return key
}
