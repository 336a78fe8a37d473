import { logger } from '@/lib/platform/server/logger'
import { findThreadProgram } from '@/lib/platform/server/programs'
import type { TypesetJobResult, TypesetJob } from './typeset-messages'

// Next's bundler would resolve the import and look for the thread's file in its bundle.
const { Worker } = process.getBuiltinModule('node:worker_threads')
type Worker = InstanceType<typeof Worker>

const maxThreads = 2
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 }
/** After this time without work, a thread ends and frees its memory. */
const idleMs = 60_000
/** Interval of checks of a job's processor time. */
const checkIntervalMs = 100
/** Time beyond the job's budget after which its thread is ended: the job checks its budget only between formulas. */
const extraMs = 2_000

interface PendingJob {
  job: TypesetJob
  /** Null if it was stopped, or its thread failed. Further calls do nothing. */
  finish: (result: TypesetJobResult | null) => void
  /** Processor time, so that a busy machine does not change what is typeset. */
  maxCpuMs: number
  /** Set when no one waits for it any more. */
  isAbandoned: boolean
}

interface Thread {
  worker: Worker
  current: { pending: PendingJob; checkTimer: NodeJS.Timeout } | null
  idleTimer: NodeJS.Timeout | null
}

interface Pool {
  threads: Set<Thread>
  queue: PendingJob[]
  jobCount: number
}

// Next may load this module more than once, and the threads belong to the process.
const processGlobals = globalThis as { stepmarkTypesetPool?: Pool }
const pool = (processGlobals.stepmarkTypesetPool ??= { threads: new Set(), queue: [], jobCount: 0 })

/**
 * Typesets in a thread of this process, so that no text delays other requests. Jobs start in order. Each reply submits one
 * at a time (typeset-reply.ts), so that a reply with many texts does not delay the others. Null if a job waited too long,
 * or ran out of time or memory.
 */
export function runTypesetJob(
  job: Omit<TypesetJob, 'id'>,
  { maxWaitMs, maxCpuMs = job.budget.ms + extraMs }: { maxWaitMs: number; maxCpuMs?: number },
): Promise<TypesetJobResult | null> {
  return new Promise((resolve) => {
    const pending: PendingJob = {
      job: { ...job, id: ++pool.jobCount },
      finish: (result) => {
        clearTimeout(timer)
        resolve(result)
      },
      maxCpuMs,
      isAbandoned: false,
    }
    const timer = setTimeout(() => {
      pending.isAbandoned = true
      resolve(null)
    }, maxWaitMs)
    pool.queue.push(pending)
    assignJobs()
  })
}

function assignJobs(): void {
  pool.queue = pool.queue.filter(({ isAbandoned }) => !isAbandoned)
  while (pool.queue.length > 0) {
    const thread = [...pool.threads].find(({ current }) => current === null)
    if (!thread && pool.threads.size >= maxThreads) return
    assignJob(thread ?? startThread(), pool.queue.shift()!)
  }
}

function assignJob(thread: Thread, pending: PendingJob): void {
  if (thread.idleTimer) clearTimeout(thread.idleTimer)
  thread.worker.ref()
  thread.current = { pending, checkTimer: startTimeCheck(thread, pending) }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- worker threads have no origin and no other listeners
  thread.worker.postMessage(pending.job)
}

/** Ends a thread whose job takes too long. */
function startTimeCheck(thread: Thread, pending: PendingJob): NodeJS.Timeout {
  let cpuAtStart: number | null = null
  const check = async () => {
    const cpuMs = await readCpuMs(thread.worker)
    cpuAtStart ??= cpuMs
    const isOver = cpuMs - cpuAtStart > pending.maxCpuMs
    if (isOver && thread.current?.pending === pending) await thread.worker.terminate()
  }
  return setInterval(() => void check(), checkIntervalMs).unref()
}

/** 0 if the thread has ended or is starting. */
async function readCpuMs(worker: Worker): Promise<number> {
  try {
    const { user, system } = await worker.cpuUsage()
    return (user + system) / 1_000
  } catch {
    return 0
  }
}

function startThread(): Thread {
  const { file, execArgv } = findThreadProgram('lib/typesetting/server/typeset-thread.ts')
  const worker = new Worker(file, {
    execArgv,
    resourceLimits,
  })
  const thread: Thread = { worker, current: null, idleTimer: null }
  pool.threads.add(thread)
  worker.on('message', (answer: TypesetJobResult) => finishJob(thread, answer))
  worker.once('error', (error) => logger.warn({ error }, 'a typesetting thread failed'))
  worker.once('exit', () => {
    pool.threads.delete(thread)
    finishJob(thread, null)
  })
  return thread
}

function finishJob(thread: Thread, result: TypesetJobResult | null): void {
  const { current } = thread
  if (!current) return
  clearInterval(current.checkTimer)
  thread.current = null
  thread.worker.unref()
  current.pending.finish(result)
  thread.idleTimer = setTimeout(() => {
    if (thread.current !== null) return
    // It gets no more jobs while it ends.
    pool.threads.delete(thread)
    void thread.worker.terminate()
  }, idleMs).unref()
  assignJobs()
}

/** For tests. Jobs that are running are stopped. */
export async function stopTypesetThreads(): Promise<void> {
  await Promise.all([...pool.threads].map(({ worker }) => worker.terminate()))
}
