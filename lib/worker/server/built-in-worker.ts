import { setTimeout as sleep } from 'node:timers/promises'
import { type JobHandlersWithId, type JobName, jobNames, type JobPayloads } from '@/lib/jobs/job'
import {
  listenToExpectedJobsInThread,
  listenToQueuedJobsInThread,
} from '@/lib/jobs/server/queued-job-channel'
import { type JobFailureHandlers, type JobRunner, runJobs } from '@/lib/jobs/server/run-jobs'
import { jobStopTimeoutMs } from '@/lib/jobs/stop-times'
import { isBuiltInWorkerOn } from '@/lib/platform/server/env'
import { logger } from '@/lib/platform/server/logger'
import { JobThread } from './job-thread'
import type { ThreadJob } from './job-thread-messages'
import { lightJobHandlers } from './light-job-handlers'
import { periodicTasks } from './periodic-tasks'

type AnyPayload = JobPayloads[JobName]

interface BuiltInWorker {
  runner: Promise<JobRunner>
  thread: JobThread
}

// Next may load this module more than once, and the worker belongs to the process.
const processGlobals = globalThis as { stepmarkBuiltInWorker?: BuiltInWorker }

/**
 * Takes jobs from the queue and runs them in a thread, so that their computations never delay a request. The thread only
 * exists while there are jobs. Tasks that only run statements stay in this thread. Before the process ends, jobs get a few seconds to stop and are released. Does nothing with
 * `STEPMARK_WORKER=off`, and on further calls.
 */
export function startBuiltInWorker(): void {
  if (processGlobals.stepmarkBuiltInWorker || !isBuiltInWorkerOn()) return
  const thread = new JobThread()
  const { handlers, jobFailureHandlers } = makeThreadHandlers(thread)
  const runner = runJobs(
    { ...handlers, ...lightJobHandlers },
    { jobFailureHandlers, periodicTasks },
  )
  runner.catch((error: unknown) => logger.error({ error }, 'jobs cannot be run'))
  processGlobals.stepmarkBuiltInWorker = { runner, thread }
  listenToExpectedJobsInThread((name) => thread.expect(name))
  listenToQueuedJobsInThread(
    (name) => void runner.then(({ wake }) => wake(name)).catch(() => undefined),
  )
}

/** Stops and releases jobs while the process continues; takes some seconds at most. */
export async function stopBuiltInWorker(): Promise<void> {
  const worker = processGlobals.stepmarkBuiltInWorker
  if (!worker) return
  const stop = async () => {
    try {
      const runner = await worker.runner
      await runner.stop()
    } catch (error) {
      logger.warn({ error }, 'jobs did not stop cleanly; another process restarts them')
    }
    await worker.thread.end()
  }
  await Promise.race([stop(), sleep(jobStopTimeoutMs, undefined, { ref: false })])
}

function makeThreadHandlers(thread: JobThread): {
  handlers: JobHandlersWithId
  jobFailureHandlers: JobFailureHandlers
} {
  const makeHandlers = (makeHandler: (name: JobName) => unknown) =>
    Object.fromEntries(jobNames.map((name) => [name, makeHandler(name)])) as unknown
  return {
    handlers: makeHandlers(
      (name) => (payload: AnyPayload, signal: AbortSignal, id: string) =>
        thread.run({ kind: 'run', name, payload, id } as ThreadJob, signal),
    ) as JobHandlersWithId,
    jobFailureHandlers: makeHandlers(
      (name) => (payload: AnyPayload, reason: string) =>
        thread.run({ kind: 'give-up', name, payload, reason } as ThreadJob),
    ) as JobFailureHandlers,
  }
}
