import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'

/** The OS account that PostgreSQL runs under. */
export interface PostgresAccount {
  uid: number
  gid: number
}

export const accountName = 'postgres'
const commandTimeoutMs = 30_000

export interface CommandResult {
  isOk: boolean
  /** Standard output and error, or why the command did not run. */
  output: string
}

/** PostgreSQL gets none of our secrets, no PG* variable of the caller's, and speaks English. */
export const postgresEnv: NodeJS.ProcessEnv = {
  NODE_ENV: 'production',
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
}

/** Runs a command to its end, as `account` when there is one (only root can), from the root folder. */
export function runCommand(
  command: string,
  args: readonly string[],
  account?: PostgresAccount,
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

function readAccount(): PostgresAccount | null {
  const [uid, gid] = ['-u', '-g'].map((flag) => runCommand('id', [flag, accountName]))
  if (!uid?.isOk || !gid?.isOk) return null
  return { uid: Number(uid.output), gid: Number(gid.output) }
}

const useradd = ['useradd', '--system', '--no-create-home', '--shell', '/bin/false'] as const
/** With a group of its own, with a group that is left over, and busybox's form. */
const creations: readonly (readonly [string, ...string[]])[] = [
  [...useradd, '--user-group', accountName],
  [...useradd, '--gid', accountName, accountName],
  ['adduser', '-S', '-D', '-H', '-s', '/bin/false', accountName],
]

function createAccount(): PostgresAccount {
  const complaints: string[] = []
  for (const [command, ...args] of creations) {
    const { isOk, output } = runCommand(command, args)
    const account = isOk ? readAccount() : null
    if (account) return account
    complaints.push(`${command}: ${output}`)
  }
  throw new Error(
    `PostgreSQL refuses to run as root, and the user "${accountName}" could not be made (${complaints.join('; ')}). ` +
      `Nothing was started. Run this as an ordinary user, or make that user, or set DATABASE_URL to a PostgreSQL of yours.`,
  )
}

/**
 * Whom PostgreSQL runs as: the caller, unless that is root, as whom PostgreSQL refuses to run. Then the owner of existing
 * data, else the user `postgres`, who is made when missing.
 */
export function findPostgresAccount(existingData: string | null): PostgresAccount | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owner = existingData ? statSync(existingData) : null
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return readAccount() ?? createAccount()
}
