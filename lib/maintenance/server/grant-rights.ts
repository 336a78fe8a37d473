import pg from 'pg'
import { AppError } from '@/lib/platform/errors'
import { createRoleOrSetPassword } from './create-role-or-set-password'

/** Tables that the server role may only read. A function of their owner adds audit entries. */
const readOnlyTables = ['audit_entry', 'audit_chain', '_prisma_migrations'] as const

/** The first version of PostgreSQL with the MAINTAIN privilege. */
const maintainSinceVersion = 170_000

interface RoleRow {
  isSuper: boolean
  isOwner: boolean
  database: string
  version: number
}

/**
 * Grants a role only what the servers need: to read and write rows, but not to change tables or the audit log.
 * Idempotent. Returns the statements. The client must be connected as the owner. With a password, creates the role if it
 * does not exist, or sets its password, which requires CREATEROLE.
 *
 * @throws AppError if the role does not exist, owns the tables, is a superuser or has further rights
 */
export async function grantServerRights(
  client: pg.ClientBase,
  role: string,
  password: string | null = null,
): Promise<string[]> {
  await client.query('begin')
  try {
    const roleStatements =
      password === null ? [] : await createRoleOrSetPassword(client, role, password)
    const { database, version } = await getSuitableRole(client, role)
    const name = pg.escapeIdentifier(role)
    const statements = listGrants(name, pg.escapeIdentifier(database), version)
    for (const statement of statements) await client.query(statement)
    await rejectExtraPrivileges(client, role)
    await client.query('commit')
    return [...roleStatements, ...statements]
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/**
 * Checks before migrations that the role is suitable, or can be created. Changes nothing.
 *
 * @throws AppError if the role does not exist, owns the tables or is a superuser
 */
export async function validateServerRole(
  client: pg.ClientBase,
  role: string,
  password: string | null,
): Promise<void> {
  await client.query('begin')
  try {
    if (password !== null) await createRoleOrSetPassword(client, role, password)
    await getSuitableRole(client, role)
  } finally {
    await client.query('rollback')
  }
}

/** `isOwner`: the role is a member of the owner of the tables or, before there are any, of the role that will create them. */
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

async function getSuitableRole(client: pg.ClientBase, role: string): Promise<RoleRow> {
  const roleRow = await findRole(client, role)
  if (!roleRow)
    throw new AppError(
      'not_found',
      `There is no role ${role}. Create it (create role ${role} login password '...'), or set STEPMARK_ROLE_PASSWORD to have it created. Nothing was changed.`,
    )
  if (roleRow.isSuper || roleRow.isOwner)
    throw new AppError(
      'conflict',
      `${role} ${roleRow.isSuper ? 'is a superuser' : 'owns the tables'}, so it could always change the audit log. Use another role. Nothing was changed.`,
    )
  return roleRow
}

function listGrants(role: string, database: string, version: number): string[] {
  const schemas = 'public, pgboss'
  const rowPrivileges = 'select, insert, update, delete'
  const readOnlyList = readOnlyTables.join(', ')
  return [
    `grant connect on database ${database} to ${role}`,
    // By default, everyone may create temporary tables. The servers use none.
    `revoke temporary on database ${database} from public, ${role}`,
    `grant usage on schema ${schemas} to ${role}`,
    `grant ${rowPrivileges} on all tables in schema ${schemas} to ${role}`,
    `grant usage, select on all sequences in schema ${schemas} to ${role}`,
    `grant execute on all functions in schema ${schemas} to ${role}`,
    // Imports run ANALYZE on the tables that they fill.
    ...(version >= maintainSinceVersion
      ? [`grant maintain on all tables in schema public to ${role}`]
      : []),
    `revoke all on ${readOnlyList} from ${role}`,
    `grant select on ${readOnlyList} to ${role}`,
    // For tables of later migrations.
    `alter default privileges in schema public grant ${rowPrivileges} on tables to ${role}`,
    `alter default privileges in schema public grant usage, select on sequences to ${role}`,
    `alter default privileges in schema pgboss grant ${rowPrivileges} on tables to ${role}`,
  ]
}

/** A role can have further privileges through another role or through PUBLIC. */
async function rejectExtraPrivileges(client: pg.ClientBase, role: string): Promise<void> {
  const { rows } = await client.query<{ privilege: string }>(
    `select t || ': ' || p as privilege
     from unnest(array['audit_entry', 'audit_chain']) t, unnest(array['insert', 'update', 'delete', 'truncate']) p
     where has_table_privilege($1, t, p)
     union all
     select 'temporary tables' where has_database_privilege($1, current_database(), 'temporary')
     union all
     select 'tables in schema ' || s from unnest(array['public', 'pgboss']) s where has_schema_privilege($1, s, 'create')`,
    [role],
  )
  if (rows.length === 0) return
  throw new AppError(
    'conflict',
    `${role} has further privileges through another role or PUBLIC (${rows.map(({ privilege }) => privilege).join(', ')}). Revoke them first. Nothing was granted.`,
  )
}
