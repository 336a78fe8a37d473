import { expect, test } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { retryReadOnBusyPool } from './retry-read'

useTestDatabase()

const connections = 10
/** Longer than one wait for a connection (2 s), shorter than two. */
const busySeconds = 2.8

const readOne = () => getDatabase().$queryRaw<[{ n: number }]>`select 1 as n`

/** Occupies every connection of the pool. */
const occupy = () =>
  Promise.all(
    Array.from(
      { length: connections },
      () => getDatabase().$queryRaw`select pg_sleep(${busySeconds})::text`,
    ),
  )

test('retries a query if no connection was free in time', async () => {
  await readOne()
  const occupied = occupy()
  const [plainRead, retriedRead] = await Promise.allSettled([
    readOne(),
    retryReadOnBusyPool(readOne),
  ])
  await occupied
  expect(plainRead).toMatchObject({ status: 'rejected' })
  expect(retriedRead).toMatchObject({ status: 'fulfilled', value: [{ n: 1 }] })
})

test('does not retry a query that PostgreSQL rejects', async () => {
  let reads = 0
  const fail = () => {
    reads += 1
    return getDatabase().$queryRaw`select 1 / 0`
  }
  await expect(retryReadOnBusyPool(fail)).rejects.toThrow('division by zero')
  expect(reads).toBe(1)
})
