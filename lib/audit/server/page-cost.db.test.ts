import { beforeAll, expect, test } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import { withPgClient } from '@/lib/platform/server/pg-client'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { makeProject, type TestProject } from '@/prisma/seed/factories'
import { type AuditCursor, type AuditFilter, listAuditEntries } from './entries.sql'

useTestDatabase()

const entries = 100_000
const people = 40
/** Blocks that a page of 50 may touch; the table and its indexes have thousands. */
const maxBlocks = 400

let project: TestProject

beforeAll(async () => {
  project = await makeProject()
  await withPgClient(process.env.DATABASE_URL!, async (client) => {
    // Nearly all entries are labelling, as in an active project. One in 10,000 is rare.
    await client.query(
      `insert into audit_entry (chain, sequence, at, project_id, actor, action, target, detail, request_id, hash)
       select 'c' || i % ${people}, i, '2026-01-01'::timestamptz + i * interval '1 second', '${project.id}', 'user:' || i % ${people},
         case when i % 10000 = 0 then 'release.create' when i % 3 = 0 then 'queue.claim' else 'annotation.save' end,
         'solution:' || md5((i % 20000)::text), '{}', 'r', sha256('')
       from generate_series(1, ${entries}) i`,
    )
    await client.query('vacuum analyze audit_entry')
  })
})

/** Number of blocks of the table and its indexes that PostgreSQL reads for a page. */
async function measurePage(filter: AuditFilter, after: AuditCursor | null, isAll: boolean) {
  return getDatabase().$transaction(async (db) => {
    const count = async () => {
      const [row] = await db.$queryRaw<[{ blocks: number }]>`
        select sum(pg_stat_get_xact_blocks_fetched(oid))::int as blocks from (
          select 'audit_entry'::regclass as oid union all
          select indexrelid from pg_index where indrelid = 'audit_entry'::regclass) r`
      return row.blocks
    }
    const before = await count()
    const rows = await listAuditEntries(db, {
      projectId: isAll ? null : project.id,
      filter,
      after,
      limit: 51,
    })
    return { rows: rows.length, blocks: (await count()) - before }
  })
}

const deepCursor: AuditCursor = {
  microseconds: `${Date.parse('2026-01-01T06:00:00Z')}000`,
  sequence: '1',
  chain: 'd',
}
const solution = 'solution:c4ca4238a0b923820dcc509a6f75849b'

test.each<[string, AuditFilter, AuditCursor | null, number]>([
  ['of the newest entries', {}, null, 51],
  ['far down', {}, deepCursor, 51],
  ['of a person', { actor: 'user:7' }, null, 51],
  ['of a person, far down', { actor: 'user:7' }, deepCursor, 51],
  ['of a target', { target: solution }, null, 5],
  ['of something rare', { group: 'data' }, null, 10],
  ['of a group without entries', { group: 'selection' }, null, 0],
  ['of a group with nearly all entries, far down', { group: 'work' }, deepCursor, 51],
  ['of a day', { from: '2026-01-01', to: '2026-01-01' }, null, 51],
])(
  'an audit log page %s reads few database blocks, however long the log is',
  async (_, filter, after, rows) => {
    for (const isAll of [false, true]) {
      const cost = await measurePage(filter, after, isAll)
      expect(cost.rows).toBe(rows)
      expect(cost.blocks).toBeLessThan(maxBlocks)
    }
  },
)
