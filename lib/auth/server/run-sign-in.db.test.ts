import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '@/lib/auth/actor'
import { logger } from '@/lib/platform/server/logger'
import { runWithNthStatementRejected } from '@/lib/platform/testing/statement-faults'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { makePerson, testPassword } from '@/prisma/seed/factories'
import { runNextAuthSignIn } from './run-sign-in'
import { signInByCode, signInByPassword } from './sign-in'

useTestDatabase()

const request = { userAgent: null, address: '192.0.2.7', cookie: null }
const password = testPassword

const { level } = logger
let person: Person
beforeAll(async () => {
  process.env.NEXTAUTH_URL = 'http://127.0.0.1:3000'
  process.env.NEXTAUTH_SECRET = 'a secret for tests that is long enough to be one'
  logger.level = 'silent'
  person = await makePerson()
})
afterAll(() => {
  logger.level = level
})

const enter = (email: string) =>
  runNextAuthSignIn(() => signInByPassword(request, { email, password }))

test('a sign-in returns the user, null for a rejection, and throws the code of any other outcome', async () => {
  expect(await enter(person.email)).toMatchObject({ id: person.userId })
  expect(await enter('nobody@example.org')).toBeNull()
  await expect(runNextAuthSignIn(() => signInByCode(request, '000000'))).rejects.toThrow(
    /^code_timeout$/,
  )
})

test('a sign-in rejects an email address with a NUL character like an unknown one', async () => {
  expect(await enter('\0')).toBeNull()
  expect(await enter(`\0${person.email}`)).toBeNull()
})

test('a sign-in throws only `unavailable` if any of its SQL statements fails', async () => {
  const outcomes = new Set<string>()
  for (let n = 1, wasReached = true; wasReached; n++)
    wasReached = await runWithNthStatementRejected(n, async () => {
      const outcome = await enter(person.email).catch((error: unknown) => error)
      outcomes.add(outcome instanceof Error ? outcome.message : 'in')
    })
  // The last ones only remember the browser, and do not prevent the sign-in.
  expect(outcomes).toEqual(new Set(['unavailable', 'in']))
})
