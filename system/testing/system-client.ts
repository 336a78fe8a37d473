import assert from 'node:assert/strict'
import { encode } from 'next-auth/jwt'
import type { Person } from '@/lib/auth/actor'
import { mintSession } from '@/lib/auth/testing/mint-session'
import { usePgClient } from '@/lib/platform/server/pg-client'
import { testPassword } from '@/prisma/seed/factories'
import { withDatabase } from './annotated-project'
import type { System } from './processes'
import { Visitor } from './visitor'

/** The ways into a system: people sign in at its first process, and act at its second. */
export class Door {
  readonly urls: readonly [string, string]

  constructor(readonly system: System) {
    const [first, second = first] = system.servers.map(({ url }) => url)
    this.urls = [first!, second!]
  }

  /** By the commands that build a world. */
  make<T>(act: () => Promise<T>): Promise<T> {
    return withDatabase(this.system.databaseUrl, act)
  }

  query<T extends object>(sql: string, values: readonly unknown[] = []): Promise<T[]> {
    return usePgClient(
      this.system.databaseUrl,
      async (client) => (await client.query<T>(sql, [...values])).rows,
    )
  }

  async enter({ email }: Pick<Person, 'email'>, password = testPassword): Promise<Visitor> {
    const visitor = new Visitor()
    const seen = await visitor.signIn(this.urls[0], { email, password })
    assert.equal(seen.status, 200, seen.body)
    assert.ok(visitor.session)
    return visitor
  }

  /** With a session that is there already, as one comes back the next day. */
  async bring({ userId }: Pick<Person, 'userId'>): Promise<Visitor> {
    const visitor = new Visitor()
    const sid = await this.make(() => mintSession(userId, null))
    const value = await encode({ token: { sid }, secret: this.system.secret })
    visitor.cookies.set('stepmark.session', value)
    return visitor
  }

  /** At the second process, what the first one has to know of at once. */
  async command(by: Visitor, method: string, path: string, json: unknown = {}) {
    const reply = await by.ask(this.urls[1], `/api/v1${path}`, { method, json })
    assert.equal(reply.status, 200, `${method} ${path}: ${reply.body}`)
    return JSON.parse(reply.body) as Record<string, unknown>
  }
}
