import { setTimeout as sleep } from 'node:timers/promises'
import { listenToQueuedJobsInThread } from '@/lib/jobs/server/queued-job-channel'
import { isBuiltInWorkerOn } from '@/lib/platform/server/env'
import { logger } from '@/lib/platform/server/logger'
import { findThreadProgram } from '@/lib/platform/server/programs'
import type { WorkerThreadMessage } from './worker-thread'

// Next's bundler would resolve the import and look for the thread's file in its bundle.
const { Worker } = process.getBuiltinModule('node:worker_threads')

const restartDelayMs = 5_000
/** Slightly longer than jobs are given to stop (`stopMs` in lib/jobs/server/run-jobs.ts). */
const stopTimeoutMs = 7_000
/** Room for the requests of a batch (`maxBatchRequestFileBytes`), which an import keeps in memory. Other files are streamed. */
const memoryMaxMiB = 1_536
/** The young generation is collected when a third of this is full. By then most objects of a job are garbage. */
const youngMemoryMaxMiB = 24

interface WorkerThreadState {
  /** The current thread. */
  thread: InstanceType<typeof Worker> | null
  isStopping: boolean
}

// Next may load this module more than once, and the thread belongs to the process.
const processGlobals = globalThis as { stepmarkWorkerThread?: WorkerThreadState }

/**
 * Runs jobs in a thread of this process, so that they never delay a request or use its memory. A thread that dies is
 * restarted with its jobs. Before the process ends, jobs get a few seconds to stop and are released. Does nothing with
 * `STEPMARK_WORKER=off`, and on further calls.
 */
export function startWorkerThread(): void {
  if (processGlobals.stepmarkWorkerThread || !isBuiltInWorkerOn()) return
  const state: WorkerThreadState = { thread: null, isStopping: false }
  processGlobals.stepmarkWorkerThread = state
  startThread(state)
  listenToQueuedJobsInThread((queued) => state.thread && postMessage(state.thread, { queued }))
}

function postMessage(thread: InstanceType<typeof Worker>, message: WorkerThreadMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- worker threads have no origin and no other listeners
  thread.postMessage(message)
}

/** Stops and releases jobs while the process continues; takes some seconds at most. */
export async function stopWorkerThread(): Promise<void> {
  const state = processGlobals.stepmarkWorkerThread
  if (!state) return
  state.isStopping = true
  const { thread } = state
  if (!thread) return
  const exitPromise = new Promise<void>((resolve) => void thread.once('exit', () => resolve()))
  postMessage(thread, 'stop')
  await Promise.race([exitPromise, sleep(stopTimeoutMs, undefined, { ref: false })])
}

function startThread(state: WorkerThreadState): void {
  const { file, execArgv } = findThreadProgram('lib/worker/server/worker-thread.ts')
  const hasStopped = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const thread = new Worker(file, {
    workerData: { hasStopped },
    execArgv,
    resourceLimits: {
      maxOldGenerationSizeMb: memoryMaxMiB,
      maxYoungGenerationSizeMb: youngMemoryMaxMiB,
    },
  })
  const stop = () => {
    postMessage(thread, 'stop')
    // Nothing else runs in this process, and the thread needs nothing from it.
    Atomics.wait(hasStopped, 0, 0, stopTimeoutMs)
  }
  state.thread = thread
  process.once('exit', stop)
  thread.unref()
  thread.once('error', (error) => logger.error({ error }, 'the thread that runs jobs failed'))
  thread.once('exit', () => {
    process.off('exit', stop)
    state.thread = null
    if (state.isStopping) return
    logger.warn(`the thread that runs jobs ended; another starts in ${restartDelayMs / 1_000} s`)
    setTimeout(() => {
      // After a stop that was requested during the delay, nothing would stop a new thread.
      if (!state.isStopping) startThread(state)
    }, restartDelayMs).unref()
  })
}
