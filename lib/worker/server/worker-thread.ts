import { parentPort, workerData } from 'node:worker_threads'
import { logger } from '@/lib/platform/server/logger'
import { runWorker } from './run-worker'

// The thread of start-worker-thread.ts.
const { hasStopped } = workerData as { hasStopped: Int32Array }
const worker = await runWorker()

parentPort?.once('message', () => {
  void (async () => {
    try {
      await worker.stop()
    } catch (error) {
      logger.warn({ error }, 'jobs did not stop cleanly; another process restarts them')
    }
    Atomics.store(hasStopped, 0, 1)
    Atomics.notify(hasStopped, 0)
    parentPort?.close()
  })()
})
