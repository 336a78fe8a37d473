import { parentPort, workerData } from 'node:worker_threads'
import type { JobName } from '@/lib/jobs/job'
import { logger } from '@/lib/platform/server/logger'
import { runWorker } from './run-worker'

/** Stop, or look for queued jobs of a kind now. */
export type WorkerThreadMessage = 'stop' | { queued: JobName }

// The thread of start-worker-thread.ts.
const { hasStopped } = workerData as { hasStopped: Int32Array }
const worker = await runWorker()
let stopPromise: Promise<void> | undefined

parentPort?.on('message', (message: WorkerThreadMessage) => {
  if (message === 'stop') stopPromise ??= stop()
  else worker.wake(message.queued)
})

async function stop(): Promise<void> {
  try {
    await worker.stop()
  } catch (error) {
    logger.warn({ error }, 'jobs did not stop cleanly; another process restarts them')
  }
  Atomics.store(hasStopped, 0, 1)
  Atomics.notify(hasStopped, 0)
  parentPort?.close()
}
