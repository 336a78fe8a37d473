import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { anonymousActor, hostActor } from '@/lib/auth/actor'
import { changePassword } from '@/lib/auth/server/account-commands'
import { createAdmin } from '@/lib/auth/server/commands'
import { insertResetLink } from '@/lib/auth/server/password-reset-links'
import { resetPassword } from '@/lib/auth/server/reset-commands'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { makePerson, makeProject, testPassword, type TestProject } from '@/prisma/seed/factories'
import { acceptInvite } from './accept-invite'
import { createInvite } from './invite-commands'

const list = vi.hoisted(() => ({ isLoaded: true }))

// The first use blocks the process for longer than a transaction may pause, as on a busy machine.
vi.mock('@/lib/auth/server/leaked-passwords', () => {
  const loadLeakedPasswords = () => {
    if (!list.isLoaded) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_500)
    list.isLoaded = true
    return new Set<string>()
  }
  return {
    loadLeakedPasswords,
    isLeakedPassword: (password: string) => loadLeakedPasswords().has(password),
  }
})

useTestDatabase()

const password = 'several unrelated words'
let project: TestProject

beforeAll(async () => {
  process.env.NEXTAUTH_URL = 'https://labels.example.org/'
  project = await makeProject()
})
beforeEach(() => {
  list.isLoaded = true
})

describe('a password that is checked while the lists take long to load', () => {
  test('is set for a new admin', async () => {
    list.isLoaded = false
    const input = { email: 'root@example.org', name: 'Root', password }
    expect(await createAdmin.execute(hostActor, input)).toMatchObject({ id: expect.any(String) })
  })

  test('is changed', async () => {
    const person = await makePerson()
    list.isLoaded = false
    const input = { current: testPassword, password }
    expect(await changePassword.execute(person, input)).toEqual({ endedSessions: 0 })
  })

  test('is set with a link', async () => {
    const { userId } = await makePerson()
    const reset = await insertResetLink(getDatabase(), { userId, createdById: null })
    list.isLoaded = false
    const input = { secret: reset!.secret, password }
    await expect(resetPassword.execute(anonymousActor, input)).resolves.toBeDefined()
  })

  test('is set for an invited account', async () => {
    const input = { project: project.slug, role: 'annotator' }
    const { link } = await createInvite.execute(
      project.admin,
      createInvite.contract.input.parse(input),
    )
    list.isLoaded = false
    const account = { email: 'guest@example.org', name: 'Guest', password }
    const acceptance = { secret: link.split('#')[1]!, account }
    expect(await acceptInvite.execute(anonymousActor, acceptance)).toMatchObject({
      isNewAccount: true,
    })
  })
})
