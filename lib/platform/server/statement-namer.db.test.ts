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

const migrate = (sql: string) =>
  withPgClient(process.env.DATABASE_URL!, (client) => client.query(sql))

const describeOutcomes = async (run: () => Promise<unknown>, count: number) => {
  const outcomes = []
  for (let i = 0; i < count; i += 1)
    outcomes.push(
      await run().then(
        () => 'read',
        () => 'failed',
      ),
    )
  return outcomes
}

test('after a migration changes a column of a named statement, the statement fails once on its connection', async () => {
  const db = getDatabase()
  const read = (reader: Transaction) =>
    reader.$queryRaw`/* named */ select value from changed where ${1}::int = 1`
  const readInTransaction = () => db.$transaction(read)
  await migrate('create table changed (value int)')
  expect(await describeOutcomes(readInTransaction, 1)).toEqual(['read'])
  await migrate('alter table changed alter value type text')
  expect(await describeOutcomes(readInTransaction, 2)).toEqual(['failed', 'read'])
  await migrate('alter table changed alter value type int using value::int')
  expect(await describeOutcomes(() => read(db), 2)).toEqual(['failed', 'read'])
})
