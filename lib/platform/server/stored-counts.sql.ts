import { Prisma } from '@/lib/generated/prisma/client'
import type { Database, Transaction } from './database'

/**
 * Counts that pages read instead of counting rows (docs/decisions/054-kept-counts.md): a table of counts, and a table of changes
 * not yet added to them. Both have the same columns.
 */
export interface StoredCounts {
  table: Prisma.Sql
  changeTable: Prisma.Sql
  /** A view with what each counted row adds, in the same columns. */
  source: Prisma.Sql
  /** The columns that identify a count, as a list for SQL. */
  keys: Prisma.Sql
  /** The columns with numbers. */
  amounts: readonly Prisma.Sql[]
}

const maxChangesAtOnce = 10_000

const listAmounts = (amounts: readonly Prisma.Sql[], toSql: (amount: Prisma.Sql) => Prisma.Sql) =>
  Prisma.join(amounts.map(toSql))

/** Rows that add up to the counts that match a condition on the keys. */
export function storedCountRowsSql(
  { table, changeTable, keys, amounts }: StoredCounts,
  condition: Prisma.Sql,
): Prisma.Sql {
  const columns = Prisma.join([keys, ...amounts])
  return Prisma.sql`
    select ${columns} from ${table} where ${condition}
    union all
    select ${columns} from ${changeTable} where ${condition}`
}

/** Adds all changes to the counts, some at a time, so that there are few rows to read. */
export async function applyCountChanges(db: Database, counts: StoredCounts): Promise<void> {
  while ((await applySomeCountChanges(db, counts)) === maxChangesAtOnce);
}

/** Returns how many changes were added. */
async function applySomeCountChanges(
  db: Database,
  { table, changeTable, keys, amounts }: StoredCounts,
): Promise<number> {
  const [row] = await db.$queryRaw<[{ applied: number }]>`
    with changes as (
      delete from ${changeTable} where id in (select id from ${changeTable} limit ${maxChangesAtOnce}::int) returning *
    ), added as (
      insert into ${table} as c (${Prisma.join([keys, ...amounts])})
      select ${keys}, ${listAmounts(amounts, (amount) => Prisma.sql`sum(${amount})`)} from changes
      group by ${keys} order by ${keys}
      on conflict (${keys}) do update set
        ${listAmounts(amounts, (amount) => Prisma.sql`${amount} = c.${amount} + excluded.${amount}`)}
    )
    select count(*)::int as applied from changes`
  return row.applied
}

/** What the stored counts lack, as rows to add. No rows if the counts are right. */
function missingCountsSql({ table, changeTable, source, keys, amounts }: StoredCounts): Prisma.Sql {
  const negativeAmounts = listAmounts(amounts, (amount) => Prisma.sql`-${amount}`)
  return Prisma.sql`
    select ${keys}, ${listAmounts(amounts, (amount) => Prisma.sql`sum(${amount}) as ${amount}`)}
    from (
      select ${Prisma.join([keys, ...amounts])} from ${source}
      union all
      select ${keys}, ${negativeAmounts} from ${table}
      union all
      select ${keys}, ${negativeAmounts} from ${changeTable}
    ) difference
    group by ${keys}
    having ${Prisma.join(
      amounts.map((amount) => Prisma.sql`sum(${amount}) <> 0`),
      ' or ',
    )}`
}

/** The number of stored counts that differ from counting all rows again. */
export async function countWrongCounts(db: Transaction, counts: StoredCounts): Promise<number> {
  const [row] = await db.$queryRaw<[{ wrong: number }]>`
    select count(*)::int as wrong from (${missingCountsSql(counts)}) missing`
  return row.wrong
}

/**
 * Corrects the stored counts and returns how many were wrong. Blocks no annotator: one statement compares and adds the
 * difference. A second correction waits, or both would add it.
 */
export async function correctCounts(db: Transaction, counts: StoredCounts): Promise<number> {
  const { changeTable, keys, amounts } = counts
  await db.$executeRaw`select pg_advisory_xact_lock(hashtextextended('correct-counts', 0))::text`
  return db.$executeRaw`
    insert into ${changeTable} (${Prisma.join([keys, ...amounts])}) ${missingCountsSql(counts)}`
}
