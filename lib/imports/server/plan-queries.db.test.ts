import { expect, test } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { analyzeImportTables } from './plan-queries.sql'

useTestDatabase()

async function listAnalyzedTables(): Promise<string[]> {
  const rows = await getDatabase().$queryRaw<{ table: string }[]>`
    select relname as table from pg_stat_user_tables where analyze_count > 0 order by relname`
  return rows.map(({ table }) => table)
}

test('statistics are gathered only of tables to which an import added many rows, because others can seem empty', async () => {
  const none = { solutions: 499, annotations: 499, queued: 499 }
  const before = await listAnalyzedTables()
  const listNew = async () =>
    (await listAnalyzedTables()).filter((table) => !before.includes(table))
  await analyzeImportTables(getDatabase(), none)
  expect(await listNew()).toEqual([])
  await analyzeImportTables(getDatabase(), { ...none, solutions: 500 })
  expect(await listNew()).toEqual(['problem', 'solution'])
  await analyzeImportTables(getDatabase(), { ...none, queued: 500 })
  expect(await listNew()).toEqual(['problem', 'queue_item', 'solution'])
  await analyzeImportTables(getDatabase(), { ...none, annotations: 500 })
  expect(await listNew()).toEqual(['annotation', 'problem', 'queue_item', 'solution'])
})
