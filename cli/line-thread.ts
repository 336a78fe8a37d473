import { parentPort, workerData } from 'node:worker_threads'
import { AlgebraSystem } from '@/lib/grading/server/algebra-system'
import { type LineTask, computeLineTaskResult } from './line-task'

// One of the threads of line-pool.ts.
const task = workerData as LineTask
const algebraSystem = new AlgebraSystem()

parentPort?.on('message', (texts: string[]) => {
  void (async () => {
    const results = []
    for (const text of texts) results.push(await computeLineTaskResult(task, text, algebraSystem))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
    parentPort?.postMessage(results)
  })()
})
