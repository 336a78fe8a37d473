import { expect, test } from 'vitest'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { closeDatabase, getDatabase, getTransferDatabase } from './database'
import { withPgClient } from './pg-client'

useTestDatabase()

/** Zones with daylight saving time and with a half-hour offset. */
const zones = ['America/New_York', 'Australia/Lord_Howe', 'UTC']

test.each(zones)(
  'reads and writes correct times if the database has the time zone %s',
  async (zone) => {
    const url = process.env.DATABASE_URL!
    await withPgClient(url, (client) =>
      client.query(`alter database ${new URL(url).pathname.slice(1)} set timezone to '${zone}'`),
    )
    await closeDatabase()
    for (const database of [getDatabase(), getTransferDatabase()]) {
      // The end of a leap day, and before and after clock changes.
      for (const time of ['2028-02-29T23:59:59Z', '2027-03-14T06:59:59Z', '2027-11-07T06:30:00Z']) {
        const [row] = await database.$queryRaw<[{ read: Date; seconds: number; sent: boolean }]>`
        select ${time}::timestamptz as read, extract(epoch from ${time}::timestamptz)::float8 as seconds,
          ${new Date(time)}::timestamptz = ${time}::timestamptz as sent`
        expect(row.read.getTime()).toBe(Date.parse(time))
        expect(row.seconds * 1_000).toBe(Date.parse(time))
        expect(row.sent).toBe(true)
      }
    }
  },
)

test('a query fails after a time limit if PostgreSQL does not respond; exports have no such limit', async () => {
  const sleep = (database: ReturnType<typeof getDatabase>) =>
    database.$transaction(
      async (db) => {
        // A frozen server does not enforce its statement timeout either.
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
