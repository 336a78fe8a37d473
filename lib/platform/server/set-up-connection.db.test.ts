import { getLogs } from '@prisma/debug'
import { expect, test } from 'vitest'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { getDatabase, getTransferDatabase } from './database'

useTestDatabase()

test.each([
  ['everyday', getDatabase],
  ['transfer', getTransferDatabase],
])('the %s pool keeps no arguments of statements in memory', async (_name, getPool) => {
  const secret = 'a secret argument'
  await getPool().$transaction(async (db) => {
    await db.$executeRaw`select ${secret}::text`
    await db.$queryRaw`select ${Buffer.from(secret)}::bytea`
    await db.user.findMany({ where: { email: secret } })
    expect(getLogs()).not.toContain(secret)
  })
  expect(getLogs()).not.toContain(secret)
})
