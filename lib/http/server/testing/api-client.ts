import { encode } from 'next-auth/jwt'
import type { Person } from '@/lib/auth/actor'
import { createToken } from '@/lib/auth/server/commands'
import { mintSession } from '@/lib/auth/testing/mint-session'
import { fillPath, writeQuery } from '@/lib/client/wire'
import { type Operation, operations } from '@/lib/http/server/operations'

/* The API as scripts and pages call it, without a network. */

export const apiOrigin = 'http://stepmark.test'
const apiSecret = 'a secret for tests that is long enough to be one'

export type Headers = Readonly<Record<string, string>>

export async function openApi(): Promise<{
  fetch(request: Request): Response | Promise<Response>
}> {
  process.env.NEXTAUTH_URL = apiOrigin
  process.env.NEXTAUTH_SECRET = apiSecret
  return (await import('@/lib/http/server/api')).buildApi()
}

export async function signIn({ userId }: Person): Promise<Headers> {
  const sid = await mintSession(userId, null)
  const cookie = `stepmark.session=${await encode({ token: { sid }, secret: apiSecret })}`
  return { cookie, origin: apiOrigin }
}

export async function makeTokenHeaders(person: Person, scope: 'read' | 'write'): Promise<Headers> {
  const { secret } = await createToken.execute(person, { name: 'fuzz', scope, days: 1 })
  return { authorization: `Bearer ${secret}` }
}

export function findOperation(name: string): Operation {
  return operations.find(({ contract }) => contract.name === name)!
}

/** A call as our client sends it; `file` is the body of an upload. */
export function writeCall(
  { contract }: Operation,
  input: Readonly<Record<string, unknown>>,
  headers: Headers,
  file = '',
): Request {
  const { url, rest } = fillPath(contract.path, input)
  const hasBody = contract.method !== 'get' && contract.method !== 'delete'
  const isFile = contract.accepts === 'file'
  const query = !hasBody || isFile ? writeQuery(rest) : ''
  return new Request(`${apiOrigin}${url}${query}`, {
    method: contract.method.toUpperCase(),
    ...(hasBody ? { body: isFile ? file : JSON.stringify(rest) } : {}),
    headers: {
      ...(hasBody
        ? { 'content-type': isFile ? 'application/octet-stream' : 'application/json' }
        : {}),
      ...headers,
    },
  })
}
