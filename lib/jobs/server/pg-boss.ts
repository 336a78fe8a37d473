import { PgBoss, type Queue, type WorkOptions } from 'pg-boss'
import { Prisma } from '@/lib/generated/prisma/client'
import { maxRequestConnections } from '@/lib/platform/server/database'
import { readDatabaseUrl } from '@/lib/platform/server/env'
import { logger } from '@/lib/platform/server/logger'
import { type JobName, jobNames, type JobPayloads } from '../job'
import { limitLogRate } from './limit-log-rate'

/** The schema of pg-boss, which creates and migrates it itself. */
export const pgBossSchemaNameSql = Prisma.sql`pgboss`
const connectTimeoutMs = 2_000

/** A queued job. */
export interface QueuedJob<N extends JobName> {
  payload: JobPayloads[N]
  /** How often its handler threw, and how often its process died or stopped. */
  failures: number
  deaths: number
}

/**
 * A job belongs to a process that renews it every 5 s. After 20 s without a renewal, the next process that checks (each
 * does, every 5 s) hands the job to another one. Handlers may run for hours. In `stepmark worker`, a long computation may
 * delay a renewal by some seconds; a web server renews the jobs of its thread, and ends a thread that does not respond.
 */
const heartbeatTimeoutSeconds = 20
export const heartbeatIntervalSeconds = 5
export const superviseIntervalSeconds = 5
const longestJobSeconds = 12 * 60 * 60
const retentionSeconds = 24 * 60 * 60

const commonOptions = {
  heartbeatSeconds: heartbeatTimeoutSeconds,
  expireInSeconds: longestJobSeconds,
  deleteAfterSeconds: retentionSeconds,
  // run-jobs.ts counts retries, because it distinguishes a dead process from a failed handler.
  retryLimit: 1_000_000,
} satisfies Omit<Queue, 'name'>

/** `short`: at most one waiting job. */
const queues: Readonly<Record<JobName, Omit<Queue, 'name'>>> = {
  import: commonOptions,
  release: commonOptions,
  regrade: commonOptions,
  round: commonOptions,
  score: commonOptions,
  train: commonOptions,
  evaluate: commonOptions,
  agreement: commonOptions,
  mail: commonOptions,
  'sweep-files': { ...commonOptions, policy: 'short' },
  'find-lost-jobs': { ...commonOptions, policy: 'short' },
  'deliver-webhooks': { ...commonOptions, policy: 'short' },
}

export const pgBossWorkOptions = {
  import: { pollingIntervalSeconds: 0.5, heartbeatRefreshSeconds: heartbeatIntervalSeconds },
  release: { pollingIntervalSeconds: 1, heartbeatRefreshSeconds: heartbeatIntervalSeconds },
  regrade: { pollingIntervalSeconds: 1, heartbeatRefreshSeconds: heartbeatIntervalSeconds },
  round: { pollingIntervalSeconds: 1, heartbeatRefreshSeconds: heartbeatIntervalSeconds },
  score: { pollingIntervalSeconds: 1, heartbeatRefreshSeconds: heartbeatIntervalSeconds },
  train: { pollingIntervalSeconds: 1, heartbeatRefreshSeconds: heartbeatIntervalSeconds },
  evaluate: { pollingIntervalSeconds: 1, heartbeatRefreshSeconds: heartbeatIntervalSeconds },
  agreement: { pollingIntervalSeconds: 0.5, heartbeatRefreshSeconds: heartbeatIntervalSeconds },
  mail: { pollingIntervalSeconds: 1, heartbeatRefreshSeconds: heartbeatIntervalSeconds },
  'sweep-files': { pollingIntervalSeconds: 10, heartbeatRefreshSeconds: heartbeatIntervalSeconds },
  'find-lost-jobs': {
    pollingIntervalSeconds: 10,
    heartbeatRefreshSeconds: heartbeatIntervalSeconds,
  },
  'deliver-webhooks': {
    pollingIntervalSeconds: 1,
    heartbeatRefreshSeconds: heartbeatIntervalSeconds,
  },
} as const satisfies Record<JobName, WorkOptions>

/** Connections of pg-boss while it runs jobs, and while it only enqueues. */
const workConnections = 3
const sendConnections = 1
/** Maximum number of connections for running jobs, in addition to those for requests. */
export const maxJobConnections = maxRequestConnections + workConnections + sendConnections

/** `work`: checks for jobs of dead processes at this interval, and runs schedules. */
export function makePgBoss(
  purpose: 'send' | 'work',
  intervalSeconds = superviseIntervalSeconds,
): PgBoss {
  const isWorking = purpose === 'work'
  const boss = new PgBoss({
    connectionString: readDatabaseUrl(),
    application_name: 'stepmark-jobs',
    connectionTimeoutMillis: connectTimeoutMs,
    max: isWorking ? workConnections : sendConnections,
    schema: pgBossSchemaNameSql.sql,
    supervise: isWorking,
    schedule: isWorking,
    superviseIntervalSeconds: intervalSeconds,
    monitorIntervalSeconds: intervalSeconds,
  })
  boss.on(
    'error',
    limitLogRate((error) => logger.warn({ error }, 'job queue error')),
  )
  boss.on('warning', (warning) => logger.warn({ warning }, 'job queue warning'))
  return boss
}

/** Starts pg-boss, which migrates its own tables, and creates our queues. Idempotent. */
export async function createJobQueues(boss: PgBoss): Promise<void> {
  await boss.start()
  for (const name of jobNames) {
    await boss.createQueue(name, queues[name])
    const { policy: _, ...changeable } = queues[name]
    await boss.updateQueue(name, changeable)
  }
}
