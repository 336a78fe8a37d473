import { Worker } from 'node:worker_threads'
import { findThreadProgram } from '@/lib/platform/server/programs'
import { needsAlgebraSystem } from './needs-algebra-system'

interface Reply {
  id: number
  answer: boolean
}

/** `timeout`: the question ran out of time, or the thread did not start. */
export type AlgebraSystemResult = 'same' | 'unknown' | 'timeout'

/** CPU time for one question in a started thread. Wall-clock time would make verdicts depend on the load of the machine. */
const answerCpuMs = 500
/** Upper limit in wall-clock time. */
const answerMs = 15_000
/** Limits for starting the thread. */
const startCpuMs = 20_000
const startMs = 60_000
const watchMs = 25
const maxRemembered = 2_000
const memory = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 }

/**
 * A computer algebra system in its own thread, which is terminated if it takes too long, so that the process stays
 * responsive. Only its findings of equality count. The thread starts with the first question.
 */
export class AlgebraSystem {
  private worker: Worker | null = null
  private pendingQuestion: {
    worker: Worker
    id: number
    finish: (result: AlgebraSystemResult) => void
  } | null = null
  private lastResult: Promise<unknown> = Promise.resolve()
  private questionCount = 0
  /** Cache, because the same pairs are asked repeatedly. */
  private readonly resultsByPair = new Map<string, Promise<AlgebraSystemResult>>()

  /** Asks whether two answers are equal. Questions are processed one at a time. */
  ask(a: string, b: string): Promise<AlgebraSystemResult> {
    if (!needsAlgebraSystem(a, b)) return Promise.resolve('unknown')
    // The order of the two does not matter.
    const [first, second] = a < b ? [a, b] : [b, a]
    const pair = `${first}\n${second}`
    const cached = this.resultsByPair.get(pair)
    if (cached) return cached
    const result = this.lastResult
      .then(() => this.askThread(first, second))
      .catch((): AlgebraSystemResult => 'unknown')
      .then((outcome) => {
        if (outcome === 'timeout') this.resultsByPair.delete(pair)
        return outcome
      })
    this.lastResult = result
    if (this.resultsByPair.size >= maxRemembered) this.resultsByPair.clear()
    this.resultsByPair.set(pair, result)
    return result
  }

  async close(): Promise<void> {
    await this.lastResult
    await this.end()
  }

  private async askThread(a: string, b: string): Promise<AlgebraSystemResult> {
    const worker = this.worker ?? (await this.start())
    if (worker === null) return 'timeout'
    const id = ++this.questionCount
    const cpuBeforeMs = await readCpuMs(worker)
    if (this.worker !== worker) return 'unknown'
    const limits = { cpuBeforeMs, cpuMs: answerCpuMs, ms: answerMs }
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
    return this.listen(worker, id, limits, () => worker.postMessage({ id, a, b }))
  }

  /** Null if it does not start. */
  private async start(): Promise<Worker | null> {
    const { file, execArgv } = findThreadProgram('lib/grading/server/algebra-thread.ts')
    const worker = new Worker(file, {
      resourceLimits: memory,
      execArgv,
      stderr: true,
      stdout: true,
    })
    worker.unref()
    this.worker = worker
    worker.on('message', ({ id, answer }: Reply) =>
      this.finishQuestion(worker, answer ? 'same' : 'unknown', id),
    )
    worker.on('error', () => this.finishQuestion(worker, 'unknown'))
    worker.on('exit', () => {
      if (this.worker === worker) this.worker = null
      this.finishQuestion(worker, 'unknown')
    })
    let isUp = false
    worker.once('message', () => (isUp = true))
    await this.listen(
      worker,
      0,
      { cpuBeforeMs: 0, cpuMs: startCpuMs, ms: startMs },
      () => undefined,
    )
    return isUp ? worker : null
  }

  /** Ignores answers from an ended thread or to an earlier question. */
  private finishQuestion(
    worker: Worker,
    result: AlgebraSystemResult,
    id = this.pendingQuestion?.id,
  ): void {
    if (this.pendingQuestion?.worker === worker && this.pendingQuestion.id === id)
      this.pendingQuestion.finish(result)
  }

  /** Waits for the thread's answer. If it runs out of time, terminates the thread and returns `timeout`. */
  private listen(
    worker: Worker,
    id: number,
    { cpuBeforeMs, cpuMs, ms }: { cpuBeforeMs: number; cpuMs: number; ms: number },
    onBegin: () => void,
  ): Promise<AlgebraSystemResult> {
    return new Promise((resolve) => {
      const startedAt = performance.now()
      let timer: NodeJS.Timeout | undefined
      const finish = (result: AlgebraSystemResult) => {
        clearTimeout(timer)
        if (this.pendingQuestion?.finish === finish) this.pendingQuestion = null
        resolve(result)
      }
      const watch = async () => {
        const isOver =
          performance.now() - startedAt > ms || (await readCpuMs(worker)) - cpuBeforeMs > cpuMs
        if (this.pendingQuestion?.finish !== finish) return
        if (!isOver) timer = setTimeout(() => void watch(), watchMs)
        else {
          this.pendingQuestion = null
          await this.end()
          finish('timeout')
        }
      }
      this.pendingQuestion = { worker, id, finish }
      onBegin()
      timer = setTimeout(() => void watch(), watchMs)
    })
  }

  private async end(): Promise<void> {
    const { worker } = this
    this.worker = null
    await worker?.terminate()
  }
}

/** CPU milliseconds used by a thread; 0 if it has ended. */
async function readCpuMs(worker: Worker): Promise<number> {
  try {
    const { user, system } = await worker.cpuUsage()
    return (user + system) / 1000
  } catch {
    return 0
  }
}
