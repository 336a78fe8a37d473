import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createTestDatabase } from '@/lib/platform/testing/test-database'
import { applyMigrations } from './migrations'
import { usePgClient } from './pg-client'
import { repositoryRoot } from './repository-root'

/** One line per fact. Ours alone: without Prisma's own table, and without names of not-null constraints. */
const facts = `
  with ours as (
    select oid, relname, relkind, relpersistence, reloptions, relacl, relreplident from pg_class
    where relnamespace = 'public'::regnamespace and relname not like '\\_prisma%'
  )
  select concat_ws(' ', 'relation', relname, relkind, relpersistence, relreplident, reloptions, relacl) as fact from ours
  union all
  select concat_ws(' ', 'column', o.relname, a.attname, format_type(a.atttypid, a.atttypmod),
    case when a.attnotnull then 'not null' end, replace(pg_get_expr(d.adbin, d.adrelid), 'ARRAY[]', '''{}'''), a.attstorage,
    a.attidentity, a.attgenerated, a.attacl, a.attcollation)
  from ours o join pg_attribute a on a.attrelid = o.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = o.oid and d.adnum = a.attnum where o.relkind in ('r', 'v')
  union all
  select concat_ws(' ', 'constraint', o.relname, c.conname, replace(pg_get_constraintdef(c.oid), ' NOT VALID', ''))
  from ours o join pg_constraint c on c.conrelid = o.oid where c.contype <> 'n'
  union all
  select 'index ' || pg_get_indexdef(i.indexrelid) from ours o join pg_index i on i.indrelid = o.oid
  union all
  select concat_ws(' ', 'trigger', pg_get_triggerdef(t.oid), t.tgenabled) from ours o join pg_trigger t on t.tgrelid = o.oid
  where not t.tgisinternal
  union all
  select 'view ' || relname || pg_get_viewdef(oid) from ours where relkind = 'v'
  union all
  select concat_ws(' ', 'sequence', s.sequencename, s.data_type, s.start_value, s.increment_by,
    pg_get_serial_sequence('gold_change', 'id')) from pg_sequences s where schemaname = 'public'
  union all
  select 'type ' || t.typname || ' ' || string_agg(e.enumlabel, ',' order by e.enumsortorder)
  from pg_type t join pg_enum e on e.enumtypid = t.oid group by t.oid, t.typname
  union all
  select 'function ' || regexp_replace(regexp_replace(pg_get_functiondef(oid), '--[^\\n]*', '', 'g'), '\\s+', ' ', 'g')
    || coalesce(proacl::text, '') from pg_proc where pronamespace = 'public'::regnamespace
  union all
  select 'extension ' || extname from pg_extension
  union all
  select 'comment ' || description from pg_description d join ours o on o.oid = d.objoid
  order by 1`

function readFacts(url: string): Promise<string[]> {
  return usePgClient(url, async (client) =>
    (await client.query<{ fact: string }>(facts)).rows.map(({ fact }) => fact),
  )
}

it('the baseline builds the same database as the migrations of 0.1.0', async () => {
  const [migrated, baseline] = await Promise.all([
    createTestDatabase({ isMigrated: false }),
    createTestDatabase({ isMigrated: false }),
  ])
  await applyMigrations(migrated.url)
  const script = readFileSync(join(repositoryRoot, 'prisma/baseline/migration.sql'), 'utf8')
  await usePgClient(baseline.url, (client) => client.query(script))
  const [expected, actual] = await Promise.all([readFacts(migrated.url), readFacts(baseline.url)])
  expect(expected.length).toBeGreaterThan(1000)
  expect(actual).toEqual(expected)
  await Promise.all([migrated.drop(), baseline.drop()])
})
