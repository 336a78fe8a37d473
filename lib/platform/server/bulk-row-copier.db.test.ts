import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { anyCharacter } from '@/lib/platform/testing/any-character'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { runWithNthStatementRejected } from '@/lib/platform/testing/statement-faults'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { type BinaryCopyWriter, uuidToBytes } from './binary-copy-writer'
import type { BulkRowCopier } from './bulk-row-copier'
import { getDatabase, getTransferDatabase } from './database'
import { runTransaction } from './run-transaction'

useTestDatabase()

beforeEach(async () => {
  await getDatabase().$executeRaw`
    create table if not exists copied (id uuid, owner uuid, name text, kind flow, texts text[], numbers int[],
      small smallint, large bigint, score float8, extra jsonb, hash bytea)`
  await getDatabase().$executeRaw`truncate copied`
})

const statement =
  'copy copied (id, owner, name, kind, texts, numbers, small, large, score, extra, hash) from stdin (format binary)'
const owner = '018f0000-0000-7000-8000-00000000ffff'

const anyText = fc
  .string({ unit: anyCharacter, maxLength: 60 })
  .map((text) => text.replaceAll('\0', ''))
const anyNumber = fc.double({ noNaN: true, noDefaultInfinity: true })
const row = fc.record({
  id: fc.uuid(),
  name: fc.option(anyText),
  kind: fc.constantFrom<string[]>('solution', 'step_choice'),
  texts: fc.array(anyText, { maxLength: 5 }),
  numbers: fc.array(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), { maxLength: 5 }),
  small: fc.integer({ min: -32_768, max: 32_767 }),
  large: fc.maxSafeInteger(),
  score: fc.option(fc.oneof(anyNumber, fc.constant(-0))),
  extra: fc.option(fc.dictionary(anyText, fc.oneof(anyText, fc.integer()))),
  hash: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('hex')),
})
type Row = typeof row extends fc.Arbitrary<infer T> ? T : never

function writeRow(
  rows: BinaryCopyWriter,
  { id, name, kind, texts, numbers, ...otherFields }: Row,
): void {
  rows.beginRow(11)
  rows.uuid(id)
  rows.bytes(uuidToBytes(owner))
  rows.text(name)
  rows.text(kind)
  rows.texts(texts)
  rows.ints(numbers)
  rows.smallint(otherFields.small)
  rows.bigint(otherFields.large)
  rows.float8(otherFields.score)
  rows.jsonb(otherFields.extra)
  rows.hex(otherFields.hash)
}

const copyRows = (copier: BulkRowCopier, rows: readonly Row[]) =>
  copier.copy(statement, (out) => rows.forEach((row) => writeRow(out, row)))

const countRows = async () => {
  const [row] = await getDatabase().$queryRaw<{ count: number }[]>`
    select count(*)::int as count from copied`
  return row?.count
}

const plainRow: Row = {
  id: owner,
  name: 'one',
  kind: 'solution',
  texts: ['a'],
  numbers: [1],
  small: 1,
  large: 1,
  score: 0.5,
  extra: {},
  hash: '00',
}

test('a bulk copy stores every value unchanged', () =>
  fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 8 }), async (rows) => {
      await getDatabase().$executeRaw`truncate copied`
      await runTransaction(getTransferDatabase(), ({ copier }) => copyRows(copier, rows))
      const stored = await getDatabase().$queryRaw<(Row & { owner: string })[]>`
        select id, owner, name, kind::text, texts, numbers, small, large::float8 as large, score, extra, encode(hash, 'hex') as hash
        from copied order by ctid`
      expect(stored).toEqual(rows.map((row) => ({ ...row, owner })))
    }),
    { numRuns: isFullTestRun ? 60 : 20 },
  ))

test('one copier can write rows of very different sizes, one after the other', async () => {
  const sizes = [0, 5_000_000, 3, 200_000]
  await runTransaction(getTransferDatabase(), async ({ copier }) => {
    for (const size of sizes)
      await copyRows(copier, [{ ...plainRow, texts: ['é'.repeat(size), 'end'] }])
  })
  const stored = await getDatabase().$queryRaw<{ size: number; last: string }[]>`
    select char_length(texts[1]) as size, texts[2] as last from copied order by ctid`
  expect(stored).toEqual(sizes.map((size) => ({ size, last: 'end' })))
})

test('copied rows are visible in their transaction, and rolled back with it', async () => {
  const failing = runTransaction(getTransferDatabase(), async ({ db, copier }) => {
    await copyRows(copier, [plainRow, plainRow])
    expect(await db.$queryRaw`select count(*)::int as count from copied`).toEqual([{ count: 2 }])
    throw new Error('afterwards')
  })
  await expect(failing).rejects.toThrow('afterwards')
  expect(await countRows()).toBe(0)
})

test('a row that PostgreSQL rejects ends the transaction, but keeps the connection usable', async () => {
  for (let i = 0; i < 8; i++) {
    const failing = runTransaction(getTransferDatabase(), ({ copier }) =>
      copyRows(copier, [
        { ...plainRow, texts: ['x'.repeat(300_000)] },
        { ...plainRow, kind: 'no such' },
      ]),
    )
    await expect(failing).rejects.toThrow(/invalid input value for enum/)
    const unknown = runTransaction(getTransferDatabase(), ({ copier }) =>
      copier.copy('copy no_such_table from stdin (format binary)', (rows) =>
        writeRow(rows, plainRow),
      ),
    )
    await expect(unknown).rejects.toThrow(/no_such_table/)
  }
  await runTransaction(getTransferDatabase(), ({ copier }) => copyRows(copier, [plainRow]))
  expect(await countRows()).toBe(1)
})

test('concurrent transactions copy only their own rows', async () => {
  const outcomes = await Promise.allSettled(
    [0, 1, 2, 3, 4, 5].map((small) =>
      runTransaction(getTransferDatabase(), async ({ db, copier }) => {
        await copyRows(copier, [{ ...plainRow, small }])
        await db.$executeRaw`select pg_sleep(0.05)`
        await copyRows(copier, [{ ...plainRow, small }])
        if (small % 2 === 1) throw new Error('odd')
      }),
    ),
  )
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(3)
  const stored = await getDatabase().$queryRaw<{ small: number; count: number }[]>`
    select small, count(*)::int as count from copied group by small order by small`
  expect(stored).toEqual([0, 2, 4].map((small) => ({ small, count: 2 })))
})

test('fault injection (runWithNthStatementRejected) also affects COPY', async () => {
  const failed: number[] = []
  for (let n = 1; ; n++) {
    const wasReached = await runWithNthStatementRejected(n, async () => {
      const copying = runTransaction(getTransferDatabase(), ({ copier }) =>
        copyRows(copier, [plainRow]),
      )
      await copying.catch(() => failed.push(n))
    })
    if (!wasReached) break
  }
  expect(failed.length).toBeGreaterThanOrEqual(3)
  expect(await countRows()).toBeGreaterThanOrEqual(1)
})

test('a bulk copy rejects an unpaired surrogate instead of storing another character', async () => {
  for (const half of ['a\ud800b', '\udc00'])
    for (const broken of [{ name: half }, { texts: ['a', half] }]) {
      const copying = runTransaction(getTransferDatabase(), ({ copier }) =>
        copyRows(copier, [{ ...plainRow, ...broken }]),
      )
      await expect(copying).rejects.toThrow(RangeError)
    }
  expect(await countRows()).toBe(0)
})

test('a copy works after one that failed before sending rows', async () => {
  const texts = ['x'.repeat(2_000_000)]
  await runTransaction(getTransferDatabase(), async ({ db, copier }) => {
    await db.$executeRaw`savepoint before_copy`
    const failing = copier.copy('copy no_such_table from stdin (format binary)', (rows) =>
      writeRow(rows, { ...plainRow, texts }),
    )
    await expect(failing).rejects.toThrow(/no_such_table/)
    await db.$executeRaw`rollback to savepoint before_copy`
    await copyRows(copier, [{ ...plainRow, texts }])
  })
  expect(await countRows()).toBe(1)
})
