import { setTimeout as sleep } from 'node:timers/promises'
import type { Job, JobResult, PgBoss } from 'pg-boss'
import { describeErrorForLog } from '@/lib/platform/server/describe-error'
import { logger } from '@/lib/platform/server/logger'
import { type JobHandlersWithId, type JobName, jobNames, type JobPayloads } from '../job'
import { jobStopMs } from '../stop-times'
import {
  makePgBoss,
  createJobQueues,
  type QueuedJob,
  superviseIntervalSeconds,
  pgBossWorkOptions,
} from './pg-boss'
import { recordRunningWorker } from './record-running-worker'
import { type PeriodicTasks, runPeriodicTasks } from './run-periodic-tasks'

export interface RunJobsOptions {
  /** Called for a job that is given up, in addition to logging its failure. */
  jobFailureHandlers?: JobFailureHandlers
  /** Checks that run every 2 s in addition to jobs. */
  periodicTasks?: PeriodicTasks
  /** Shorter in tests. */
  timing?: Partial<typeof defaultTiming>
}

const defaultTiming = {
  /** Time that `stop` waits for jobs. */
  stopMs: jobStopMs,
  /** Interval of checks for jobs of dead processes. */
  superviseSeconds: superviseIntervalSeconds,
}

/** What runs the job has ended, so the job is released as if its process had died. */
export class JobThreadEndedError extends Error {}

export type JobFailureHandlers = {
  [N in JobName]?: (payload: JobPayloads[N], reason: string) => Promise<void>
}

export interface JobRunner {
  /** Tells jobs to stop, waits some seconds, and releases unfinished ones. Further calls do nothing. */
  stop(): Promise<void>
  /** Looks for jobs of this kind now instead of at the next poll. */
  wake(name: JobName): void
}

const postponedDelaySeconds = 2
/** Seconds before each retry of a job whose handler threw. After the last retry, it is given up. */
const retryDelaysSeconds: readonly number[] = [5, 30]
/** Longer for mail: mail servers are down for longer, and some reject new senders for some minutes (greylisting). */
const mailRetryDelaysSeconds: readonly number[] = [5, 30, 120, 600, 1_800]
/** Number of dead processes after which the job is assumed to be what kills them. */
const maxDeaths = 25
const restartDelayMs = 3_000
/** Jobs that run at the start of every worker process and then on a schedule. */
const schedules = {
  // At night in Europe, and not on the hour.
  'sweep-files': '17 3 * * *',
  'find-lost-jobs': '*/5 * * * *',
} as const satisfies Partial<Record<JobName, string>>

/**
 * Runs jobs in this process until it is stopped, one of each kind at a time. Waits for an unreachable database, at the
 * start and later. If a process dies, another one restarts its job within half a minute.
 */
export async function runJobs(
  handlers: JobHandlersWithId,
  { jobFailureHandlers = {}, periodicTasks = {}, timing }: RunJobsOptions = {},
): Promise<JobRunner> {
  const { stopMs, superviseSeconds: seconds } = { ...defaultTiming, ...timing }
  const stopController = new AbortController()
  const boss = makePgBoss('work', seconds)
  const workerIds = new Map<JobName, string>()
  const startup = startWhenPossible({
    boss,
    handlers,
    jobFailureHandlers,
    stopSignal: stopController.signal,
    workerIds,
  }).then(() => recordRunningWorker(stopController.signal))
  const periodicTasksRun = runPeriodicTasks(periodicTasks, stopController.signal)
  let stopPromise: Promise<void> | undefined
  const stop = async () => {
    stopController.abort(new Error('the process ends'))
    const [workerRecord] = await Promise.all([startup, periodicTasksRun])
    await Promise.all([workerRecord.recordDeleted, boss.stop({ timeout: stopMs })])
  }
  await Promise.race([startup, sleep(restartDelayMs, undefined, { ref: false })])
  return {
    stop: () => (stopPromise ??= stop()),
    wake(name) {
      const id = workerIds.get(name)
      if (id !== undefined) boss.notifyWorker(id)
    },
  }
}

async function startWhenPossible(run: Run): Promise<void> {
  const { boss, stopSignal } = run
  while (!stopSignal.aborted) {
    try {
      await createJobQueues(boss)
      for (const [name, cron] of Object.entries(schedules)) {
        await boss.schedule(name, cron, { payload: {}, failures: 0, deaths: 0 })
        await boss.send(name, { payload: {}, failures: 0, deaths: 0 })
      }
      for (const name of jobNames) await startQueue(run, name)
      return
    } catch (error) {
      logger.warn({ error }, 'jobs cannot be run yet')
      await boss.stop({ graceful: false })
      await sleep(restartDelayMs, undefined, { signal: stopSignal }).catch(() => undefined)
    }
  }
}

interface Run {
  boss: PgBoss
  handlers: JobHandlersWithId
  jobFailureHandlers: JobFailureHandlers
  stopSignal: AbortSignal
  /** pg-boss's id of the poller of each queue. */
  workerIds: Map<JobName, string>
}

async function startQueue(run: Run, name: JobName): Promise<void> {
  const id = await run.boss.work<QueuedJob<JobName>>(
    name,
    { ...pgBossWorkOptions[name], perJobResults: true },
    (jobs) => Promise.all(jobs.map((job) => runJob(run, name, job))),
  )
  run.workerIds.set(name, id)
}

async function runJob<N extends JobName>(
  run: Run,
  name: N,
  job: Job<QueuedJob<N>>,
): Promise<JobResult> {
  const queuedJob = { ...job.data, deaths: job.data.deaths + job.retryCount }
  const signal = AbortSignal.any([job.signal, run.stopSignal])
  const log = logger.child({ job: name, ...queuedJob.payload })
  if (queuedJob.deaths >= maxDeaths)
    return giveUpJob(run, name, job, `${queuedJob.deaths} processes ended while they ran it.`)
  const startedAt = performance.now()
  try {
    log.info('job begins')
    const outcome = await run.handlers[name](queuedJob.payload, signal, job.id)
    log.info({ seconds: (performance.now() - startedAt) / 1_000, outcome }, 'job ends')
    // If `job.signal` is aborted, another process has the job now and retries it.
    if (outcome === 'later' && !job.signal.aborted)
      await requeueJob(run, name, queuedJob, postponedDelaySeconds)
    return { id: job.id, status: 'completed' }
  } catch (error) {
    if (signal.aborted || error instanceof JobThreadEndedError) {
      log.info({ error }, 'job released')
      return { id: job.id, status: 'failed' }
    }
    const failures = queuedJob.failures + 1
    log.warn({ error, failures }, 'job failed')
    const seconds = (name === 'mail' ? mailRetryDelaysSeconds : retryDelaysSeconds)[failures - 1]
    if (seconds === undefined) return giveUpJob(run, name, job, describeErrorForLog(error).message)
    await requeueJob(run, name, { ...queuedJob, failures }, seconds)
    return { id: job.id, status: 'completed' }
  }
}

/** Adds the job again. If this process dies before it ends the old job, both run, which handlers must tolerate anyway. */
async function requeueJob<N extends JobName>(
  { boss }: Run,
  name: N,
  queued: QueuedJob<N>,
  seconds: number,
): Promise<void> {
  await boss.send(name, queued, { startAfter: seconds })
}

async function giveUpJob<N extends JobName>(
  { jobFailureHandlers }: Run,
  name: N,
  { id, data }: Job<QueuedJob<N>>,
  reason: string,
): Promise<JobResult> {
  const payload: JobPayloads[N] = data.payload
  logger.child({ job: name, ...payload }).error({ reason }, 'job given up')
  await jobFailureHandlers[name]?.(payload, reason)
  return { id, status: 'deadletter', output: { reason } }
}
