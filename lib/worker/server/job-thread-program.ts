import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { JobName } from '@/lib/jobs/job'
import { makePgBoss } from '@/lib/jobs/server/pg-boss'
import { jobStopMs } from '@/lib/jobs/stop-times'
import { closeDatabase, getDatabase, getTransferDatabase } from '@/lib/platform/server/database'
import { describeErrorForLog } from '@/lib/platform/server/describe-error'
import { logger } from '@/lib/platform/server/logger'
import { jobFailureHandlers, jobHandlers, loadJobCode } from './job-handlers'
import type {
  JobThreadData,
  JobThreadMessage,
  JobThreadReply,
  ThreadJob,
} from './job-thread-messages'

// The thread of job-thread.ts.

const responseIntervalMs = 1_000

interface RunningJob {
  job: ThreadJob
  controller: AbortController
  promise: Promise<void>
  hasSucceeded: boolean
}

const { hasReleased, responses } = workerData as JobThreadData
const runningJobs = new Map<number, RunningJob>()

setInterval(() => Atomics.add(responses, 0, 1), responseIntervalMs).unref()

parentPort!.on('message', (message: JobThreadMessage) => {
  if (message.kind === 'start') startJob(message.call, message.job)
  else if (message.kind === 'load') preload(message.name).catch(() => undefined)
  else if (message.kind === 'abort') runningJobs.get(message.call)?.controller.abort()
  else if (message.kind === 'release') void releaseJobs().then(end)
  else void end()
})

/** Loads the code of a job and connects to the database. If this fails, the job that needs it reports the error. */
async function preload(name: JobName): Promise<void> {
  await loadJobCode[name]?.()
  const databases = [getDatabase(), getTransferDatabase()]
  await Promise.all(databases.map((database) => database.$queryRaw`select 1`))
}

function startJob(call: number, job: ThreadJob): void {
  const controller = new AbortController()
  const promise = runJob(job, controller.signal).then(
    (outcome) => {
      runningJob.hasSucceeded = outcome !== 'later'
      return reply({ call, outcome })
    },
    (error: unknown) => reply({ call, error: describeErrorForLog(error) }),
  )
  const runningJob = { job, controller, promise, hasSucceeded: false }
  runningJobs.set(call, runningJob)
}

function runJob(job: ThreadJob, signal: AbortSignal): Promise<void | 'later'> {
  // TypeScript doesn't know that the payload belongs to the job of this name.
  const payload = job.payload as never
  if (job.kind === 'run') return jobHandlers[job.name](payload, signal)
  return jobFailureHandlers[job.name]?.(payload, job.reason) ?? Promise.resolve()
}

function reply(message: JobThreadReply): void {
  runningJobs.delete(message.call)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- worker threads have no origin and no other listeners
  parentPort!.postMessage(message)
}

/** The main thread is waiting for this one, so it can't release them itself. */
async function releaseJobs(): Promise<void> {
  try {
    const jobs = [...runningJobs.values()]
    for (const { controller } of jobs) controller.abort(new Error('the process ends'))
    const boss = makePgBoss('send')
    const endPromise = Promise.all(jobs.map(({ promise }) => promise))
    await Promise.all([boss.start(), Promise.race([endPromise, sleep(jobStopMs)])])
    for (const { job, hasSucceeded } of jobs) {
      if (job.kind === 'give-up') continue
      if (hasSucceeded) await boss.complete(job.name, job.id)
      else await boss.fail(job.name, job.id)
    }
    await boss.stop({ graceful: false })
  } catch (error) {
    logger.warn({ error }, 'jobs did not stop cleanly; another process restarts them')
  }
}

async function end(): Promise<void> {
  await closeDatabase().catch(() => undefined)
  Atomics.store(hasReleased, 0, 1)
  Atomics.notify(hasReleased, 0)
  // Ends this thread, with those that it started.
  process.exit()
}
