import type pg from 'pg'
import { AppError } from '@/lib/platform/errors'
import { jobConnectionsMax } from '@/lib/jobs/server/boss'
import { closeDatabase, requestConnectionsMax } from '@/lib/platform/server/database'
import { findStraySettings, findUnsafeSettings } from '@/lib/platform/server/env'
import { findMigrationProblems, listMigrations } from '@/lib/platform/server/pending-migrations'
import { findReplicaProblem, lookAtReplica } from '@/lib/platform/server/replica'
import { findOldNode, findUnsafeDatabaseSettings } from '@/lib/platform/server/start-checks'
import { findDatabaseUrl, useConnection } from './host'
import { UsageError } from './refusals'

/** One thing looked at; where it is not ok, `found` also says what to do. */
export interface Check {
  name: string
  isOk: boolean
  found: string
}

const oldestPostgres = 15
/** What one process of the server takes at most: for requests, for jobs, and to say whether it is ready. */
const processConnectionsMax = requestConnectionsMax + jobConnectionsMax + 1

const ok = (name: string, found: string): Check => ({ name, isOk: true, found })
const bad = (name: string, found: string): Check => ({ name, isOk: false, found })

/** Looks at everything that a server needs on this host. What hangs on something that is not ok is left out. */
export async function runChecks(nodeVersion = process.versions.node): Promise<Check[]> {
  return [checkNode(nodeVersion), ...checkSettings(), ...(await checkDatabase())]
}

function checkNode(version: string): Check {
  const [problem] = findOldNode(version)
  return problem === undefined ? ok('node', version) : bad('node', problem)
}

function checkSettings(): Check[] {
  const problems = [...findUnsafeSettings(), ...findStraySettings()]
  return problems.length === 0
    ? [ok('settings', 'complete and safe')]
    : problems.map((problem) => bad('settings', problem))
}

async function checkDatabase(): Promise<Check[]> {
  let url: string
  try {
    url = findDatabaseUrl()
  } catch (error) {
    if (error instanceof UsageError) return [] // the settings say so already
    throw error
  }
  try {
    const facts = await useConnection(url, readFacts)
    return [
      ok('database', `${facts.database} as ${facts.role}`),
      checkVersion(facts),
      ...(await checkDurability()),
      checkConnections(facts),
      await checkMigrations(url),
      ...(await checkReplica()),
    ]
  } catch (error) {
    if (error instanceof AppError) return [bad('database', error.message)]
    throw error
  }
}

interface Facts {
  database: string
  role: string
  version: string
  versionNumber: number
  used: number
  /** That anybody but a superuser can have. */
  allowed: number
}

async function readFacts(client: pg.Client): Promise<Facts> {
  const { rows } = await client.query<Facts>(`
    select current_database() as database, current_user as role,
      current_setting('server_version') as version,
      current_setting('server_version_num')::int as "versionNumber",
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid())
        as used,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as allowed`)
  return rows[0]!
}

function checkVersion({ version, versionNumber }: Facts): Check {
  return versionNumber >= oldestPostgres * 10_000
    ? ok('postgresql', version)
    : bad('postgresql', `${version}: Stepmark needs ${oldestPostgres} or newer. Upgrade it.`)
}

async function checkDurability(): Promise<Check[]> {
  try {
    const problems = await findUnsafeDatabaseSettings()
    return problems.length === 0
      ? [ok('durability', 'fsync, full_page_writes and synchronous_commit are on')]
      : problems.map((problem) => bad('durability', problem))
  } finally {
    await closeDatabase()
  }
}

function checkConnections({ used, allowed }: Facts): Check {
  const found = `${used} of ${allowed} in use`
  return allowed - used >= processConnectionsMax
    ? ok('connections', found)
    : bad(
        'connections',
        `${found}; a process takes up to ${processConnectionsMax}. Raise max_connections.`,
      )
}

async function checkMigrations(url: string): Promise<Check> {
  const problems = await findMigrationProblems(url)
  return problems.length === 0
    ? ok('migrations', `all ${listMigrations().length} applied`)
    : bad('migrations', problems.join(' '))
}

/** Nothing where there is none. */
async function checkReplica(): Promise<Check[]> {
  try {
    const found = await lookAtReplica()
    if (!found) return []
    const problem = findReplicaProblem(found)
    if (problem !== null) return [bad('replica', problem)]
    const behind = `${found.behindBytes ?? 'an unknown number of'} bytes behind`
    const words = found.tellsReaders
      ? behind
      : `${behind}; hot_standby_feedback is off: long exports may be ended there, and begin once more on the primary`
    return [ok('replica', words)]
  } catch {
    return [bad('replica', 'It cannot be reached; until it can, the primary is read instead.')]
  } finally {
    await closeDatabase()
  }
}
