import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import { hostActor, type Person, type TokenScope } from '@/lib/auth/actor'
import { createTokenForUser } from '@/lib/auth/server/commands'
import { makePerson } from '@/prisma/seed/factories'
import { serveApi, type ServedApi } from './serve-api'

const settings = ['NEXTAUTH_URL', 'NEXTAUTH_SECRET', 'STEPMARK_URL', 'STEPMARK_TOKEN'] as const

/**
 * Serves the API to a test file, whose commands run as an instance admin with a token. Call it
 * after `useTestDatabase`.
 */
export function useApiServer(): { url(): string; admin(): Person } {
  let api: ServedApi
  let admin: Person
  beforeAll(async () => {
    process.env.NEXTAUTH_URL = 'http://localhost:3000'
    process.env.NEXTAUTH_SECRET = randomBytes(32).toString('base64')
    admin = await makePerson({ name: 'Ada Okoro', isInstanceAdmin: true })
    api = await serveApi()
    process.env.STEPMARK_URL = api.url
    process.env.STEPMARK_TOKEN = await makeTokenForPerson(admin, 'write')
  })
  afterAll(async () => {
    await api.stop()
    for (const name of settings) delete process.env[name]
  })
  return { url: () => api.url, admin: () => admin }
}

export async function makeTokenForPerson(
  person: Person,
  scope: TokenScope,
  name = 'test',
): Promise<string> {
  const input = { user: person.email, name, scope, days: 1 }
  return (await createTokenForUser.execute(hostActor, input)).secret
}
