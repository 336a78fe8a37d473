import { setTimeout as sleep } from 'node:timers/promises'
import { getDatabase } from './database'
import { describeError } from './describe-error'
import { findStraySettings, findUnsafeSettings, readDatabaseUrl } from './env'
import { logger } from './logger'
import { isConnectionTrouble } from './lost-connection'
import { findMigrationProblems } from './pending-migrations'
import { findReplicaProblem, lookAtReplica } from './replica'
import { noteStartedSecret } from './started-secrets'
import { isShutOut, isUnavailable } from './unavailable'

const neededSettings = ['fsync', 'full_page_writes', 'synchronous_commit'] as const
const retryMs = 3_000
const replicaAnswersMs = 5_000
/** The oldest Node that the packages run on; package.json says the same. */
export const oldestNode = '22.19'

/**
 * Ends the process when settings are unsafe, when the database might lose an acknowledged label, or when it was not made
 * for this version. A database that cannot be
 * reached yet is no reason: requests answer 503 until it can, and then it is looked at. Nor is a setting that nothing
 * reads: the log warns of it.
 */
export async function refuseUnsafeStart(): Promise<void> {
  endIfUnsafe([...findOldNode(), ...findUnsafeSettings()])
  for (const problem of findStraySettings()) logger.warn(problem)
  await startOnDatabase()
}

/** That this Node is too old, in words; empty when it is not. */
export function findOldNode(version = process.versions.node): string[] {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = oldestNode.split('.').map(Number)
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
    ? []
    : [`This is Node ${version}: Stepmark needs ${oldestNode} or newer. Install it.`]
}

/**
 * Ends the process, or notes that it is up. `find` is looked with again where no one answers.
 */
export async function startOnDatabase(find = findDatabaseProblems): Promise<void> {
  const problems = await find()
  if (problems === null) {
    setTimeout(() => void startOnDatabase(find), retryMs).unref()
    return
  }
  endIfUnsafe(problems)
  await noteStartedSecret()
}

/** Null where it cannot be reached yet. What else keeps it from being looked at is a problem: no waiting mends that. */
export async function findDatabaseProblems(): Promise<string[] | null> {
  try {
    return [
      ...(await findUnsafeDatabaseSettings()),
      ...(await findMigrationProblems(readDatabaseUrl())),
      ...(await findUnsafeReplica()),
    ]
  } catch (error) {
    if (isUnavailable(error) || isShutOut(error) || isConnectionTrouble(error)) {
      logger.warn({ error }, 'the database cannot be reached yet')
      return null
    }
    logger.error({ error }, 'the database cannot be looked at')
    return [`The database cannot be looked at: ${describeError(error).message}`]
  }
}

/**
 * That the replica is one of another database, in words; empty when not. One that is away, or takes writes since it was
 * promoted, is no reason not to start: each reader looks, and nothing is read from it.
 */
export async function findUnsafeReplica(): Promise<string[]> {
  try {
    const replica = await Promise.race([lookAtReplica(), refuseSilence()])
    const problem = replica && findReplicaProblem(replica)
    if (replica?.isSame === false && problem) return [problem]
    if (problem) logger.warn(problem)
  } catch (error) {
    logger.warn({ error }, 'the replica cannot be reached yet')
  }
  return []
}

/** One that takes connections and says nothing is away, too. */
async function refuseSilence(): Promise<never> {
  await sleep(replicaAnswersMs, undefined, { ref: false })
  throw new Error('the replica does not answer')
}

function endIfUnsafe(problems: readonly string[]): void {
  if (problems.length === 0) return
  for (const problem of problems) logger.fatal(problem)
  logger.flush()
  process.exit(1)
}

/**
 * Which of PostgreSQL's promises to keep what it acknowledged are switched off, and whether transactions begin as ours
 * are meant. Throws where it cannot be asked.
 */
export async function findUnsafeDatabaseSettings(): Promise<string[]> {
  const rows = await getDatabase().$queryRaw<{ name: string }[]>`
    select name from pg_settings
    where (name = any (${[...neededSettings]}) and setting = 'off')
      or (name = 'default_transaction_isolation' and setting <> 'read committed')
    order by name`
  return rows.map(({ name }) =>
    name === 'default_transaction_isolation'
      ? `PostgreSQL runs with another ${name} than read committed: people would wait for one another in vain. Set it back.`
      : `PostgreSQL runs with ${name} off: acknowledged labels could be lost. Switch it on.`,
  )
}
