import pg from 'pg'
import { AppError } from '@/lib/platform/errors'
import { makeRole } from './make-role'

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
 * Returns the statements. The client is the owner's. With a password, the role is made where it is not there, and has that
 * password from then on; the client then has to be one that may make roles.
 *
 * @throws AppError where that role could do more anyway
 */
export async function grantRights(
  client: pg.ClientBase,
  role: string,
  password: string | null = null,
): Promise<string[]> {
  await client.query('begin')
  try {
    const roleStatements = password === null ? [] : await makeRole(client, role, password)
    const { database, version } = await getRole(client, role)
    const name = pg.escapeIdentifier(role)
    const statements = listGrants(name, pg.escapeIdentifier(database), version)
    for (const statement of statements) await client.query(statement)
    await refuseMore(client, role)
    await client.query('commit')
    return [...roleStatements, ...statements]
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/**
 * What can be seen before there are tables: whether that role may be given rights at all, and can be made. Changes nothing.
 *
 * @throws AppError as `grantRights`
 */
export async function checkRole(
  client: pg.ClientBase,
  role: string,
  password: string | null,
): Promise<void> {
  await client.query('begin')
  try {
    if (password !== null) await makeRole(client, role, password)
    await getRole(client, role)
  } finally {
    await client.query('rollback')
  }
}

/** Its owner owns the tables, or is about to create them. */
async function findRole(client: pg.ClientBase, role: string): Promise<RoleRow | null> {
  const { rows } = await client.query<RoleRow>(
    `select r.rolsuper as "isSuper", pg_has_role(r.oid, owner.oid, 'member') as "isOwner",
       current_database() as database, current_setting('server_version_num')::int as version
     from pg_roles r, pg_roles owner where r.rolname = $1 and owner.oid = coalesce(
       (select relowner from pg_class where oid = to_regclass('audit_entry')),
       (select oid from pg_roles where rolname = current_user))`,
    [role],
  )
  return rows[0] ?? null
}

async function getRole(client: pg.ClientBase, role: string): Promise<RoleRow> {
  const roleRow = await findRole(client, role)
  if (!roleRow)
    throw new AppError(
      'not_found',
      `There is no role ${role}. Make it first: create role ${role} login password '...'; or set STEPMARK_ROLE_PASSWORD, and it is made. Nothing was changed.`,
    )
  if (roleRow.isSuper || roleRow.isOwner)
    throw new AppError(
      'conflict',
      `${role} ${roleRow.isSuper ? 'is a superuser' : 'owns the tables'}, and so may change the audit log whatever is granted. Name another role. Nothing was changed.`,
    )
  return roleRow
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

/** By way of another role, or of everyone (PUBLIC), it may have what was not granted here. */
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
    `${role} may do more by way of another role or of PUBLIC (${rows.map(({ what }) => what).join(', ')}). Revoke that first. Nothing was granted.`,
  )
}
