import type { JobName } from '@/lib/jobs/job'
import { JobThreadEndedError } from '@/lib/jobs/server/run-jobs'
import { jobStopTimeoutMs } from '@/lib/jobs/stop-times'
import { makeErrorFromLogFields } from '@/lib/platform/server/describe-error'
import { logger } from '@/lib/platform/server/logger'
import { findThreadProgram, isBundled } from '@/lib/platform/server/programs'
import type {
  JobThreadData,
  JobThreadMessage,
  JobThreadReply,
  ThreadJob,
} from './job-thread-messages'

// Next's bundler would resolve the import and look for the thread's file in its bundle.
const { Worker } = process.getBuiltinModule('node:worker_threads')
type Worker = InstanceType<typeof Worker>

/**
 * After this time without jobs, the thread ends and frees its memory. Longer than until a postponed job runs again. In
 * development, starting it takes seconds.
 */
const idleMs = isBundled ? 5_000 : 600_000
/** A job may have ended the thread, and would end the next one. */
const restartDelayMs = 5_000
/** Time that a thread has to close its connections before it is terminated. */
const endTimeoutMs = 5_000
/** Checks without a response after which the thread is terminated: no other process takes its jobs while this one renews them. */
const maxMissedResponses = 12
/** Room for the requests of a batch (`maxBatchRequestFileBytes`), which an import keeps in memory. Other files are streamed. */
const memoryMaxMiB = 1_536
/** The young generation is collected when a third of this is full. By then most objects of a job are garbage. */
const youngMemoryMaxMiB = 24

const defaultOptions = {
  findProgram: (): { file: string | URL; execArgv: string[] } =>
    findThreadProgram('lib/worker/server/job-thread-program.ts'),
  idleMs,
  /** Interval of the checks whether the thread responds. */
  responseCheckMs: 5_000,
}

/** Runs jobs in a thread of this process, which starts with a job and ends some seconds after the last one. */
export class JobThread {
  private thread: Worker | null = null
  private readonly calls = new Map<number, PromiseWithResolvers<void | 'later'>>()
  private callCount = 0
  private idleTimer: NodeJS.Timeout | undefined

  private readonly options: typeof defaultOptions

  /** @param options for tests */
  constructor(options: Partial<typeof defaultOptions> = {}) {
    this.options = { ...defaultOptions, ...options }
  }

  /** Starts the thread for a job that is queued soon. */
  expect(name: JobName): void {
    post((this.thread ??= this.startThread()), { kind: 'load', name })
    this.endWhenIdle()
  }

  /** Returns or throws what the job's handler does. Throws `JobThreadEndedError` if the thread dies. */
  async run(job: ThreadJob, signal?: AbortSignal): Promise<void | 'later'> {
    clearTimeout(this.idleTimer)
    const thread = (this.thread ??= this.startThread())
    const call = (this.callCount += 1)
    const result = Promise.withResolvers<void | 'later'>()
    this.calls.set(call, result)
    post(thread, { kind: 'start', call, job })
    const abort = () => post(thread, { kind: 'abort', call })
    if (signal?.aborted) abort()
    signal?.addEventListener('abort', abort, { once: true })
    try {
      return await result.promise
    } finally {
      signal?.removeEventListener('abort', abort)
      this.calls.delete(call)
      this.endWhenIdle()
    }
  }

  /** Resolves when the thread has ended. It gets no more jobs meanwhile: the next one starts another. */
  async end(): Promise<void> {
    const { thread } = this
    if (!thread) return
    this.thread = null
    const exitPromise = new Promise<void>((resolve) => void thread.once('exit', () => resolve()))
    post(thread, { kind: 'end' })
    const timer = setTimeout(() => void thread.terminate(), endTimeoutMs).unref()
    await exitPromise
    clearTimeout(timer)
  }

  private endWhenIdle(): void {
    clearTimeout(this.idleTimer)
    if (this.calls.size === 0)
      this.idleTimer = setTimeout(() => void this.end(), this.options.idleMs).unref()
  }

  private startThread(): Worker {
    const { file, execArgv } = this.options.findProgram()
    const [hasReleased, responses] = [makeSharedNumber(), makeSharedNumber()]
    const thread = new Worker(file, {
      workerData: { hasReleased, responses } satisfies JobThreadData,
      execArgv,
      resourceLimits: {
        maxOldGenerationSizeMb: memoryMaxMiB,
        maxYoungGenerationSizeMb: youngMemoryMaxMiB,
      },
    })
    const release = () => {
      // A thread that is told to end has no jobs any more, or the queue has released them.
      if (this.calls.size === 0 || this.thread !== thread) return
      post(thread, { kind: 'release' })
      // Nothing else runs in this process, and the thread needs nothing from it.
      Atomics.wait(hasReleased, 0, 0, jobStopTimeoutMs)
    }
    process.once('exit', release)
    const responseCheck = this.checkResponses(thread, responses)
    thread.unref()
    thread.on('message', (reply: JobThreadReply) => this.endCall(reply))
    thread.once('error', (error) => logger.error({ error }, 'the thread that runs jobs failed'))
    thread.once('exit', () => {
      process.off('exit', release)
      clearInterval(responseCheck)
      if (this.thread === thread) this.recover()
    })
    return thread
  }

  /** Terminates the thread if it does not respond for a minute while it has jobs. A pause of the whole process counts once. */
  private checkResponses(thread: Worker, responses: Int32Array): NodeJS.Timeout {
    let [last, missed] = [0, 0]
    return setInterval(() => {
      const current = Atomics.load(responses, 0)
      missed = current === last && this.calls.size > 0 ? missed + 1 : 0
      last = current
      if (missed !== maxMissedResponses) return
      logger.error('the thread that runs jobs does not respond')
      void thread.terminate()
    }, this.options.responseCheckMs).unref()
  }

  private endCall(reply: JobThreadReply): void {
    const result = this.calls.get(reply.call)
    if ('error' in reply) result?.reject(makeErrorFromLogFields(reply.error))
    else result?.resolve(reply.outcome)
  }

  /** Releases the jobs of a thread that died, after a pause. */
  private recover(): void {
    this.thread = null
    const calls = [...this.calls.values()]
    if (calls.length === 0) return
    logger.warn(`the thread that runs jobs ended; its jobs restart in ${restartDelayMs / 1_000} s`)
    const error = new JobThreadEndedError('the thread that runs jobs ended')
    setTimeout(() => calls.forEach(({ reject }) => reject(error)), restartDelayMs).unref()
  }
}

const makeSharedNumber = () => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))

function post(thread: Worker, message: JobThreadMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- worker threads have no origin and no other listeners
  thread.postMessage(message)
}
