import { setTimeout as sleep } from 'node:timers/promises'
import { getDatabase } from './database'
import { isDatabaseAccessDenied, isDatabaseUnavailable } from './database-error-kinds'
import { describeErrorForLog } from './describe-error'
import { listUnknownSettings, listSettingProblems, readDatabaseUrl } from './env'
import { logger } from './logger'
import { isConnectionError } from './lost-connection'
import { findMigrationProblems } from './pending-migrations'
import { findReplicaProblem, readReplicaState } from './replica'
import { recordSecretFingerprint } from './secret-fingerprints'

const durabilitySettings = ['fsync', 'full_page_writes', 'synchronous_commit'] as const
const retryMs = 3_000
const replicaTimeoutMs = 5_000
/** The oldest supported Node, as in package.json. */
export const oldestNodeVersion = '22.19'

/**
 * Ends the process if settings are unsafe, if the database might lose an acknowledged label, or if it does not match
 * this version. An unreachable database is no reason to end: requests return 503 and the check runs later. Unknown
 * settings only log a warning.
 */
export async function exitOnUnsafeStart(): Promise<void> {
  exitIfUnsafe([...findNodeVersionProblems(), ...listSettingProblems()])
  for (const problem of listUnknownSettings()) logger.warn(problem)
  await checkDatabaseAtStart()
}

/** A message if this Node is too old; otherwise empty. */
export function findNodeVersionProblems(version = process.versions.node): string[] {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = oldestNodeVersion.split('.').map(Number)
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
    ? []
    : [
        `This is Node ${version}, but Stepmark needs ${oldestNodeVersion} or newer. Install a newer Node.`,
      ]
}

/**
 * Ends the process if there are problems; otherwise records that it has started. Tries again later if the database does not
 * respond.
 */
export async function checkDatabaseAtStart(findProblems = findDatabaseProblems): Promise<void> {
  const problems = await findProblems()
  if (problems === null) {
    setTimeout(() => void checkDatabaseAtStart(findProblems), retryMs).unref()
    return
  }
  exitIfUnsafe(problems)
  await recordSecretFingerprint()
}

/** Null if the database is not reachable yet. Any other error is a problem, because waiting does not help. */
export async function findDatabaseProblems(): Promise<string[] | null> {
  try {
    return [
      ...(await findUnsafeDatabaseSettings()),
      ...(await findMigrationProblems(readDatabaseUrl())),
      ...(await findReplicaStartProblems()),
    ]
  } catch (error) {
    if (isDatabaseUnavailable(error) || isDatabaseAccessDenied(error) || isConnectionError(error)) {
      logger.warn({ error }, 'the database cannot be reached yet')
      return null
    }
    logger.error({ error }, 'the database check failed')
    return [`The database check failed: ${describeErrorForLog(error).message}`]
  }
}

/**
 * A message if the replica belongs to another database; otherwise empty. An unreachable or promoted replica does not
 * prevent starting: each reader checks, and nothing is read from it.
 */
export async function findReplicaStartProblems(): Promise<string[]> {
  try {
    const replica = await Promise.race([readReplicaState(), rejectAfterTimeout()])
    const problem = replica && findReplicaProblem(replica)
    if (replica?.isSameDatabase === false && problem) return [problem]
    if (problem) logger.warn(problem)
  } catch (error) {
    logger.warn({ error }, 'the replica cannot be reached yet')
  }
  return []
}

/** A replica that accepts connections but does not respond counts as unreachable. */
async function rejectAfterTimeout(): Promise<never> {
  await sleep(replicaTimeoutMs, undefined, { ref: false })
  throw new Error('The replica did not respond')
}

function exitIfUnsafe(problems: readonly string[]): void {
  if (problems.length === 0) return
  for (const problem of problems) logger.fatal(problem)
  logger.flush()
  process.exit(1)
}

/**
 * Messages about durability settings that are off and about a wrong default isolation level. Throws if PostgreSQL does not
 * respond.
 */
export async function findUnsafeDatabaseSettings(): Promise<string[]> {
  const rows = await getDatabase().$queryRaw<{ name: string }[]>`
    select name from pg_settings
    where (name = any (${[...durabilitySettings]}) and setting = 'off')
      or (name = 'default_transaction_isolation' and setting <> 'read committed')
    order by name`
  return rows.map(({ name }) =>
    name === 'default_transaction_isolation'
      ? `PostgreSQL’s ${name} is not read committed, so requests could block each other. Set it to read committed.`
      : `PostgreSQL runs with ${name} off, so acknowledged labels could be lost. Turn it on.`,
  )
}
