import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'

/** The OS account that runs PostgreSQL. */
export interface PostgresOsAccount {
  uid: number
  gid: number
}

export const postgresOsAccountName = 'postgres'
/** Creating a database takes a second, but minutes on a very busy machine. */
const commandTimeoutMs = 300_000

export interface CommandResult {
  isOk: boolean
  /** Standard output and error, or why the command did not run. */
  output: string
}

/** PostgreSQL receives none of our secrets and no PG* variables, and uses English. */
export const postgresEnv: NodeJS.ProcessEnv = {
  NODE_ENV: 'production',
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
}

/** Runs a command in the root folder and waits for it, as `account` if given (only root can). */
export function runCommandAsAccount(
  command: string,
  args: readonly string[],
  account?: PostgresOsAccount,
): CommandResult {
  const result = spawnSync(command, args, {
    cwd: '/',
    encoding: 'utf8',
    env: postgresEnv,
    timeout: commandTimeoutMs,
    ...account,
  })
  const output = `${result.stdout ?? ''}${result.stderr ?? ''}${result.error?.message ?? ''}`
  return { isOk: result.status === 0, output: output.trim() }
}

function readAccount(): PostgresOsAccount | null {
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    runCommandAsAccount('id', [flag, postgresOsAccountName]),
  )
  if (!uid?.isOk || !gid?.isOk) return null
  return { uid: Number(uid.output), gid: Number(gid.output) }
}

const useradd = ['useradd', '--system', '--no-create-home', '--shell', '/bin/false'] as const
/** With its own group, with an existing group, and in busybox's syntax. */
const createCommands: readonly (readonly [string, ...string[]])[] = [
  [...useradd, '--user-group', postgresOsAccountName],
  [...useradd, '--gid', postgresOsAccountName, postgresOsAccountName],
  ['adduser', '-S', '-D', '-H', '-s', '/bin/false', postgresOsAccountName],
]

function createAccount(): PostgresOsAccount {
  const failures: string[] = []
  for (const [command, ...args] of createCommands) {
    const { isOk, output } = runCommandAsAccount(command, args)
    const account = isOk ? readAccount() : null
    if (account) return account
    failures.push(`${command}: ${output}`)
  }
  throw new Error(
    `PostgreSQL refuses to run as root, and the user "${postgresOsAccountName}" could not be created (${failures.join('; ')}). ` +
      `Nothing was started. Run this as an ordinary user, or create that user, or set DATABASE_URL to a PostgreSQL of your own.`,
  )
}

/**
 * The account that runs PostgreSQL. Undefined: that of this process. PostgreSQL refuses to run as root. So for root: the
 * owner of existing data, or the user `postgres`, created if missing.
 */
export function findOrCreatePostgresOsAccount(
  existingData: string | null,
): PostgresOsAccount | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owner = existingData ? statSync(existingData) : null
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return readAccount() ?? createAccount()
}
