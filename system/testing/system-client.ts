import assert from 'node:assert/strict'
import { encode } from 'next-auth/jwt'
import type { Person } from '@/lib/auth/actor'
import { createTestSession } from '@/lib/auth/testing/create-test-session'
import { withPgClient } from '@/lib/platform/server/pg-client'
import { testPassword } from '@/prisma/seed/factories'
import { runWithDatabaseUrl } from './annotatable-project'
import type { TestSystem } from './test-system'
import { Visitor } from './visitor'

/** Signs people in at the first process of a system, and sends their calls to the second. */
export class SystemClient {
  readonly urls: readonly [string, string]

  constructor(readonly system: TestSystem) {
    const [firstUrl, secondUrl = firstUrl] = system.servers.map(({ url }) => url)
    this.urls = [firstUrl!, secondUrl!]
  }

  /** Runs commands in this process on the database of the system. */
  withDatabase<T>(run: () => Promise<T>): Promise<T> {
    return runWithDatabaseUrl(this.system.databaseUrl, run)
  }

  query<T extends object>(sql: string, values: readonly unknown[] = []): Promise<T[]> {
    return withPgClient(
      this.system.databaseUrl,
      async (client) => (await client.query<T>(sql, [...values])).rows,
    )
  }

  async signIn({ email }: Pick<Person, 'email'>, password = testPassword): Promise<Visitor> {
    const visitor = new Visitor()
    const reply = await visitor.signIn(this.urls[0], { email, password })
    assert.equal(reply.status, 200, reply.body)
    assert.ok(visitor.session)
    return visitor
  }

  /** Creates a session without a sign-in. */
  async signInWithoutForm({ userId }: Pick<Person, 'userId'>): Promise<Visitor> {
    const visitor = new Visitor()
    const sid = await this.withDatabase(() => createTestSession(userId, null))
    const value = await encode({ token: { sid }, secret: this.system.secret })
    visitor.cookies.set('stepmark.session', value)
    return visitor
  }

  /** Sends a call to the second process. */
  async callApi(visitor: Visitor, method: string, path: string, json: unknown = {}) {
    const reply = await visitor.request(this.urls[1], `/api/v1${path}`, { method, json })
    assert.equal(reply.status, 200, `${method} ${path}: ${reply.body}`)
    return JSON.parse(reply.body) as Record<string, unknown>
  }
}
