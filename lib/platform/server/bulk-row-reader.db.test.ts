import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Prisma } from '@/lib/generated/prisma/client'
import { anyCharacter } from '@/lib/platform/testing/any-character'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import type { BulkRowReader } from './bulk-row-reader'
import { getDatabase, getTransferDatabase } from './database'
import { type TransactionContext, runTransaction } from './run-transaction'

useTestDatabase()

const readOne = async (rows: BulkRowReader, statement: Prisma.Sql) =>
  (await rows.read(statement)).map((row) => row.read(0))

/** More than the connections of the pool, so that a broken one would be used again. */
const repetitions = 7

/** Expects that all connections of the pool respond to their own queries. */
async function expectAnswers() {
  const values = Array.from({ length: repetitions }, (_, i) => String(i))
  const answers = values.map((value) =>
    runTransaction(getTransferDatabase(), ({ rows }) =>
      readOne(rows, Prisma.sql`select ${value}::text`),
    ),
  )
  expect((await Promise.all(answers)).flat()).toEqual(values)
}

const hostileTexts = [
  "'; select 1 --",
  String.raw`\'; drop table problem --`,
  '%L %s %%',
  '$1',
  '"',
  '{a,"b"}',
  '−😀',
]

test('a bulk read never interprets a value as SQL', async () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: anyCharacter }).map((value) => value.replaceAll('\0', '')),
  )
  await runTransaction(
    getTransferDatabase(),
    ({ rows }) =>
      fc.assert(
        fc.asyncProperty(text, fc.array(text), async (value, list) => {
          expect(await readOne(rows, Prisma.sql`select ${value}::text`)).toEqual([value])
          const listed = Prisma.sql`select t from unnest(${list}::text[]) with ordinality u (t, i) order by i`
          expect(await readOne(rows, listed)).toEqual(list)
        }),
        { numRuns: 12, examples: hostileTexts.map((value) => [value, hostileTexts]) },
      ),
    { timeout: 60_000 },
  )
})

test('a bulk read returns numbers, lists of numbers, nulls and % signs', async () => {
  await runTransaction(getTransferDatabase(), async ({ rows }) => {
    const statement = Prisma.sql`
      select (i % 4)::text || coalesce(${null}::text, '-') from generate_series(1, 9) i
      where i = any(${[3, 5, 6]}::int[]) order by i limit ${2}`
    expect(await readOne(rows, statement)).toEqual(['3-', '1-'])
  })
})

test('a bulk read is part of the transaction, which ends if the read fails', async () => {
  const reading = runTransaction(getTransferDatabase(), async ({ db, rows }) => {
    await db.$executeRaw`select set_config('stepmark.seen', 'here', true)`
    expect(await readOne(rows, Prisma.sql`select current_setting('stepmark.seen')`)).toEqual([
      'here',
    ])
    await rows.read(Prisma.sql`select 1 / (${0}::int)`)
  })
  await expect(reading).rejects.toThrow('division by zero')
  await expectAnswers()
})

test('a bulk read returns thousands of rows in order', async () => {
  const read = await runTransaction(getTransferDatabase(), ({ rows }) =>
    readOne(rows, Prisma.sql`select repeat('x', 500) || i from generate_series(1, 5000) i`),
  )
  expect(read).toEqual(Array.from({ length: 5_000 }, (_, i) => 'x'.repeat(500) + (i + 1)))
})

/** 30 MB: more than the buffers between the database and the reader. */
const manyRowsCount = 300
const manyRows = Prisma.sql`select repeat('x', 100000) from generate_series(1, ${manyRowsCount}::int)`

/** Calls `run` after the first rows, and reads on. */
async function interrupt({ db, rows }: TransactionContext, run: (pid: number) => Promise<unknown>) {
  const [backend] = await db.$queryRaw<{ pid: number }[]>`select pg_backend_pid() as pid`
  let count = 0
  for await (const piece of rows.stream(manyRows)) {
    if (count === 0) await run(backend!.pid)
    count += piece.length
  }
  return count
}

test('a bulk read fails if the connection is killed during a copy', async () => {
  for (let i = 0; i < repetitions; i++) {
    const reading = runTransaction(getTransferDatabase(), (transaction) =>
      interrupt(
        transaction,
        (pid) => getDatabase().$queryRaw`select pg_terminate_backend(${pid}::int)`,
      ),
    )
    await expect(reading).rejects.toThrow(/terminat/)
  }
  await expectAnswers()
})

test('a bulk read fails if the statement is cancelled during a copy', async () => {
  for (let i = 0; i < repetitions; i++) {
    const reading = runTransaction(getTransferDatabase(), (transaction) =>
      interrupt(
        transaction,
        (pid) => getDatabase().$queryRaw`select pg_cancel_backend(${pid}::int)`,
      ),
    )
    await expect(reading).rejects.toThrow('canceling statement due to user request')
  }
  await expectAnswers()
})

test('a bulk read fails if the statement times out during a copy', async () => {
  const slow = Prisma.sql`select repeat('x', 100000) || pg_sleep(0.01) from generate_series(1, 1000)`
  for (let i = 0; i < repetitions; i++) {
    let count = 0
    const reading = runTransaction(getTransferDatabase(), async ({ db, rows }) => {
      await db.$executeRaw`select set_config('statement_timeout', '150', true)`
      if (i % 2 === 0) return rows.read(slow)
      for await (const piece of rows.stream(slow)) count += piece.length
      return count
    })
    await expect(reading).rejects.toThrow('canceling statement due to statement timeout')
    expect(count).toBeLessThan(1000)
  }
  await expectAnswers()
})

test('the transaction continues after a reader stops early', async () => {
  for (let i = 0; i < repetitions; i++)
    await runTransaction(getTransferDatabase(), async ({ db, rows }) => {
      for await (const piece of rows.stream(manyRows)) {
        expect(piece.length).toBeLessThan(manyRowsCount)
        break
      }
      expect(await db.$queryRaw`select 1 as one`).toEqual([{ one: 1 }])
      expect(await readOne(rows, Prisma.sql`select ${'next'}::text`)).toEqual(['next'])
    })
  await expectAnswers()
})

test('an error thrown while rows are read reaches the caller', async () => {
  for (let i = 0; i < repetitions; i++) {
    const reading = runTransaction(getTransferDatabase(), (transaction) =>
      interrupt(transaction, () => Promise.reject(new Error('of my own'))),
    )
    await expect(reading).rejects.toThrow('of my own')
  }
  await expectAnswers()
})
