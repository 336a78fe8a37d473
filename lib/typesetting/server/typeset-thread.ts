import { parentPort } from 'node:worker_threads'
import { typesetTextsOfJob } from './typeset-job'
import type { TypesetJob } from './typeset-messages'

// A thread of typeset-pool.ts, which sends one job at a time.
async function runJob(job: TypesetJob): Promise<void> {
  const reply = await typesetTextsOfJob(job)
  parentPort?.postMessage(reply, [reply.json.buffer])
}

parentPort?.on('message', (job: TypesetJob) => void runJob(job))
