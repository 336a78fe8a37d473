import { expect, test } from 'vitest'
import { createTestSession } from '@/lib/auth/testing/create-test-session'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { makePerson } from '@/prisma/seed/factories'
import { checkCredentials } from './check-credentials'
import { revokeSession } from './sessions'
import { maxAttemptsPerAccount } from './sign-in-attempts'

useTestDatabase()

const listEntries = (actor: string) =>
  getDatabase().auditEntry.findMany({
    where: { actor },
    orderBy: { at: 'asc' },
    select: { action: true, target: true, detail: true },
  })

test('signing in and signing out add one audit entry each, and signing out again adds none', async () => {
  const { userId } = await makePerson()
  const secret = await createTestSession(userId, 'test')
  await revokeSession(secret)
  await revokeSession(secret)
  const { id } = await getDatabase().session.findFirstOrThrow({
    where: { userId },
    select: { id: true },
  })
  expect(await listEntries(`user:${userId}`)).toEqual([
    { action: 'session.begin', target: `session:${id}`, detail: '{}' },
    { action: 'session.end', target: `session:${id}`, detail: '{}' },
  ])
})

test('sign-in attempts past the limit add one audit entry per time window, without the input', async () => {
  const { email, userId } = await makePerson()
  for (const each of [email, 'a password typed into the wrong field'])
    for (let i = 0; i < maxAttemptsPerAccount + 3; i++)
      await checkCredentials({ email: each, password: 'guess' }, '192.0.2.7')
  const detail = '{"limit":"account","address":"192.0.2.7"}'
  expect(await listEntries('anonymous')).toEqual([
    { action: 'session.refuse', target: `user:${userId}`, detail },
    { action: 'session.refuse', target: 'account', detail },
  ])
})
