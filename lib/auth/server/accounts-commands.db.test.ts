import { randomUUID } from 'node:crypto'
import { encode } from 'next-auth/jwt'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '@/lib/auth/actor'
import { createTestSession } from '@/lib/auth/testing/create-test-session'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { makeMember, makePerson, makeProject, testPassword } from '@/prisma/seed/factories'
import {
  changeInstanceAdmin,
  createResetLink,
  disableAccount,
  enableAccount,
} from './accounts-commands'
import { findAccount, listAccounts } from './accounts-queries'
import { checkCredentials } from './check-credentials'
import { createToken } from './commands'
import { findRequestActor } from './request-actor'

useTestDatabase()

const secret = 'a secret for tests that is long enough to be one'
let admin: Person

beforeAll(async () => {
  process.env.NEXTAUTH_URL = 'http://127.0.0.1:3000'
  process.env.NEXTAUTH_SECRET = secret
  admin = await makePerson({ name: 'Ada Okoro', isInstanceAdmin: true })
})

const outcomeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: unknown) => (error as { code?: string }).code,
  )

describe('disabling an account', () => {
  test('ends its sessions and tokens permanently, from their next request', async () => {
    const person = await makePerson()
    const sid = await createTestSession(person.userId, 'test')
    const cookie = `stepmark.session=${await encode({ token: { sid }, secret })}`
    const bySession = () => findRequestActor({ cookie, authorization: null })
    const token = await createToken.execute(person, { name: 't', scope: 'read', days: 1 })
    const byToken = () =>
      findRequestActor({ cookie: null, authorization: `Bearer ${token.secret}` })
    expect([await bySession(), await byToken()]).toMatchObject([
      { kind: 'person' },
      { kind: 'person' },
    ])
    const account = { account: person.userId }
    await disableAccount.execute(admin, account)
    expect([await bySession(), await byToken()]).toMatchObject([
      { kind: 'anonymous' },
      { kind: 'anonymous' },
    ])
    const credentials = { email: person.email, password: testPassword }
    expect(await checkCredentials(credentials, 'test')).toEqual({ kind: 'refused' })
    expect(await outcomeOf(disableAccount.execute(admin, account))).toBe('conflict')

    await enableAccount.execute(admin, account)
    expect([await bySession(), await byToken()]).toMatchObject([
      { kind: 'anonymous' },
      { kind: 'anonymous' },
    ])
    expect(await checkCredentials(credentials, 'test')).toMatchObject({ kind: 'signed_in' })
    expect(await outcomeOf(enableAccount.execute(admin, account))).toBe('conflict')
  })

  test('is rejected for the caller’s own account; a disabled account gets no password link', async () => {
    expect(await outcomeOf(disableAccount.execute(admin, { account: admin.userId }))).toBe(
      'conflict',
    )
    const person = await makePerson()
    await disableAccount.execute(admin, { account: person.userId })
    const link = createResetLink.execute(admin, { account: person.userId })
    expect(await outcomeOf(link)).toBe('not_found')
  })
})

describe('the last instance admin', () => {
  const countAdmins = () =>
    getDatabase().user.count({ where: { isInstanceAdmin: true, disabledAt: null } })

  test("can't be demoted", async () => {
    expect(await countAdmins()).toBe(1)
    const demotion = { account: admin.userId, isInstanceAdmin: false }
    expect(await outcomeOf(changeInstanceAdmin.execute(admin, demotion))).toBe('conflict')
    expect(await countAdmins()).toBe(1)
  })

  test('remains if two instance admins demote or disable each other at the same time', async () => {
    for (let round = 0; round < 4; round++) {
      const secondAdmin = await makePerson()
      await changeInstanceAdmin.execute(admin, {
        account: secondAdmin.userId,
        isInstanceAdmin: true,
      })
      const promoted = { ...secondAdmin, isInstanceAdmin: true }
      const demotion = { account: secondAdmin.userId, isInstanceAdmin: false }
      const results = await Promise.all([
        outcomeOf(
          round % 2 === 0
            ? changeInstanceAdmin.execute(admin, demotion)
            : disableAccount.execute(admin, { account: secondAdmin.userId }),
        ),
        outcomeOf(
          changeInstanceAdmin.execute(promoted, { account: admin.userId, isInstanceAdmin: false }),
        ),
      ])
      expect(new Set(results)).toEqual(new Set(['conflict', 'done']))
      expect(await countAdmins()).toBe(1)
      await getDatabase().$executeRaw`
        update app_user set is_instance_admin = (id = ${admin.userId}::uuid)`
    }
  })
})

test('an API token can disable an account, but can’t make anyone an instance admin or create a password link', async () => {
  const via = { kind: 'token' as const, tokenId: randomUUID(), scope: 'write' as const }
  const script = { ...admin, via }
  const { userId: account } = await makePerson()
  for (const action of [
    () => changeInstanceAdmin.execute(script, { account, isInstanceAdmin: true }),
    () => createResetLink.execute(script, { account }),
  ])
    expect(await outcomeOf(action())).toBe('forbidden')
  expect(await outcomeOf(disableAccount.execute(script, { account }))).toBe('done')
})

describe('the list of accounts', () => {
  test('is paged, and contains the last use and the projects of each account', async () => {
    const project = await makeProject({ name: 'Numbers' }, admin)
    const person = await makeMember(project, 'reviewer', { name: 'Zoe Zapp' })
    const find = (email: string) =>
      findAccount.execute(admin, findAccount.contract.input.parse({ email }))
    const { account } = await find(person.email.toUpperCase())
    expect(account).toMatchObject({
      id: person.userId,
      lastSeenAt: null,
      disabledAt: null,
      projects: [{ slug: project.slug, name: 'Numbers', role: 'reviewer' }],
    })
    await createTestSession(person.userId, 'test')
    const updated = await find(person.email)
    expect(Date.parse(updated.account!.lastSeenAt!)).toBeGreaterThan(Date.now() - 60_000)
    expect(await find('nobody@example.org')).toEqual({ account: null })

    const everyAccount = await listAccounts.execute(admin, { limit: 500 })
    const ids: string[] = []
    let after: string | null | undefined
    while (after !== null) {
      const page = await listAccounts.execute(admin, { limit: 2, ...(after && { after }) })
      ids.push(...page.accounts.map(({ id }) => id))
      after = page.next
    }
    expect(ids).toEqual(everyAccount.accounts.map(({ id }) => id))
    expect(ids.at(-1)).toBe(person.userId)
    expect(everyAccount.accounts.at(-1)).toEqual(updated.account)
    await expect(
      listAccounts.execute(admin, { limit: 2, after: '01900000-0000-7000-8000-000000000000' }),
    ).rejects.toMatchObject({ code: 'not_found' })
  })
})
