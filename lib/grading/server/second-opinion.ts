import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { loadTypeScript, needsLoader } from '@/lib/platform/server/loader'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { isWorthAsking } from './worth-asking'

interface Reply {
  id: number
  answer: boolean
}

/** `late`: it was not decided in the time that one question has. */
export type Opinion = 'same' | 'unknown' | 'late'

/**
 * What one question may take of a processor, of a thread that is up and warm. Not of the clock: how busy the machine is
 * must not make a verdict.
 */
const answerCpuMs = 500
/** However slow the machine, nobody waits longer. */
const answerMs = 15_000
/** What starting the thread may take. */
const startCpuMs = 20_000
const startMs = 60_000
const watchMs = 25
const mostKnown = 2_000
const memory = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 }

/**
 * A computer algebra system in a thread of its own, which is ended when it takes too long: whatever it is asked, the
 * process stays responsive. It is believed where it finds two answers equal, and nowhere else. Started when first asked.
 */
export class SecondOpinion {
  private worker: Worker | null = null
  private waiting: { worker: Worker; id: number; finish: (opinion: Opinion) => void } | null = null
  private last: Promise<unknown> = Promise.resolve()
  private count = 0
  /** The same two answers come again and again. */
  private readonly known = new Map<string, Promise<Opinion>>()

  /** Whether the two are found equal. One question at a time; others wait. */
  ask(a: string, b: string): Promise<Opinion> {
    if (!isWorthAsking(a, b)) return Promise.resolve('unknown')
    // The same question, whichever of the two comes first.
    const [first, second] = a < b ? [a, b] : [b, a]
    const pair = `${first}\n${second}`
    const known = this.known.get(pair)
    if (known) return known
    const asked = this.last
      .then(() => this.put(first, second))
      .catch((): Opinion => 'unknown')
      .then((opinion) => {
        if (opinion === 'late') this.known.delete(pair)
        return opinion
      })
    this.last = asked
    if (this.known.size >= mostKnown) this.known.clear()
    this.known.set(pair, asked)
    return asked
  }

  async close(): Promise<void> {
    await this.last
    await this.end()
  }

  private async put(a: string, b: string): Promise<Opinion> {
    const worker = this.worker ?? (await this.start())
    if (worker === null) return 'late'
    const id = ++this.count
    const before = await readCpu(worker)
    if (this.worker !== worker) return 'unknown'
    const limits = { before, cpuMs: answerCpuMs, ms: answerMs }
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
    return this.listen(worker, id, limits, () => worker.postMessage({ id, a, b }))
  }

  /** Null where it does not come up. */
  private async start(): Promise<Worker | null> {
    const file = join(repositoryRoot, 'lib', 'grading', 'server', 'algebra-worker.ts')
    // Not the loaders of whoever asks: where it may, Node runs this file by itself, and sooner.
    const worker = new Worker(file, {
      resourceLimits: memory,
      execArgv: needsLoader ? [...loadTypeScript] : [],
      stderr: true,
      stdout: true,
    })
    worker.unref()
    this.worker = worker
    worker.on('message', ({ id, answer }: Reply) =>
      this.answer(worker, answer ? 'same' : 'unknown', id),
    )
    worker.on('error', () => this.answer(worker, 'unknown'))
    worker.on('exit', () => {
      if (this.worker === worker) this.worker = null
      this.answer(worker, 'unknown')
    })
    let isUp = false
    worker.once('message', () => (isUp = true))
    await this.listen(worker, 0, { before: 0, cpuMs: startCpuMs, ms: startMs }, () => undefined)
    return isUp ? worker : null
  }

  /** Of a thread that has ended, and of a question before, nobody waits for an answer. */
  private answer(worker: Worker, opinion: Opinion, id = this.waiting?.id): void {
    if (this.waiting?.worker === worker && this.waiting.id === id) this.waiting.finish(opinion)
  }

  /** What the thread answers; late, and an end to the thread, where it does not in time. */
  private listen(
    worker: Worker,
    id: number,
    { before, cpuMs, ms }: { before: number; cpuMs: number; ms: number },
    begin: () => void,
  ): Promise<Opinion> {
    return new Promise((resolve) => {
      const began = performance.now()
      let timer: NodeJS.Timeout | undefined
      const finish = (opinion: Opinion) => {
        clearTimeout(timer)
        if (this.waiting?.finish === finish) this.waiting = null
        resolve(opinion)
      }
      const watch = async () => {
        const isOver = performance.now() - began > ms || (await readCpu(worker)) - before > cpuMs
        if (this.waiting?.finish !== finish) return
        if (!isOver) timer = setTimeout(() => void watch(), watchMs)
        else {
          this.waiting = null
          await this.end()
          finish('late')
        }
      }
      this.waiting = { worker, id, finish }
      begin()
      timer = setTimeout(() => void watch(), watchMs)
    })
  }

  private async end(): Promise<void> {
    const { worker } = this
    this.worker = null
    await worker?.terminate()
  }
}

/** Milliseconds of a processor that a thread has had; 0 of one that has ended. */
async function readCpu(worker: Worker): Promise<number> {
  try {
    const { user, system } = await worker.cpuUsage()
    return (user + system) / 1000
  } catch {
    return 0
  }
}
