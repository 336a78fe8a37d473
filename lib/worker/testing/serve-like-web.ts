import { startWorkerThread } from '@/lib/worker/server/start-worker-thread'

// A process of start-worker-thread.db.test.ts: what the web server does with the thread, and no more.
process.on('worker', () => process.stdout.write('thread '))
startWorkerThread()
startWorkerThread()
process.on('SIGTERM', () => process.exit(143))
setTimeout(() => process.stdout.write('serving'), 100)
setInterval(() => undefined, 60_000)
