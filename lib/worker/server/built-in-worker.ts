import { setTimeout as sleep } from 'node:timers/promises'
import { type JobHandlersWithId, type JobName, jobNames, type JobPayloads } from '@/lib/jobs/job'
import {
  listenToExpectedJobsInThread,
  listenToQueuedJobsInThread,
} from '@/lib/jobs/server/queued-job-channel'
import { type JobFailureHandlers, type JobRunner, runJobs } from '@/lib/jobs/server/run-jobs'
import { isBuiltInWorkerOn } from '@/lib/platform/server/env'
import { JobThread } from './job-thread'
import type { ThreadJob } from './job-thread-messages'
import { lightJobHandlers } from './light-job-handlers'
import { periodicTasks } from './periodic-tasks'

/** Slightly longer than jobs are given to stop (`stopMs` in lib/jobs/server/run-jobs.ts). */
const stopTimeoutMs = 7_000

type AnyPayload = JobPayloads[JobName]

interface BuiltInWorker {
  runner: Promise<JobRunner>
  thread: JobThread
}

// Next may load this module more than once, and the worker belongs to the process.
const processGlobals = globalThis as { stepmarkBuiltInWorker?: BuiltInWorker }

/**
 * Takes jobs from the queue and runs them in a thread, so that they never delay a request or use its memory. The thread only
 * exists while there are jobs. Before the process ends, jobs get a few seconds to stop and are released. Does nothing with
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
  processGlobals.stepmarkBuiltInWorker = { runner, thread }
  listenToExpectedJobsInThread((name) => thread.expect(name))
  listenToQueuedJobsInThread((name) => void runner.then(({ wake }) => wake(name)))
}

/** Stops and releases jobs while the process continues; takes some seconds at most. */
export async function stopBuiltInWorker(): Promise<void> {
  const worker = processGlobals.stepmarkBuiltInWorker
  if (!worker) return
  const stop = async () => {
    const runner = await worker.runner
    await runner.stop()
    await worker.thread.end()
  }
  await Promise.race([stop(), sleep(stopTimeoutMs, undefined, { ref: false })])
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
        thread.run({ name, payload, id, giveUpReason: null } as ThreadJob, signal),
    ) as JobHandlersWithId,
    jobFailureHandlers: makeHandlers(
      (name) => (payload: AnyPayload, giveUpReason: string) =>
        thread.run({ name, payload, id: null, giveUpReason } as ThreadJob),
    ) as JobFailureHandlers,
  }
}
