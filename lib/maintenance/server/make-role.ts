import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'
import { AppError } from '@/lib/platform/errors'

const passwordMinLength = 16
/** As PostgreSQL itself makes them (RFC 5802, RFC 7677). */
const rounds = 4_096
const saltBytes = 16
const keyBytes = 32
const notAllowed = '42501'
const signInWithinMs = 5_000

/**
 * Makes a role that signs in by this password and may do nothing yet, or gives the one that is there this password. Whether
 * it is one that may be used is for `grantRights` to say: both go into one transaction. Returns the statement, without the
 * password; none where the role has that password, for what PostgreSQL keeps of it may stand in a list of PgBouncer's.
 *
 * @throws AppError where the password would not do, or whose client it is may make no roles
 */
export async function makeRole(
  client: pg.ClientBase,
  role: string,
  password: string,
): Promise<string[]> {
  refuseUnfit(password)
  const { rows } = await client.query<{ maySignIn: boolean }>(
    'select rolcanlogin as "maySignIn" from pg_roles where rolname = $1',
    [role],
  )
  const [known] = rows
  if (known?.maySignIn && (await hasPassword(client, role, password))) return []
  const statement = `${known ? 'alter' : 'create'} role ${pg.escapeIdentifier(role)} login password`
  // PostgreSQL may log its statements: it is told what it would keep of a password, and not the password.
  const verifier = writeVerifier(password, randomBytes(saltBytes), rounds)
  try {
    await client.query(`${statement} ${pg.escapeLiteral(verifier)}`)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === notAllowed)) throw error
    throw new AppError(
      'conflict',
      `Whom DATABASE_URL names may not ${known ? 'change the password of' : 'make'} the role ${role}. Do it as a superuser first (${statement} '...'), or unset STEPMARK_ROLE_PASSWORD where it is done. Nothing was changed.`,
    )
  }
  return [`${statement} '...'`]
}

/** It stands in an address, and no one types it. */
function refuseUnfit(password: string): void {
  if (password.length < passwordMinLength || !/^[\w.~-]+$/.test(password))
    throw new AppError(
      'invalid_input',
      `STEPMARK_ROLE_PASSWORD must have ${passwordMinLength} letters and digits or more: "openssl rand -hex 24" makes one. Nothing was changed.`,
    )
}

/** By what PostgreSQL keeps, which superusers alone may read; else by signing in. */
async function hasPassword(client: pg.ClientBase, role: string, password: string) {
  const { rows } = await client.query<{ mayRead: boolean }>(
    `select has_table_privilege('pg_catalog.pg_authid', 'select') as "mayRead"`,
  )
  if (!rows[0]?.mayRead) return maySignIn(client, role, password)
  const result = await client.query<{ verifier: string | null }>(
    'select rolpassword as verifier from pg_authid where rolname = $1',
    [role],
  )
  const verifier = result.rows[0]?.verifier ?? ''
  const [, iterations, salt] = /^SCRAM-SHA-256\$(\d+):([^$]+)\$/.exec(verifier) ?? []
  if (iterations === undefined || salt === undefined) return false
  return writeVerifier(password, Buffer.from(salt, 'base64'), Number(iterations)) === verifier
}

/** False too where that cannot be told: the door is shut to this host, or opens without a password. */
async function maySignIn(client: pg.ClientBase, role: string, password: string): Promise<boolean> {
  const { host, port, database, ssl } = client as pg.Client
  const trial = new pg.Client({
    ...{ host, port, ssl, user: role, password, application_name: 'stepmark-grant' },
    ...(database !== undefined && { database }),
    connectionTimeoutMillis: signInWithinMs,
  })
  trial.on('error', () => undefined)
  let wasAsked = false
  const connection = Reflect.get(trial, 'connection') as NodeJS.EventEmitter
  connection.once('authenticationSASL', () => (wasAsked = true))
  try {
    await trial.connect()
    return wasAsked
  } catch {
    return false
  } finally {
    await trial.end().catch(() => undefined)
  }
}

/** What PostgreSQL keeps of a password in ASCII: with it one can tell whether someone knows it, and not sign in. */
function writeVerifier(password: string, salt: Buffer, times: number): string {
  const salted = pbkdf2Sync(password, salt, times, keyBytes, 'sha256')
  const sign = (text: string) => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(sign('Client Key')).digest('base64')
  const server = sign('Server Key').toString('base64')
  return `SCRAM-SHA-256$${times}:${salt.toString('base64')}$${stored}:${server}`
}
