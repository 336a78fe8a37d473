import type pg from 'pg'
import { maxJobConnections } from '@/lib/jobs/server/pg-boss'
import { countRunningWorkers, countUnfinishedJobs } from '@/lib/jobs/server/worker-status.sql'
import {
  countWrongDerivedRows,
  correctDerivedTables,
} from '@/lib/maintenance/server/derived-tables'
import { AppError } from '@/lib/platform/errors'
import { formatQuantity } from '@/lib/platform/format'
import { closeDatabase, getDatabase, maxRequestConnections } from '@/lib/platform/server/database'
import { listUnknownSettings, listSettingProblems } from '@/lib/platform/server/env'
import {
  findMigrationProblems,
  listMigrationFolders,
} from '@/lib/platform/server/pending-migrations'
import { findReplicaProblem, readReplicaState } from '@/lib/platform/server/replica'
import {
  findNodeVersionProblems,
  findUnsafeDatabaseSettings,
} from '@/lib/platform/server/start-checks'
import { UsageError } from './errors'
import { requireDatabaseUrl, withHostDatabase } from './host'

/** The result of one check. If it failed, `details` also says what to do. */
export interface DoctorCheckResult {
  name: string
  isOk: boolean
  details: string
}

const minPostgresVersion = 15
/** Maximum connections of one server process: for requests, jobs and the readiness check. */
const maxProcessConnections = maxRequestConnections + maxJobConnections + 1

const pass = (name: string, details: string): DoctorCheckResult => ({ name, isOk: true, details })
const fail = (name: string, details: string): DoctorCheckResult => ({ name, isOk: false, details })

interface DoctorOptions {
  /** What to do with stored counts, after reading all annotations. Null: they are not checked. */
  counts: 'compare' | 'rebuild' | null
}

/** Checks everything that a server needs on this host. Skips checks that depend on a failed one. */
export async function runDoctorChecks(options: DoctorOptions): Promise<DoctorCheckResult[]> {
  return [checkNode(process.versions.node), ...checkSettings(), ...(await checkDatabase(options))]
}

function checkNode(version: string): DoctorCheckResult {
  const [problem] = findNodeVersionProblems(version)
  return problem === undefined ? pass('node', version) : fail('node', problem)
}

function checkSettings(): DoctorCheckResult[] {
  const problems = [...listSettingProblems(), ...listUnknownSettings()]
  return problems.length === 0
    ? [pass('settings', 'complete and safe')]
    : problems.map((problem) => fail('settings', problem))
}

async function checkDatabase(options: DoctorOptions): Promise<DoctorCheckResult[]> {
  let url: string
  try {
    url = requireDatabaseUrl()
  } catch (error) {
    if (error instanceof UsageError) return [] // reported by the settings check
    throw error
  }
  try {
    const facts = await withHostDatabase(url, readFacts)
    return [
      pass('database', `${facts.database} as ${facts.role}`),
      checkVersion(facts),
      ...(await checkDurability()),
      checkConnections(facts),
      ...(await checkMigratedDatabase(url, options)),
      ...(await checkReplica()),
    ]
  } catch (error) {
    if (error instanceof AppError) return [fail('database', error.message)]
    throw error
  }
}

interface DatabaseFacts {
  database: string
  role: string
  version: string
  versionNumber: number
  used: number
  /** Available to roles other than superusers. */
  allowed: number
}

async function readFacts(client: pg.Client): Promise<DatabaseFacts> {
  const { rows } = await client.query<DatabaseFacts>(`
    select current_database() as database, current_user as role,
      current_setting('server_version') as version,
      current_setting('server_version_num')::int as "versionNumber",
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid())
        as used,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as allowed`)
  return rows[0]!
}

function checkVersion({ version, versionNumber }: DatabaseFacts): DoctorCheckResult {
  return versionNumber >= minPostgresVersion * 10_000
    ? pass('postgresql', version)
    : fail(
        'postgresql',
        `${version} is too old. Upgrade to PostgreSQL ${minPostgresVersion} or newer.`,
      )
}

async function checkDurability(): Promise<DoctorCheckResult[]> {
  try {
    const problems = await findUnsafeDatabaseSettings()
    return problems.length === 0
      ? [pass('durability', 'fsync, full_page_writes and synchronous_commit are on')]
      : problems.map((problem) => fail('durability', problem))
  } finally {
    await closeDatabase()
  }
}

function checkConnections({ used, allowed }: DatabaseFacts): DoctorCheckResult {
  const details = `${used} of ${allowed} in use`
  return allowed - used >= maxProcessConnections
    ? pass('connections', details)
    : fail(
        'connections',
        `${details}; a server process needs up to ${maxProcessConnections}. Increase max_connections.`,
      )
}

async function checkMigratedDatabase(
  url: string,
  options: DoctorOptions,
): Promise<DoctorCheckResult[]> {
  const migrations = await checkMigrations(url)
  return migrations.isOk
    ? [migrations, await checkWorkers(), ...(await checkCounts(options))]
    : [migrations]
}

async function checkCounts({ counts }: DoctorOptions): Promise<DoctorCheckResult[]> {
  if (counts === null) return []
  try {
    const wrong = await (counts === 'rebuild' ? correctDerivedTables : countWrongDerivedRows)()
    if (wrong === 0) return [pass('counts', 'stored counts are right')]
    const wrongText = formatQuantity(wrong, 'stored count')
    return [
      counts === 'rebuild'
        ? pass('counts', `${wrongText} corrected`)
        : fail('counts', `${wrongText} wrong. To correct: "stepmark doctor --rebuild-counts".`),
    ]
  } finally {
    await closeDatabase()
  }
}

/** Without a worker, the check fails only if jobs wait: a new installation has neither. */
async function checkWorkers(): Promise<DoctorCheckResult> {
  try {
    const runningCount = await countRunningWorkers(getDatabase())
    const unfinishedCount = await countUnfinishedJobs(getDatabase())
    const jobs = formatQuantity(unfinishedCount, 'unfinished job')
    if (runningCount > 0) return pass('workers', `${runningCount} running, ${jobs}`)
    if (unfinishedCount === 0) return pass('workers', 'none running, no unfinished jobs')
    return fail(
      'workers',
      `${jobs}, and no worker is running. Start one with "stepmark worker", or a server without STEPMARK_WORKER=off.`,
    )
  } finally {
    await closeDatabase()
  }
}

async function checkMigrations(url: string): Promise<DoctorCheckResult> {
  const problems = await findMigrationProblems(url)
  return problems.length === 0
    ? pass('migrations', `all ${listMigrationFolders().length} applied`)
    : fail('migrations', problems.join(' '))
}

/** Empty if no replica is set. */
async function checkReplica(): Promise<DoctorCheckResult[]> {
  try {
    const details = await readReplicaState()
    if (!details) return []
    const problem = findReplicaProblem(details)
    if (problem !== null) return [fail('replica', problem)]
    const lagText = `${details.behindBytes ?? 'an unknown number of'} bytes behind`
    const text = details.sendsFeedback
      ? lagText
      : `${lagText}; hot_standby_feedback is off, so long exports can be interrupted and restart on the primary`
    return [pass('replica', text)]
  } catch {
    return [fail('replica', 'Can’t connect. Reads go to the primary until the replica is back.')]
  } finally {
    await closeDatabase()
  }
}
