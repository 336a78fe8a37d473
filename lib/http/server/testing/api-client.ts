import { encode } from 'next-auth/jwt'
import type { Person } from '@/lib/auth/actor'
import { createToken } from '@/lib/auth/server/commands'
import { createTestSession } from '@/lib/auth/testing/create-test-session'
import { fillPathParameters, formatQueryString } from '@/lib/client/encode-call'
import { type Operation, operations } from '@/lib/http/server/operations'

/* The API as scripts and pages call it, without a network. */

export const testApiOrigin = 'http://stepmark.test'
const apiSecret = 'a secret for tests that is long enough to be one'

export type RequestHeaders = Readonly<Record<string, string>>

export async function openTestApi(): Promise<{
  fetch(request: Request): Response | Promise<Response>
}> {
  process.env.NEXTAUTH_URL = testApiOrigin
  process.env.NEXTAUTH_SECRET = apiSecret
  return (await import('@/lib/http/server/api')).buildApiRouter()
}

export async function makeSessionHeaders({ userId }: Person): Promise<RequestHeaders> {
  const sid = await createTestSession(userId, null)
  const cookie = `stepmark.session=${await encode({ token: { sid }, secret: apiSecret })}`
  return { cookie, origin: testApiOrigin }
}

export async function makeTokenHeaders(
  person: Person,
  scope: 'read' | 'write',
): Promise<RequestHeaders> {
  const { secret } = await createToken.execute(person, { name: 'fuzz', scope, days: 1 })
  return { authorization: `Bearer ${secret}` }
}

export function findOperation(name: string): Operation {
  return operations.find(({ contract }) => contract.name === name)!
}

/** A call as our client sends it; `file` is the body of an upload. */
export function buildCallRequest(
  { contract }: Operation,
  input: Readonly<Record<string, unknown>>,
  headers: RequestHeaders,
  file = '',
): Request {
  const { url, remainingInput } = fillPathParameters(contract.path, input)
  const hasBody = contract.method !== 'get' && contract.method !== 'delete'
  const isFile = contract.accepts === 'file'
  const query = !hasBody || isFile ? formatQueryString(remainingInput) : ''
  return new Request(`${testApiOrigin}${url}${query}`, {
    method: contract.method.toUpperCase(),
    ...(hasBody ? { body: isFile ? file : JSON.stringify(remainingInput) } : {}),
    headers: {
      ...(hasBody
        ? { 'content-type': isFile ? 'application/octet-stream' : 'application/json' }
        : {}),
      ...headers,
    },
  })
}
