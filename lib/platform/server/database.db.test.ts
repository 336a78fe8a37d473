import { expect, test } from 'vitest'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { closeDatabase, getDatabase, getTransferDatabase } from './database'
import { usePgClient } from './pg-client'

useTestDatabase()

/** With an offset in summer that is another in winter, and one of half an hour. */
const zones = ['America/New_York', 'Australia/Lord_Howe', 'UTC']

test.each(zones)('times are what they are on a server that speaks of %s', async (zone) => {
  const url = process.env.DATABASE_URL!
  await usePgClient(url, (client) =>
    client.query(`alter database ${new URL(url).pathname.slice(1)} set timezone to '${zone}'`),
  )
  await closeDatabase()
  for (const database of [getDatabase(), getTransferDatabase()]) {
    // At the end of a leap day, before and after clocks change.
    for (const at of ['2028-02-29T23:59:59Z', '2027-03-14T06:59:59Z', '2027-11-07T06:30:00Z']) {
      const [row] = await database.$queryRaw<[{ read: Date; seconds: number; sent: boolean }]>`
        select ${at}::timestamptz as read, extract(epoch from ${at}::timestamptz)::float8 as seconds,
          ${new Date(at)}::timestamptz = ${at}::timestamptz as sent`
      expect(row.read.getTime()).toBe(Date.parse(at))
      expect(row.seconds * 1_000).toBe(Date.parse(at))
      expect(row.sent).toBe(true)
    }
  }
})

test('who waits for a server that says nothing is told in the end; an export waits as long as it likes', async () => {
  const sleep = (database: ReturnType<typeof getDatabase>) =>
    database.$transaction(
      async (db) => {
        // As on a server that stands still, which does not say either that a statement took too long.
        await db.$executeRaw`set local statement_timeout = 0`
        await db.$queryRaw`select 1 from pg_sleep(6)`
      },
      { timeout: 30_000, maxWait: 20_000 },
    )
  const [everyday, transfer] = await Promise.allSettled([
    sleep(getDatabase()),
    sleep(getTransferDatabase()),
  ])
  expect(everyday.status).toBe('rejected')
  expect(transfer.status).toBe('fulfilled')
})
