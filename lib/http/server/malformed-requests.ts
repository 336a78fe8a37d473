import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state'
import { AppError } from '@/lib/platform/errors'
import { createErrorResponse, createMethodErrorResponse } from './error-response'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Sends a request for which Next would return 500 to app/api/refused, which rejects it. */
export function rerouteMalformedRequest(
  request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
): void {
  const reason = findReason(request)
  if (reason === null) return
  request.url = `/api/refused/${reason}`
  // Next can't read a TRACE request at all.
  if (reason === 'method') request.method = 'GET'
  // With this header, Next redirects the request until its query contains a hash of Next's headers.
  delete request.headers.rsc
}

function findReason({
  method = 'GET',
  url = '/',
  headers,
}: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): string | null {
  if (!methods.includes(method)) return 'method'
  if (!isDecodable(url.split('?', 1)[0]!)) return 'path'
  return isRouterState(headers['next-router-state-tree']) ? null : 'router-state'
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** Whether Next can read the header by which its pages say what they show. */
function isRouterState(header: string | string[] | undefined): boolean {
  try {
    parseAndValidateFlightRouterState(header)
    return true
  } catch {
    return false
  }
}

/** The response to a rerouted request. */
export function respondToMalformedRequest(reason: string): Response {
  const requestId = randomUUID()
  switch (reason) {
    case 'path':
      return createErrorResponse(
        new AppError('invalid_input', 'The path has an invalid percent escape.'),
        requestId,
      )
    case 'router-state':
      return createErrorResponse(
        new AppError('invalid_input', 'The header Next-Router-State-Tree is invalid.'),
        requestId,
      )
    case 'method':
      return createMethodErrorResponse('This method', methods, requestId)
    default:
      return createErrorResponse(new AppError('not_found', 'Not found.'), requestId)
  }
}
