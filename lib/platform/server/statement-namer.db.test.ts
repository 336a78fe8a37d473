import { expect, test } from 'vitest'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { getDatabase, requestTransactionLimits, type Transaction } from './database'
import { withPgClient } from './pg-client'
import { setUpConnection } from './set-up-connection'

useTestDatabase()

const readNames = (db: Transaction) =>
  db.$queryRaw<{ name: string; statement: string }[]>`
    select name, statement from pg_prepared_statements where statement like '%two of%'`

test('a connection names marked statements, and no others', async () => {
  const names = await getDatabase().$transaction(async (db) => {
    for (const n of [1, 2, 3]) {
      await db.$queryRaw`/* named */ select ${n}::int as "two of"`
      await db.$queryRaw`select ${n}::int as "two of"`
    }
    return readNames(db)
  })
  expect(names).toHaveLength(1)
  expect(names[0]!.name).toMatch(/^stepmark_/)
  expect(names[0]!.statement).toMatch(/named/)
})

test('through a pooler, no statement is named', async () => {
  const countNames = (processIdChange: number) =>
    withPgClient(process.env.DATABASE_URL!, async (client) => {
      const connection = client as typeof client & { processID: number }
      connection.processID += processIdChange
      await setUpConnection(client, requestTransactionLimits)
      await client.query({ text: '/* named */ select $1::int', values: [1] })
      const { rows } = await client.query<{ n: number }>(
        'select count(*)::int as n from pg_prepared_statements',
      )
      return rows[0]!.n
    })
  expect(await countNames(0)).toBe(1)
  expect(await countNames(1)).toBe(0)
})

test('after a migration changes the columns of a named statement, a transaction and a statement fail once', async () => {
  const db = getDatabase()
  const read = (reader: Transaction) =>
    reader.$queryRaw`/* named */ select value from changed where ${1}::int = 1`
  const runTwiceAfterChange = async (type: string, run: () => Promise<unknown>) => {
    await run()
    await db.$executeRawUnsafe(`alter table changed alter value type ${type} using value::${type}`)
    return [
      await run().then(
        () => 'read',
        () => 'failed',
      ),
      await run().then(
        () => 'read',
        () => 'failed',
      ),
    ]
  }
  await db.$executeRaw`create table changed (value int)`
  expect(await runTwiceAfterChange('text', () => db.$transaction(read))).toEqual(['failed', 'read'])
  expect(await runTwiceAfterChange('int', () => read(db))).toEqual(['failed', 'read'])
})
