import { type AddressInfo, createServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { closeDatabase, getDatabase, getTransferDatabase } from '@/lib/platform/server/database'
import { withPgClient } from '@/lib/platform/server/pg-client'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { isConnectionUnavailableError } from './connection-unavailable-error'

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

test('isConnectionUnavailableError recognises an unreachable database', async () => {
  url = process.env.DATABASE_URL
  await closeDatabase()
  process.env.DATABASE_URL = 'postgresql://nobody@127.0.0.1:1/nothing'
  expect(isConnectionUnavailableError(await fail(statement()))).toBe(true)
  expect(isConnectionUnavailableError(await fail(transaction()))).toBe(true)
})

test('isConnectionUnavailableError recognises a database that accepts connections but does not respond', async () => {
  url = process.env.DATABASE_URL
  await closeDatabase()
  const silent = createServer()
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  process.env.DATABASE_URL = `postgresql://nobody@127.0.0.1:${port}/nothing`
  try {
    expect(isConnectionUnavailableError(await fail(statement()))).toBe(true)
    expect(isConnectionUnavailableError(await fail(transaction(5_000)))).toBe(true)
  } finally {
    silent.close()
  }
})

test('isConnectionUnavailableError recognises a database server without free connections', async () => {
  const [row] = await getDatabase().$queryRaw<{ name: string }[]>`select current_database() as name`
  url = process.env.DATABASE_URL
  await closeDatabase()
  const limit = (connections: number) =>
    withPgClient(new URL('/postgres', url).href, (client) =>
      client.query(`alter database "${row!.name}" connection limit ${connections}`),
    )
  await limit(0)
  try {
    expect(isConnectionUnavailableError(await fail(statement()))).toBe(true)
    expect(isConnectionUnavailableError(await fail(transaction()))).toBe(true)
  } finally {
    await limit(-1)
  }
})

test('isConnectionUnavailableError recognises a connection pool without free connections', async () => {
  const released = Promise.withResolvers<void>()
  const startedPromises: Promise<void>[] = []
  const transactions = Array.from({ length: 5 }, () => {
    const startedSignal = Promise.withResolvers<void>()
    startedPromises.push(startedSignal.promise)
    return getTransferDatabase().$transaction(
      async (db) => {
        await db.$queryRaw`select 1`
        startedSignal.resolve()
        await released.promise
      },
      { timeout: 30_000 },
    )
  })
  await Promise.all(startedPromises)
  try {
    expect(isConnectionUnavailableError(await fail(transaction(100)))).toBe(true)
    expect(isConnectionUnavailableError(await fail(transaction(10_000)))).toBe(true)
  } finally {
    released.resolve()
    await Promise.all(transactions)
  }
})

test('isConnectionUnavailableError is false for errors that the job may have caused', async () => {
  const endedPromise = getTransferDatabase().$transaction(async (db) => {
    await db.$queryRaw`select pg_terminate_backend(pg_backend_pid())`
  })
  expect(isConnectionUnavailableError(await fail(endedPromise))).toBe(false)
  const slow = getTransferDatabase().$transaction(
    (db) => db.$queryRaw`select 1 from pg_sleep(0.3)`,
    {
      timeout: 100,
    },
  )
  expect(isConnectionUnavailableError(await fail(slow))).toBe(false)
  expect(isConnectionUnavailableError(await fail(getDatabase().$queryRaw`select 1 / 0`))).toBe(
    false,
  )
  expect(isConnectionUnavailableError(new Error('anything'))).toBe(false)
})
