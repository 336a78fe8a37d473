import { expect, test } from 'vitest'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { getDatabase } from './database'
import { describeErrorForLog } from './describe-error'
import { withPgClient } from './pg-client'

useTestDatabase()

const canary = 'canary-4f1d'
const number = '99999999999994711'

const catchError = async (failing: Promise<unknown>): Promise<string> =>
  failing.then(
    () => expect.unreachable('it should fail'),
    (error: unknown) => JSON.stringify(describeErrorForLog(error)),
  )
const runQuery = (sql: string, values: unknown[]) =>
  withPgClient(process.env.DATABASE_URL!, (client) => client.query(sql, values))

test.each([
  canary,
  `a" ${canary}`,
  `a": "b" ${canary} "c`,
  `a\n\n${canary}`,
  `a"\n\n${canary}`,
  `a\n    at ${canary} (/a.ts:1:1)`,
  `a\nRaw query failed. ${canary}`,
])('does not log the value %j that PostgreSQL quotes', async (value) => {
  const db = getDatabase()
  const descriptions = await Promise.all([
    catchError(db.$queryRaw`select ${value}::text::uuid`),
    catchError(db.$queryRaw`select ${value}::text::role`),
    catchError(db.$queryRaw`select ${value}::text::timestamptz`),
    catchError(db.$queryRaw`select (${value}::text || ${number})::int`),
    catchError(db.$queryRaw`select ${`{${value}`}::text::int[]`),
    catchError(runQuery('select $1::text::uuid', [value])),
    catchError(db.user.findFirst({ where: { id: value } })),
    catchError(db.user.findMany({ where: { id: { in: [value] } } })),
    catchError(db.user.findFirst({ where: { name: value, nothing: [value] } })),
  ])
  for (const description of descriptions) expect(description).not.toContain(canary)
  expect(descriptions[0]).toContain('invalid input syntax for type uuid')
})

test('does not log an out-of-range number', async () => {
  const description = await catchError(getDatabase().$queryRaw`select ${number}::text::int`)
  expect(description).not.toContain(number)
  expect(description).toContain('out of range for type integer')
})

test('redacts the values of a duplicate key and of a row that violates a constraint', async () => {
  const sql = `create temp table t (a text unique check (a <> 'b'))`
  const insert = (value: string) =>
    withPgClient(process.env.DATABASE_URL!, async (client) => {
      await client.query(sql)
      for (let i = 0; i < 2; i += 1) await client.query('insert into t values ($1)', [value])
    }).catch((error: unknown) => {
      const detail: unknown = Reflect.get(error as object, 'detail')
      throw new Error(`${(error as Error).message}\nDETAIL: ${String(detail)}`)
    })
  const description = await catchError(insert(`a(b)${canary}) x`))
  expect(description).toContain('t_a_key')
  expect(description).not.toContain(canary)
  expect(await catchError(insert('b'))).toContain('contains (…)')
})
