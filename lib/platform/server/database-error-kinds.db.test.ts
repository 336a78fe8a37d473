import { expect, test } from 'vitest'
import { Prisma } from '@/lib/generated/prisma/client'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { getDatabase } from './database'
import { isTransactionAborted } from './database-error-kinds'
import { runTransaction } from './run-transaction'

useTestDatabase()

test('statements after a failed one of the same transaction are recognised, by Prisma and by COPY', async () => {
  const errors: unknown[] = []
  await runTransaction(getDatabase(), async ({ db, rows }) => {
    for (const runStatement of [
      () => db.$queryRaw`select 1 / 0`,
      () => db.$queryRaw`select 1`,
      () => rows.read(Prisma.sql`select 'a'`),
    ])
      await runStatement().catch((error: unknown) => errors.push(error))
  }).catch(() => undefined)
  expect(errors.map(isTransactionAborted)).toEqual([false, true, true])
})
