import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { repositoryRoot } from '@/lib/platform/server/repository-root'

interface Reply {
  id: number
  answer: boolean
}

/** What one question may take, of a thread that is up. */
const answerMs = 500
/** What starting the thread may take. */
const startMs = 5_000
const mostCharacters = 400
const mostKnown = 2_000
const memory = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 }

/**
 * A computer algebra system in a thread of its own, which is ended when it takes too long: whatever it is asked, the
 * process stays responsive. It is believed where it finds two answers equal, and nowhere else. Started when first asked.
 */
export class SecondOpinion {
  private worker: Worker | null = null
  private waiting: ((answer: boolean) => void) | null = null
  private last: Promise<unknown> = Promise.resolve()
  private count = 0
  /** The same two answers come again and again. */
  private readonly known = new Map<string, Promise<boolean>>()

  /** Whether the two were found equal. One question at a time; others wait. */
  isSame(a: string, b: string): Promise<boolean> {
    if (!isWorthAsking(a) || !isWorthAsking(b)) return Promise.resolve(false)
    const pair = `${a}\n${b}`
    const known = this.known.get(pair)
    if (known) return known
    const asked = this.last.then(() => this.ask(a, b)).catch(() => false)
    this.last = asked
    if (this.known.size >= mostKnown) this.known.clear()
    this.known.set(pair, asked)
    return asked
  }

  async close(): Promise<void> {
    await this.last
    await this.end()
  }

  private async ask(a: string, b: string): Promise<boolean> {
    if (this.worker === null && !(await this.start())) return false
    const id = ++this.count
    return this.listen(answerMs, () => this.worker?.postMessage({ id, a, b }))
  }

  private async start(): Promise<boolean> {
    const file = join(repositoryRoot, 'lib', 'grading', 'server', 'algebra-worker.ts')
    // Not the loaders of whoever asks: Node runs this file by itself, and sooner.
    const worker = new Worker(file, {
      resourceLimits: memory,
      execArgv: [],
      stderr: true,
      stdout: true,
    })
    worker.unref()
    worker.on('message', (_reply: Reply) => this.waiting?.(_reply.answer))
    worker.on('error', () => this.waiting?.(false))
    worker.on('exit', () => {
      if (this.worker === worker) this.worker = null
      this.waiting?.(false)
    })
    this.worker = worker
    let isUp = false
    worker.once('message', () => (isUp = true))
    await this.listen(startMs, () => undefined)
    return isUp
  }

  /** What comes next from the thread; false, and an end to the thread, where nothing comes in time. */
  private listen(ms: number, begin: () => void): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.waiting = null
        void this.end().then(() => resolve(false))
      }, ms)
      this.waiting = (answer) => {
        clearTimeout(timer)
        this.waiting = null
        resolve(answer)
      }
      begin()
    })
  }

  private async end(): Promise<void> {
    const { worker } = this
    this.worker = null
    await worker?.terminate()
  }
}

/** Short, and no series without end: of those it says too much. */
function isWorthAsking(text: string): boolean {
  const isEndless = /\\(?:sum|prod)/.test(text) && text.includes('\\infty')
  return text.length <= mostCharacters && !isEndless
}
