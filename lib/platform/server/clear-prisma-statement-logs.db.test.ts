import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { PrismaPg } from '@prisma/adapter-pg'
import { getLogs } from '@prisma/debug'
import { expect, test, vi } from 'vitest'
import { PrismaClient } from '@/lib/generated/prisma/client'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { getDatabase, getTransferDatabase, type Transaction } from './database'

useTestDatabase()

const secret = 'a secret argument'
const secretBytes = Buffer.from(secret)

async function runStatements(db: Transaction): Promise<void> {
  await db.$executeRaw`select ${secret}::text`
  await db.$queryRaw`select ${secretBytes}::bytea`
  await db.user.findMany({ where: { email: secret } })
}

test('without our pools, Prisma logs the arguments of statements', async () => {
  const client = new PrismaClient({ adapter: new PrismaPg(process.env.DATABASE_URL!) })
  await client.$transaction(runStatements)
  await client.$disconnect()
  expect(getLogs()).toContain(secret)
  expect(getLogs()).toContain(secretBytes.toString('base64'))
})

test.each([
  ['everyday', getDatabase],
  ['transfer', getTransferDatabase],
])('the %s pool keeps no arguments in the log of Prisma’s adapters', async (_name, getPool) => {
  await getPool().$transaction(runStatements)
  expect(getLogs()).not.toContain(secret)
  expect(getLogs()).not.toContain(secretBytes.toString('base64'))
})

test('arguments of statements leave the memory within seconds', async () => {
  const mib = 1024 * 1024
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const measureHeapMib = () => {
    collectGarbage()
    return process.memoryUsage().heapUsed / mib
  }
  const before = measureHeapMib()
  for (let i = 0; i < 25; i += 1)
    await getDatabase().$executeRaw`select ${'x'.repeat(2 * mib) + i}::text`
  await vi.waitFor(() => expect(measureHeapMib() - before).toBeLessThan(20), { timeout: 20_000 })
})
