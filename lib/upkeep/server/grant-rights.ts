import pg from 'pg'
import { AppError } from '@/lib/platform/errors'

/** What the application reads and never writes: the log is added to by a function of its owner's. */
const readOnly = ['audit_entry', 'audit_chain', '_prisma_migrations'] as const

const mayMaintainSince = 170_000

interface RoleRow {
  isSuper: boolean
  isOwner: boolean
  database: string
  version: number
}

/**
 * Gives a role what the servers need, and no more: rows, but no tables; and of the audit log reading alone. Twice is once.
 * Returns the statements. The client is the owner's.
 *
 * @throws AppError where that role could do more anyway
 */
export async function grantRights(client: pg.ClientBase, role: string): Promise<string[]> {
  const { database, version } = await findRole(client, role)
  const statements = listGrants(pg.escapeIdentifier(role), pg.escapeIdentifier(database), version)
  await client.query('begin')
  try {
    for (const statement of statements) await client.query(statement)
    await refuseMore(client, role)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
  return statements
}

async function findRole(client: pg.ClientBase, role: string): Promise<RoleRow> {
  const { rows } = await client.query<RoleRow>(
    `select r.rolsuper as "isSuper", pg_has_role(r.oid, c.relowner, 'member') as "isOwner",
       current_database() as database, current_setting('server_version_num')::int as version
     from pg_roles r, pg_class c where r.rolname = $1 and c.oid = 'audit_entry'::regclass`,
    [role],
  )
  const [found] = rows
  if (!found)
    throw new AppError(
      'not_found',
      `There is no role ${role}. Make it first: create role ${role} login password '...'. Nothing was changed.`,
    )
  if (found.isSuper || found.isOwner)
    throw new AppError(
      'conflict',
      `${role} ${found.isSuper ? 'is a superuser' : 'owns the tables'}, and so may change the audit log whatever is granted. Name another role. Nothing was changed.`,
    )
  return found
}

function listGrants(role: string, database: string, version: number): string[] {
  const schemas = 'public, pgboss'
  const rows = 'select, insert, update, delete'
  const log = readOnly.join(', ')
  return [
    `grant connect, temporary on database ${database} to ${role}`,
    `grant usage on schema ${schemas} to ${role}`,
    `grant ${rows} on all tables in schema ${schemas} to ${role}`,
    `grant usage, select on all sequences in schema ${schemas} to ${role}`,
    `grant execute on all functions in schema ${schemas} to ${role}`,
    // Imports have the statistics of what they filled gathered.
    ...(version >= mayMaintainSince
      ? [`grant maintain on all tables in schema public to ${role}`]
      : []),
    `revoke all on ${log} from ${role}`,
    `grant select on ${log} to ${role}`,
    // What later migrations make.
    `alter default privileges in schema public grant ${rows} on tables to ${role}`,
    `alter default privileges in schema public grant usage, select on sequences to ${role}`,
    `alter default privileges in schema pgboss grant ${rows} on tables to ${role}`,
  ]
}

/** By way of another role, or of everybody (PUBLIC), it may have what was not granted here. */
async function refuseMore(client: pg.ClientBase, role: string): Promise<void> {
  const { rows } = await client.query<{ what: string }>(
    `select t || ': ' || p as what
     from unnest(array['audit_entry', 'audit_chain']) t, unnest(array['insert', 'update', 'delete', 'truncate']) p
     where has_table_privilege($1, t, p)
     union all
     select 'tables in schema ' || s from unnest(array['public', 'pgboss']) s where has_schema_privilege($1, s, 'create')`,
    [role],
  )
  if (rows.length === 0) return
  throw new AppError(
    'conflict',
    `${role} may do more by way of another role or of PUBLIC (${rows.map(({ what }) => what).join(', ')}). Revoke that first. Nothing was changed.`,
  )
}
