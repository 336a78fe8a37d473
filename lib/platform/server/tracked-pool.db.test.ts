import { expect, test } from 'vitest'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { getDatabase } from './database'

useTestDatabase()

async function readConnection(): Promise<number> {
  const [row] = await getDatabase().$queryRaw<{ pid: number }[]>`select pg_backend_pid() as pid`
  return row!.pid
}

test('a statement that PostgreSQL rejects keeps its connection open', async () => {
  const pid = await readConnection()
  await expect(getDatabase().$queryRaw`select 1 / 0`).rejects.toThrow('division by zero')
  expect(await readConnection()).toBe(pid)
})

test('closes a connection that the server ended during a statement', async () => {
  const pid = await readConnection()
  const end = getDatabase().$queryRaw`select pg_terminate_backend(pg_backend_pid())::text`
  await expect(end).rejects.toThrow(/terminat|closed/)
  expect(await readConnection()).not.toBe(pid)
})

test('a transaction that timed out closes its connection', async () => {
  const pid = await readConnection()
  await getDatabase().$executeRaw`set transaction_timeout = '50ms'`
  const sleepQuery = getDatabase().$queryRaw`select pg_sleep(1)::text`
  await expect(sleepQuery).rejects.toThrow(/transaction timeout|terminat|closed/)
  expect(await readConnection()).not.toBe(pid)
})
