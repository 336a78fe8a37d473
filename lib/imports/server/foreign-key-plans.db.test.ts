import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { Prisma } from '@/lib/generated/prisma/client'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'

useTestDatabase()

interface Plan {
  Plans?: Plan[]
  'Index Name'?: string
}

const listIndexes = (plan: Plan): string[] => [
  ...(plan['Index Name'] ? [plan['Index Name']] : []),
  ...(plan.Plans ?? []).flatMap(listIndexes),
]

const tables = [
  ['problem', Prisma.sql`problem`],
  ['solution', Prisma.sql`solution`],
  ['annotation', Prisma.sql`annotation`],
] as const

// With another index, an import would read all rows of its project for each row that it adds. PostgreSQL takes the newest
// of equally good indexes: after adding one to these tables, recreate the primary key as in newest_primary_keys.
test.each(tables)(
  'a foreign-key check of an import finds its %s by primary key, even if statistics say that the table is empty',
  async (table, tableSql) => {
    const { plan } = await getDatabase().$transaction(async (db) => {
      await db.$executeRaw`analyze ${tableSql}`
      await db.$executeRaw`set local enable_seqscan = off`
      const [row] = await db.$queryRaw<[{ 'QUERY PLAN': [{ Plan: Plan }] }]>`
        explain (format json) select 1 from only ${tableSql} x
        where project_id = ${randomUUID()}::uuid and id = ${randomUUID()}::uuid for key share of x`
      return { plan: row['QUERY PLAN'][0].Plan }
    })
    expect(listIndexes(plan)).toEqual([`${table}_pkey`])
  },
)
