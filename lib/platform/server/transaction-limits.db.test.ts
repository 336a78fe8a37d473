import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openLongTransaction } from '@/lib/platform/testing/open-transaction'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  getDatabase,
  getTransferDatabase,
  requestTransactionLimits,
  type Transaction,
} from './database'
import { isLockTimeout, isDatabaseUnavailable } from './database-error-kinds'
import { withPgClient } from './pg-client'
import { setTransactionLimits } from './transaction-limits'

useTestDatabase()

const takeLock = (db: Transaction, key: number) =>
  db.$executeRaw`select pg_advisory_xact_lock(${key}::int)`

/** Holds a lock without another statement, as a frozen process does. */
const holdLock = (
  database: ReturnType<typeof getDatabase>,
  { key, ms, onLocked = () => undefined }: { key: number; ms: number; onLocked?: () => void },
) =>
  database.$transaction(
    async (db) => {
      await takeLock(db, key)
      onLocked()
      await sleep(ms)
    },
    { timeout: 30_000 },
  )

const hasVersion = async (oldest: number) => {
  const [row] = await getDatabase().$queryRaw<[{ version: number }]>`
    select current_setting('server_version_num')::int as version`
  return row.version >= oldest
}

test.concurrent('a lock is freed within 3 s if the process that holds it stops in a transaction', async () => {
  const locked = Promise.withResolvers<void>()
  const frozen = { key: 1, ms: 5_000, onLocked: locked.resolve }
  const lockHolder = holdLock(getDatabase(), frozen).catch((error: unknown) => error)
  await locked.promise
  const startedAt = performance.now()
  await getDatabase().$transaction((db) => takeLock(db, 1))
  expect(performance.now() - startedAt).toBeGreaterThan(requestTransactionLimits.idleMs - 1_000)
  expect(performance.now() - startedAt).toBeLessThan(3_000)
  // The process continues, and can't commit any more.
  expect(isDatabaseUnavailable(await lockHolder)).toBe(true)
})

test.concurrent('a transaction fails as unavailable after 3 s if another session keeps a lock', async () => {
  await withPgClient(process.env.DATABASE_URL!, async (client) => {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock(2::int)')
    const startedAt = performance.now()
    const error: unknown = await getDatabase()
      .$transaction((db) => takeLock(db, 2))
      .catch((caught: unknown) => caught)
    expect(performance.now() - startedAt).toBeLessThan(4_500)
    expect([isDatabaseUnavailable(error), isLockTimeout(error)]).toEqual([true, true])
  })
})

test.concurrent('a transaction that takes longer than 6 s is ended, on PostgreSQL 17 and newer', async () => {
  if (!(await hasVersion(170_000))) return
  const startedAt = performance.now()
  const running = getDatabase().$transaction(
    async (db) => {
      for (let i = 0; i < 10; i++) await db.$queryRaw`select pg_sleep(1)::text`
    },
    { timeout: 30_000 },
  )
  await expect(running.catch((error: unknown) => isDatabaseUnavailable(error))).resolves.toBe(true)
  expect(performance.now() - startedAt).toBeLessThan(8_000)
})

test.concurrent('a transaction stays open for as long as its own limits allow', async () => {
  await holdLock(getTransferDatabase(), { key: 3, ms: 2_500 })
  await getDatabase().$transaction(
    async (db) => {
      await setTransactionLimits(db, { idleMs: 30_000, totalMs: 30_000 })
      await sleep(6_500)
      expect(await takeLock(db, 4)).toBe(1)
    },
    { timeout: 30_000 },
  )
  const transaction = openLongTransaction((db) => takeLock(db, 5))
  await transaction.started
  await sleep(2_500)
  await transaction.end()
})

test('the limits of a transaction are reset when it ends', async () => {
  const read = (db: Transaction) => db.$queryRaw<{ name: string; setting: string }[]>`
    select name, setting from pg_settings
    where name in ('lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout', 'tcp_user_timeout')
    order by name`
  const during = await getDatabase().$transaction((db) => read(db))
  expect(during).toContainEqual({
    name: 'idle_in_transaction_session_timeout',
    setting: String(requestTransactionLimits.idleMs),
  })
  expect(during).toContainEqual({
    name: 'lock_timeout',
    setting: String(requestTransactionLimits.lockMs),
  })
  for (const { setting } of await read(getDatabase())) expect(setting).toBe('0')
})

test('TCP settings let PostgreSQL notice within 15 s that a host has vanished, and within 5 s in a request', async () => {
  const read = (db: Transaction) => db.$queryRaw<{ name: string; setting: string }[]>`
    select name, setting from pg_settings where name like 'tcp_%' order by name`
  const keepalives = [
    { name: 'tcp_keepalives_count', setting: '3' },
    { name: 'tcp_keepalives_idle', setting: '6' },
    { name: 'tcp_keepalives_interval', setting: '3' },
  ]
  const limits = [
    [getDatabase(), process.platform === 'linux' ? requestTransactionLimits.unacknowledgedMs : 0],
    [getTransferDatabase(), 0],
  ] as const
  for (const [database, unacknowledgedMs] of limits) {
    const makeSettings = (ms: number) => [
      ...keepalives,
      { name: 'tcp_user_timeout', setting: String(ms) },
    ]
    // PostgreSQL reads these from the socket, so they show what the system does.
    expect(await database.$transaction(read)).toEqual(makeSettings(unacknowledgedMs))
    expect(await read(database)).toEqual(makeSettings(0))
  }
})
