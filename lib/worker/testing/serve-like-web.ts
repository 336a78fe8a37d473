import type { Worker } from 'node:worker_threads'
import { announceQueuedJobInThread } from '@/lib/jobs/server/queued-job-channel'
import { startBuiltInWorker } from '@/lib/worker/server/built-in-worker'

// A process of built-in-worker.db.test.ts: what the web server does with the thread, and no more.
let thread: Worker | null = null
process.on('worker', (worker) => {
  process.stdout.write('[thread started]')
  thread = worker
})
// As when its memory is full.
process.on('SIGUSR2', () => void thread?.terminate())
startBuiltInWorker()
startBuiltInWorker()
// As when a command has queued a job.
process.on('SIGWINCH', () => announceQueuedJobInThread('sweep-files'))
process.on('SIGTERM', () => process.exit(143))
setTimeout(() => process.stdout.write('[serving]'), 100)
setInterval(() => undefined, 60_000)
