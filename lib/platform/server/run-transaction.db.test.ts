import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { Prisma } from '@/lib/generated/prisma/client'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import type { BulkRowCopier } from './bulk-row-copier'
import {
  countConnectionsByPool,
  getDatabase,
  getTransferDatabase,
  type Transaction,
} from './database'
import { type TransactionContext, runTransaction } from './run-transaction'

useTestDatabase()

beforeEach(async () => {
  await getDatabase().$executeRaw`create table if not exists named (name text)`
  await getDatabase().$executeRaw`truncate named`
})

const copyName = (copier: BulkRowCopier, name: string) =>
  copier.copy('copy named (name) from stdin (format binary)', (rows) => {
    rows.beginRow(1)
    rows.text(name)
  })

const readNames = async () => {
  const rows = await getDatabase().$queryRaw<{ name: string }[]>`
    select name from named order by name`
  return rows.map(({ name }) => name)
}

const expiredMessage = 'expired transaction'

/** Waits until Prisma has ended the transaction by itself. */
async function waitForTransactionEnd(db: Transaction): Promise<void> {
  const isTransactionOpen = () =>
    db.$queryRaw`select 1`.then(
      () => true,
      () => false,
    )
  while (await isTransactionOpen()) await sleep(20)
}

/** Waits until no transaction has a connection. */
const waitUntilConnectionsFree = async () =>
  expect
    .poll(() => countConnectionsByPool().find(({ pool }) => pool === 'transfer')?.used, {
      interval: 10,
    })
    .toBe(0)

/** Runs past the time limit and then calls `run`. */
const runPastTimeout = (run: (transaction: TransactionContext) => Promise<unknown>) =>
  runTransaction(
    getTransferDatabase(),
    async (transaction) => {
      await copyName(transaction.copier, 'in time')
      await waitForTransactionEnd(transaction.db)
      await run(transaction)
    },
    { timeout: 300 },
  )

test('COPY fails after a timeout and writes nothing', async () => {
  const lateResults: unknown[] = []
  const timedOutPromise = runPastTimeout(async ({ copier }) => {
    // Right away it may wait behind the ROLLBACK; later, the connection is back in the pool.
    const copies = [
      copyName(copier, 'at once'),
      waitUntilConnectionsFree().then(() => copyName(copier, 'late')),
    ]
    lateResults.push(...(await Promise.allSettled(copies)))
  })
  await expect(timedOutPromise).rejects.toThrow(expiredMessage)
  expect(lateResults).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
  expect(await readNames()).toEqual([])
})

test('COPY fails after a timeout and doesn’t write to another transaction', async () => {
  const names = ['a', 'b', 'c', 'd', 'e']
  const lateResults: unknown[] = []
  const timedOutPromise = runPastTimeout(async ({ copier, rows }) => {
    const startedSignals = names.map(() => Promise.withResolvers<void>())
    const attemptSignal = Promise.withResolvers<void>()
    const otherTransactions = names.map((name, i) =>
      runTransaction(getTransferDatabase(), async (transaction) => {
        await copyName(transaction.copier, name)
        startedSignals[i]!.resolve()
        await attemptSignal.promise
      }),
    )
    // Together they have all connections of the pool.
    await Promise.all(startedSignals.map(({ promise }) => promise))
    lateResults.push(
      ...(await Promise.allSettled([
        copyName(copier, 'of the first'),
        rows.read(Prisma.sql`select 'seen'`),
      ])),
    )
    attemptSignal.resolve()
    await Promise.all(otherTransactions)
  })
  await expect(timedOutPromise).rejects.toThrow(expiredMessage)
  expect(lateResults).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
  expect(await readNames()).toEqual(names)
})

test('COPY fails after a timeout and doesn’t write to the caller’s next transaction', async () => {
  const lateResults: unknown[] = []
  const timedOutPromise = runPastTimeout(({ copier }) =>
    getTransferDatabase().$transaction(async (db) => {
      await db.$queryRaw`select 1`
      lateResults.push(...(await Promise.allSettled([copyName(copier, 'of the first')])))
    }),
  )
  await expect(timedOutPromise).rejects.toThrow(expiredMessage)
  expect(lateResults).toMatchObject([{ status: 'rejected' }])
  expect(await readNames()).toEqual([])
})

test('neither a copy nor a read is sent on a connection whose transaction has ended', async () => {
  await runTransaction(getTransferDatabase(), async ({ db, copier, rows }) => {
    const reading = rows.stream(Prisma.sql`select 'seen'`)
    // Like Prisma before it returns the connection to the pool.
    await db.$executeRaw`rollback`
    await expect(copyName(copier, 'alone')).rejects.toThrow('has ended')
    await expect(rows.read(Prisma.sql`select 'seen'`)).rejects.toThrow('has ended')
    await expect(reading.next()).rejects.toThrow('has ended')
  })
  expect(await readNames()).toEqual([])
})

test('nested transactions have their own connections', async () => {
  const outer = runTransaction(getTransferDatabase(), async ({ copier }) => {
    await runTransaction(getTransferDatabase(), (inner) => copyName(inner.copier, 'inner'))
    await getTransferDatabase().$transaction(
      (db) => db.$executeRaw`insert into named values ('plain')`,
    )
    await copyName(copier, 'outer')
    throw new Error('afterwards')
  })
  await expect(outer).rejects.toThrow('afterwards')
  expect(await readNames()).toEqual(['inner', 'plain'])
})
