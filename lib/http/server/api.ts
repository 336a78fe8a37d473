import { randomUUID } from 'node:crypto'
import { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { type Grant, policy } from '@/lib/auth/policy'
import { readClientAddress } from '@/lib/auth/server/client-address'
import { findAsker } from '@/lib/auth/server/request-actor'
import { AppError } from '@/lib/platform/errors'
import { logger } from '@/lib/platform/server/logger'
import { coverId } from './cover-id'
import { type Operation, operations } from './operations'
import { refuseForeignOrigin } from './origin'
import { readError, writeProblem } from './problem'
import { readChunks, readInput } from './read-request'
import { writeBytes, writeLines } from './write-replies'

/** Calls that have an address: all but those that only the host's own command line may make. */
export const networkOperations = operations.filter(({ action }) =>
  policy[action].grants.some((grant) => grant !== 'host'),
)

const idempotencyKeyMaxLength = 255
/** Nobody reads it. */
const clientGone = new AppError('invalid_input', 'The request was broken off. Nothing was changed.')

/** The whole API: every operation at its address, and the OpenAPI document at /openapi.json. */
export function buildApi() {
  const api = new OpenAPIHono().basePath('/api/v1')
  for (const operation of networkOperations) {
    const { method, path, route } = operation.contract
    api.openAPIRegistry.registerPath(route)
    api.on(method.toUpperCase(), path.replace(/\{(\w+)\}/g, ':$1'), (context) =>
      answer(operation, context),
    )
  }
  api.doc31('/openapi.json', {
    openapi: '3.1.0',
    info: { title: 'Stepmark', version: '1', description: 'Everything that the screens do.' },
    servers: [{ url: '/api/v1' }],
  })
  api.notFound((context) =>
    writeProblem(
      new AppError('not_found', 'There is no such call. /api/v1/openapi.json lists them.'),
      readRequestId(context),
    ),
  )
  return api
}

/** Invites and new passwords are, which prove who asks by a secret of their own. Signing in is next-auth's. */
function openToAnyone({ action }: Operation): boolean {
  const grants: readonly Grant[] = policy[action].grants
  return grants.includes('anyone')
}

async function answer(operation: Operation, context: Context): Promise<Response> {
  const requestId = readRequestId(context)
  const request = context.req.raw
  try {
    const { actor, seen } = await findAsker({
      cookie: request.headers.get('cookie'),
      authorization: request.headers.get('authorization'),
      project: context.req.param('project'),
    })
    if (actor.kind === 'anonymous' && !openToAnyone(operation))
      throw new AppError('unauthenticated', 'Sign in first, or send a token.')
    refuseForeignOrigin(request)
    const input = await readInput(operation.contract, request, context.req.param())
    const address = readClientAddress(request.headers.get('x-forwarded-for'))
    if (operation.kind === 'lines')
      return await dropBody(
        request,
        await writeLines(
          await operation.execute(actor, input, { requestId, seen, address }),
          requestId,
        ),
      )
    if (operation.kind === 'bytes')
      return writeBytes(
        await operation.execute(actor, input, { requestId, seen, address }),
        request,
        requestId,
      )
    const reply =
      operation.kind === 'query'
        ? await operation.execute(actor, input, { requestId, seen, address })
        : await operation.execute(actor, input, {
            ...{ requestId, seen, address },
            idempotencyKey: readIdempotencyKey(request),
            ...(operation.contract.accepts === 'file' ? { file: readChunks(request) } : {}),
          })
    return Response.json(operation.cover?.(reply, coverId) ?? reply, {
      headers: { 'cache-control': 'no-store', 'x-request-id': requestId },
    })
  } catch (error) {
    if (request.signal.aborted) logger.info({ requestId }, 'the client went away')
    return writeProblem(
      request.signal.aborted ? clientGone : readError(error, requestId),
      requestId,
    )
  }
}

/** Nobody reads what HEAD would bring: it would hold its transaction until that is too old. */
async function dropBody(request: Request, response: Response): Promise<Response> {
  if (request.method !== 'HEAD') return response
  await response.body?.cancel()
  return new Response(null, response)
}

function readRequestId(context: Context): string {
  const given = context.req.header('x-request-id')
  return given && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
}

function readIdempotencyKey(request: Request): string | null {
  const key = request.headers.get('idempotency-key')
  if (key !== null && (key.length === 0 || key.length > idempotencyKeyMaxLength))
    throw new AppError('invalid_input', 'Idempotency-Key has 1 to 255 characters.')
  return key
}
