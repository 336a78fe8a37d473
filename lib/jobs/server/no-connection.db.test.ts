import { type AddressInfo, createServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { closeDatabase, getDatabase, getTransferDatabase } from '@/lib/platform/server/database'
import { usePgClient } from '@/lib/platform/server/pg-client'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { isNoConnection } from './no-connection'

useTestDatabase()

let url: string | undefined
afterEach(async () => {
  if (url === undefined) return
  await closeDatabase()
  process.env.DATABASE_URL = url
})

const fail = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => {
      throw new Error('it worked')
    },
    (error: unknown) => error,
  )

const statement = () => getDatabase().$queryRaw`select 1`
const transaction = (maxWait = 2_000) =>
  getTransferDatabase().$transaction((db) => db.$queryRaw`select 1`, { maxWait })

test('a database that is away', async () => {
  url = process.env.DATABASE_URL
  await closeDatabase()
  process.env.DATABASE_URL = 'postgresql://nobody@127.0.0.1:1/nothing'
  expect(isNoConnection(await fail(statement()))).toBe(true)
  expect(isNoConnection(await fail(transaction()))).toBe(true)
})

test('a database that takes connections and says nothing', async () => {
  url = process.env.DATABASE_URL
  await closeDatabase()
  const silent = createServer()
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  process.env.DATABASE_URL = `postgresql://nobody@127.0.0.1:${port}/nothing`
  try {
    expect(isNoConnection(await fail(statement()))).toBe(true)
    expect(isNoConnection(await fail(transaction(5_000)))).toBe(true)
  } finally {
    silent.close()
  }
})

test('a server that takes no more', async () => {
  const [row] = await getDatabase().$queryRaw<{ name: string }[]>`select current_database() as name`
  url = process.env.DATABASE_URL
  await closeDatabase()
  const limit = (connections: number) =>
    usePgClient(new URL('/postgres', url).href, (client) =>
      client.query(`alter database "${row!.name}" connection limit ${connections}`),
    )
  await limit(0)
  try {
    expect(isNoConnection(await fail(statement()))).toBe(true)
    expect(isNoConnection(await fail(transaction()))).toBe(true)
  } finally {
    await limit(-1)
  }
})

test('a pool of which all are in use', async () => {
  const released = Promise.withResolvers<void>()
  const began: Promise<void>[] = []
  const transactions = Array.from({ length: 5 }, () => {
    const started = Promise.withResolvers<void>()
    began.push(started.promise)
    return getTransferDatabase().$transaction(
      async (db) => {
        await db.$queryRaw`select 1`
        started.resolve()
        await released.promise
      },
      { timeout: 30_000 },
    )
  })
  await Promise.all(began)
  try {
    expect(isNoConnection(await fail(transaction(100)))).toBe(true)
    expect(isNoConnection(await fail(transaction(10_000)))).toBe(true)
  } finally {
    released.resolve()
    await Promise.all(transactions)
  }
})

test('what a job may have done itself is another matter', async () => {
  const ended = getTransferDatabase().$transaction(async (db) => {
    await db.$queryRaw`select pg_terminate_backend(pg_backend_pid())`
  })
  expect(isNoConnection(await fail(ended))).toBe(false)
  const slow = getTransferDatabase().$transaction(
    (db) => db.$queryRaw`select 1 from pg_sleep(0.3)`,
    {
      timeout: 100,
    },
  )
  expect(isNoConnection(await fail(slow))).toBe(false)
  expect(isNoConnection(await fail(getDatabase().$queryRaw`select 1 / 0`))).toBe(false)
  expect(isNoConnection(new Error('anything'))).toBe(false)
})
