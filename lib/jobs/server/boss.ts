import { PgBoss, type Queue, type WorkOptions } from 'pg-boss'
import { Prisma } from '@/lib/generated/prisma/client'
import { requestConnectionsMax } from '@/lib/platform/server/database'
import { readDatabaseUrl } from '@/lib/platform/server/env'
import { logger } from '@/lib/platform/server/logger'
import { type JobName, jobNames, type JobPayloads } from '../job'
import { limitLogging } from './limit-logging'

/** The schema of pg-boss, which creates and migrates it itself. */
export const bossSchemaSql = Prisma.sql`pgboss`
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
 * does, every 5 s) hands the job to another one. Handlers may run for hours; a long computation may delay a renewal by
 * some seconds.
 */
const silenceSeconds = 20
export const renewEverySeconds = 5
export const superviseSeconds = 5
const longestJobSeconds = 12 * 60 * 60
const keptSeconds = 24 * 60 * 60

const always = {
  heartbeatSeconds: silenceSeconds,
  expireInSeconds: longestJobSeconds,
  deleteAfterSeconds: keptSeconds,
  // run-jobs.ts counts retries, because it distinguishes a dead process from a failed handler.
  retryLimit: 1_000_000,
} satisfies Omit<Queue, 'name'>

/** `short`: at most one waiting job. */
const queues: Readonly<Record<JobName, Omit<Queue, 'name'>>> = {
  import: always,
  release: always,
  regrade: always,
  round: always,
  score: always,
  train: always,
  evaluate: always,
  agreement: always,
  mail: always,
  'sweep-files': { ...always, policy: 'short' },
  'find-lost-jobs': { ...always, policy: 'short' },
  'deliver-webhooks': { ...always, policy: 'short' },
}

export const workOptions = {
  import: { pollingIntervalSeconds: 0.5, heartbeatRefreshSeconds: renewEverySeconds },
  release: { pollingIntervalSeconds: 1, heartbeatRefreshSeconds: renewEverySeconds },
  regrade: { pollingIntervalSeconds: 1, heartbeatRefreshSeconds: renewEverySeconds },
  round: { pollingIntervalSeconds: 1, heartbeatRefreshSeconds: renewEverySeconds },
  score: { pollingIntervalSeconds: 1, heartbeatRefreshSeconds: renewEverySeconds },
  train: { pollingIntervalSeconds: 1, heartbeatRefreshSeconds: renewEverySeconds },
  evaluate: { pollingIntervalSeconds: 1, heartbeatRefreshSeconds: renewEverySeconds },
  agreement: { pollingIntervalSeconds: 0.5, heartbeatRefreshSeconds: renewEverySeconds },
  mail: { pollingIntervalSeconds: 1, heartbeatRefreshSeconds: renewEverySeconds },
  'sweep-files': { pollingIntervalSeconds: 10, heartbeatRefreshSeconds: renewEverySeconds },
  'find-lost-jobs': { pollingIntervalSeconds: 10, heartbeatRefreshSeconds: renewEverySeconds },
  'deliver-webhooks': { pollingIntervalSeconds: 1, heartbeatRefreshSeconds: renewEverySeconds },
} as const satisfies Record<JobName, WorkOptions>

/** Connections of pg-boss while it runs jobs, and while it only enqueues. */
const workConnections = 3
const sendConnections = 1
/** Maximum number of connections for running jobs, in addition to those for requests. */
export const jobConnectionsMax = requestConnectionsMax + workConnections + sendConnections

/** `work`: checks for jobs of dead processes at this interval, and runs schedules. */
export function makeBoss(purpose: 'send' | 'work', intervalSeconds = superviseSeconds): PgBoss {
  const isWorking = purpose === 'work'
  const boss = new PgBoss({
    connectionString: readDatabaseUrl(),
    application_name: 'stepmark-jobs',
    connectionTimeoutMillis: connectTimeoutMs,
    max: isWorking ? workConnections : sendConnections,
    schema: bossSchemaSql.sql,
    supervise: isWorking,
    schedule: isWorking,
    superviseIntervalSeconds: intervalSeconds,
    monitorIntervalSeconds: intervalSeconds,
  })
  boss.on(
    'error',
    limitLogging((error) => logger.warn({ error }, 'the queue of jobs has trouble')),
  )
  boss.on('warning', (warning) => logger.warn({ warning }, 'the queue of jobs warns'))
  return boss
}

/** Migrates pg-boss's tables, as its first connection does, and creates our queues. Idempotent. */
export async function openQueues(boss: PgBoss): Promise<void> {
  await boss.start()
  for (const name of jobNames) {
    await boss.createQueue(name, queues[name])
    const { policy: _, ...changeable } = queues[name]
    await boss.updateQueue(name, changeable)
  }
}
