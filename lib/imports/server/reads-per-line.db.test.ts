import { expect, test } from 'vitest'
import { closeDatabase, getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { importLines, makeProject } from '@/prisma/seed/factories'

useTestDatabase()

const lines = 3_000

/** PostgreSQL reports the reads of a connection when it ends, so end all but this one. */
async function endConnections(): Promise<void> {
  await closeDatabase()
  const listOthers = () =>
    getDatabase().$queryRaw`
      select application_name, state, query from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`
  await expect.poll(listOthers, { timeout: 30_000 }).toEqual([])
}

/** Table rows and index entries that PostgreSQL has read in this database. */
async function countReads(): Promise<number> {
  await endConnections()
  const [{ reads }] = await getDatabase().$queryRaw<[{ reads: number }]>`
    select ((select sum(seq_tup_read) from pg_stat_user_tables)
      + (select sum(idx_tup_read) from pg_stat_user_indexes))::float8 as reads`
  return reads
}

test('an import reads a limited number of database rows per line, however many lines came before', async () => {
  const project = await makeProject()
  const rows = Array.from({ length: lines }, (_, i) => ({
    prompt: `What is ${i}?`,
    completions: [`It is ${i}.`, 'So it is.'],
    labels: [true, i % 2 === 0],
  }))
  const before = await countReads()
  expect(await importLines(project, rows)).toMatchObject({ state: 'done', annotations: lines })
  const reads = (await countReads()) - before
  // The first 500 are compared among each other, and later ones take a few dozen reads each: 270 on average.
  // If each line were compared with all earlier ones, it would take 1,700.
  expect(reads / lines).toBeLessThan(600)
}, 60_000)
