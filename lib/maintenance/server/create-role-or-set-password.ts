import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'
import { AppError } from '@/lib/platform/errors'

const passwordMinLength = 16
/** The values that PostgreSQL uses (RFC 5802, RFC 7677). */
const iterationCount = 4_096
const saltBytes = 16
const keyBytes = 32
const insufficientPrivilege = '42501'
const signInTimeoutMs = 5_000

/**
 * Creates a role that can sign in with this password, or sets the password of an existing role. `grantServerRights` checks
 * whether the role is suitable, in the same transaction. Returns the statement without the password. Does nothing if the
 * role already has the password, because a new verifier could differ from a copy in the user list of PgBouncer.
 *
 * @throws AppError if the password is unsuitable, or the client may not create roles
 */
export async function createRoleOrSetPassword(
  client: pg.ClientBase,
  role: string,
  password: string,
): Promise<string[]> {
  checkPassword(password)
  const { rows } = await client.query<{ canSignIn: boolean }>(
    'select rolcanlogin as "canSignIn" from pg_roles where rolname = $1',
    [role],
  )
  const [existing] = rows
  if (existing?.canSignIn && (await hasPassword(client, role, password))) return []
  const statement = `${existing ? 'alter' : 'create'} role ${pg.escapeIdentifier(role)} login password`
  // Sends the verifier that PostgreSQL would store instead of the password, because PostgreSQL may log statements.
  const verifier = writeVerifier(password, randomBytes(saltBytes), iterationCount)
  try {
    await client.query(`${statement} ${pg.escapeLiteral(verifier)}`)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === insufficientPrivilege)) throw error
    throw new AppError(
      'conflict',
      `The user of DATABASE_URL can’t ${existing ? 'change the password of' : 'create'} the role ${role}. Do it as a superuser first (${statement} '...'), then unset STEPMARK_ROLE_PASSWORD. Nothing was changed.`,
    )
  }
  return [`${statement} '...'`]
}

/** Only characters that need no escaping in a connection URL. */
function checkPassword(password: string): void {
  if (password.length < passwordMinLength || !/^[\w.~-]+$/.test(password))
    throw new AppError(
      'invalid_input',
      `STEPMARK_ROLE_PASSWORD must have at least ${passwordMinLength} letters and digits. To create one, run "openssl rand -hex 24". Nothing was changed.`,
    )
}

/** Compares with the stored verifier, which only superusers can read. Otherwise tries to sign in. */
async function hasPassword(client: pg.ClientBase, role: string, password: string) {
  const { rows } = await client.query<{ mayRead: boolean }>(
    `select has_table_privilege('pg_catalog.pg_authid', 'select') as "mayRead"`,
  )
  if (!rows[0]?.mayRead) return canSignIn(client, role, password)
  const result = await client.query<{ verifier: string | null }>(
    'select rolpassword as verifier from pg_authid where rolname = $1',
    [role],
  )
  const verifier = result.rows[0]?.verifier ?? ''
  const [, iterations, salt] = /^SCRAM-SHA-256\$(\d+):([^$]+)\$/.exec(verifier) ?? []
  if (iterations === undefined || salt === undefined) return false
  return writeVerifier(password, Buffer.from(salt, 'base64'), Number(iterations)) === verifier
}

/** Also false if it can't be determined: the server rejects this host, or asks for no password. */
async function canSignIn(client: pg.ClientBase, role: string, password: string): Promise<boolean> {
  const { host, port, database, ssl } = client as pg.Client
  const trial = new pg.Client({
    host,
    port,
    ssl,
    user: role,
    password,
    application_name: 'stepmark-grant',
    ...(database !== undefined && { database }),
    connectionTimeoutMillis: signInTimeoutMs,
  })
  trial.on('error', () => undefined)
  let wasPasswordRequested = false
  const connection = Reflect.get(trial, 'connection') as NodeJS.EventEmitter
  connection.once('authenticationSASL', () => (wasPasswordRequested = true))
  try {
    await trial.connect()
    return wasPasswordRequested
  } catch {
    return false
  } finally {
    await trial.end().catch(() => undefined)
  }
}

/** The verifier that PostgreSQL stores for an ASCII password. It can check a password but not be used to sign in. */
function writeVerifier(password: string, salt: Buffer, iterations: number): string {
  const saltedPassword = pbkdf2Sync(password, salt, iterations, keyBytes, 'sha256')
  const sign = (text: string) => createHmac('sha256', saltedPassword).update(text).digest()
  const storedKey = createHash('sha256').update(sign('Client Key')).digest('base64')
  const serverKey = sign('Server Key').toString('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`
}
