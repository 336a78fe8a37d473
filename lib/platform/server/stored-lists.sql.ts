import { Prisma } from '@/lib/generated/prisma/client'
import type { Database, Transaction } from './database'
import { runTransaction } from './run-transaction'

/**
 * Rows that pages read in the order of an index instead of computing all of them (docs/decisions/056-stored-lists.md). The
 * rows of a group are computed together. Triggers record the groups that may have changed; until a job has stored their
 * rows again, readers compute them.
 */
export interface StoredList {
  table: Prisma.Sql
  /** Has the columns `id`, `project_id` and the group. */
  changeTable: Prisma.Sql
  /** A view that computes the rows, in the same columns. Reads only a group's own rows if asked for one group. */
  source: Prisma.Sql
  /** The column that identifies a group in its project. */
  group: Prisma.Sql
  /** The columns of the primary key, `project_id` first. */
  keys: readonly Prisma.Sql[]
  /** The other columns. */
  values: readonly Prisma.Sql[]
}

const maxChangesAtOnce = 2_000

const listColumns = ({ keys, values }: StoredList) => Prisma.join([...keys, ...values])

/** The rows of the groups in `changed`, computed. */
const computeChangedRowsSql = ({ source, group }: StoredList) => Prisma.sql`
  select v.* from changed c cross join lateral (
    select * from ${source} where project_id = c.project_id and ${group} = c.${group} offset 0) v`

/** `changed`: the groups of a project that may be outdated; `recent`: their rows, computed. For `with`. */
const recentRowsSql = (list: StoredList, projectId: string) => Prisma.sql`
  changed as materialized (
    select distinct project_id, ${list.group} from ${list.changeTable} where project_id = ${projectId}::uuid
  ), recent as materialized (${computeChangedRowsSql(list)})`

const isChangedSql = ({ group }: StoredList) =>
  Prisma.sql`${group} = any (array(select ${group} from changed))`

interface ListFilter {
  projectId: string
  /** On the columns of the list. */
  condition?: Prisma.Sql
}

const everything = Prisma.sql`true`

/** The number of rows as they are now. */
export async function countListRows(
  db: Transaction,
  list: StoredList,
  { projectId, condition = everything }: ListFilter,
): Promise<number> {
  const [row] = await db.$queryRaw<[{ rows: number }]>`
    with ${recentRowsSql(list, projectId)}
    select ${countRowsSql(list, { projectId, condition })} as rows`
  return row.rows
}

/** The number of rows as they are now, at most `max`. Reads few rows. */
export async function countListRowsUpTo(
  db: Transaction,
  list: StoredList,
  { projectId, max }: { projectId: string; max: number },
): Promise<number> {
  const [row] = await db.$queryRaw<[{ rows: number }]>`
    with ${recentRowsSql(list, projectId)}
    select count(*)::int as rows from (
      (select from ${list.table} where project_id = ${projectId}::uuid and not ${isChangedSql(list)} limit ${max}::bigint)
      union all
      select from recent
      limit ${max}::bigint
    ) current`
  return row.rows
}

/** Subtracts the outdated rows, so that all rows can be counted without comparing each to the changed groups. */
const countRowsSql = (list: StoredList, { projectId, condition = everything }: ListFilter) => {
  const matches = Prisma.sql`project_id = ${projectId}::uuid and ${condition}`
  return Prisma.sql`(
    (select count(*) from ${list.table} where ${matches})
    - (select count(*) from ${list.table} where ${matches} and ${isChangedSql(list)})
    + (select count(*) from recent where ${condition}))::int`
}

/** Common table expressions up to `page`: a page of rows as they are now, with the total of all pages. For `with`. */
export function listPageSql(
  list: StoredList,
  filter: ListFilter & { orderBy: Prisma.Sql; limit: number; offset: number },
): Prisma.Sql {
  const { projectId, condition = everything, orderBy, limit, offset } = filter
  const columns = listColumns(list)
  return Prisma.sql`${recentRowsSql(list, projectId)}, page as materialized (
    select *, ${countRowsSql(list, filter)} as total
    from (
      (select ${columns} from ${list.table}
        where project_id = ${projectId}::uuid and not ${isChangedSql(list)} and ${condition}
        order by ${orderBy} limit ${offset + limit}::bigint)
      union all
      select ${columns} from recent where ${condition}
    ) current
    order by ${orderBy} limit ${limit}::bigint offset ${offset}::bigint
  )`
}

/** Computes the rows of all changed groups again and stores them, some groups at a time. */
export async function applyListChanges(db: Database, list: StoredList): Promise<void> {
  while ((await applySomeListChanges(db, list)) === maxChangesAtOnce);
}

/** Returns how many changes were applied. */
async function applySomeListChanges(db: Database, list: StoredList): Promise<number> {
  const { changeTable } = list
  const [first] = await db.$queryRaw<[{ hasChanges: boolean }]>`
    select exists (select from ${changeTable}) as "hasChanges"`
  if (!first.hasChanges) return 0
  return runTransaction(db, async ({ db: transaction }) => {
    // A second job could store what it read before the first one.
    await transaction.$executeRaw`select pg_advisory_xact_lock(hashtextextended('apply-list-changes', 0))::text`
    const [row] = await transaction.$queryRaw<[{ applied: number }]>`${applyChangesSql(list)}`
    return row.applied
  })
}

/** One statement, so that the rows are computed from the same snapshot in which the changes are deleted. */
function applyChangesSql(list: StoredList): Prisma.Sql {
  const { table, changeTable, group, keys, values } = list
  const columns = listColumns(list)
  const isSameRow = Prisma.join(
    keys.map((key) => Prisma.sql`r.${key} = t.${key}`),
    ' and ',
  )
  return Prisma.sql`
    with applied as (
      delete from ${changeTable} where id in (select id from ${changeTable} limit ${maxChangesAtOnce}::int)
      returning project_id, ${group}
    ), changed as (
      select distinct project_id, ${group} from applied
    ), recent as materialized (${computeChangedRowsSql(list)}
    ), removed as (
      delete from ${table} t using changed c where t.project_id = c.project_id and t.${group} = c.${group}
        and not exists (select from recent r where ${isSameRow})
    ), stored as (
      insert into ${table} (${columns}) select ${columns} from recent
      on conflict (${Prisma.join([...keys])}) do update
        set ${Prisma.join(values.map((value) => Prisma.sql`${value} = excluded.${value}`))}
    )
    select count(*)::int as applied from applied`
}

/** Groups with other rows than those computed now, without the changed ones, which readers compute. */
function wrongGroupsSql(list: StoredList): Prisma.Sql {
  const { table, changeTable, source, group } = list
  const columns = listColumns(list)
  return Prisma.sql`
    select distinct project_id, ${group}
    from (
      (select ${columns} from ${source} except select ${columns} from ${table})
      union all
      (select ${columns} from ${table} except select ${columns} from ${source})
    ) difference
    where not exists (select from ${changeTable} c where c.project_id = difference.project_id
      and c.${group} = difference.${group})`
}

/** The number of groups that a reader would see wrong. */
export async function countWrongGroups(db: Transaction, list: StoredList): Promise<number> {
  const [row] = await db.$queryRaw<[{ wrong: number }]>`
    select count(*)::int as wrong from (${wrongGroupsSql(list)}) wrong`
  return row.wrong
}

/** Corrects wrong groups by recording them as changed. Returns how many. */
export function correctGroups(db: Transaction, list: StoredList): Promise<number> {
  const { changeTable, group } = list
  return db.$executeRaw`insert into ${changeTable} (project_id, ${group}) ${wrongGroupsSql(list)}`
}
