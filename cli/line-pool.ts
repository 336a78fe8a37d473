import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { AlgebraSystem } from '@/lib/grading/server/algebra-system'
import { findThreadProgram } from '@/lib/platform/server/programs'
import { type LineTaskResult, type LineTask, computeLineTaskResult } from './line-task'

const batchLines = 250
const batchCharacters = 1_000_000

export interface LineTaskInput {
  line: number
  text: string
}

interface Batch<Line> {
  lines: Line[]
  /** Whether it reached the maximum size, instead of being cut off by a pause or the end. */
  isFull: boolean
}

interface PendingBatch<Line> {
  lines: Line[]
  results: Promise<LineTaskResult[]>
}

/**
 * Runs a task on every line and yields results in order, as soon as they are ready, so that interactive pipes respond at
 * once. Small batches run in this thread, full ones on one thread per core. Memory: two batches per thread.
 */
export async function* runTaskOnLines<Line extends LineTaskInput>(
  task: LineTask,
  lines: AsyncIterable<Line>,
): AsyncGenerator<[Line, LineTaskResult]> {
  const pool = new Pool(task)
  const localRunner = new LocalRunner(task)
  const pendingBatches: PendingBatch<Line>[] = []
  const batches = cutBatches(lines)
  try {
    let next: Promise<IteratorResult<Batch<Line>>> | null = batches.next()
    while (next || pendingBatches.length > 0) {
      const [first] = pendingBatches
      const canReadNoMore = pendingBatches.length >= 2 * pool.size || next === null
      const yieldsFirst: boolean =
        first !== undefined && (canReadNoMore || (await isFirstSettled(first.results, next!)))
      if (yieldsFirst) {
        yield* pairLinesWithResults(first!)
        pendingBatches.shift()
        continue
      }
      const step: IteratorResult<Batch<Line>> = await next!
      if (step.done) next = null
      else {
        const { lines: batch, isFull } = step.value
        pendingBatches.push({ lines: batch, results: (isFull ? pool : localRunner).run(batch) })
        next = batches.next()
      }
    }
  } finally {
    for (const { results } of pendingBatches) results.catch(() => undefined)
    // Not awaited: it waits for the next line, which may never come.
    void batches.return(undefined)
    await Promise.all([pool.close(), localRunner.close()])
  }
}

/** Whether the first promise settles before the second. Rejections are left to the caller. */
const isFirstSettled = (first: Promise<unknown>, second: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    first.then(
      () => true,
      () => true,
    ),
    second.then(
      () => false,
      () => false,
    ),
  ])

async function* cutBatches<Line extends LineTaskInput>(
  lines: AsyncIterable<Line>,
): AsyncGenerator<Batch<Line>> {
  const source = lines[Symbol.asyncIterator]()
  let next: Promise<IteratorResult<Line>> | null = null
  try {
    for (let isOpen = true; isOpen;) {
      const batch: Line[] = []
      let characters = 0
      const pause = new Pause()
      while (batch.length < batchLines && characters < batchCharacters) {
        next ??= source.next()
        if (batch.length > 0 && !(await isFirstSettled(next, pause.elapsed))) break
        const step: IteratorResult<Line> = await next
        next = null
        isOpen = !step.done
        if (step.done) break
        if (batch.length === 0) pause.begin()
        batch.push(step.value)
        characters += step.value.text.length
      }
      pause.end()
      const isFull = batch.length >= batchLines || characters >= batchCharacters
      if (batch.length > 0) yield { lines: batch, isFull }
    }
  } finally {
    next?.catch(() => undefined)
    await source.return?.()
  }
}

/** How long a batch waits for more lines after its first, in milliseconds. */
const maxPauseMs = 100

class Pause {
  private timer: NodeJS.Timeout | undefined
  private finish = () => {}
  readonly elapsed = new Promise<void>((resolve) => {
    this.finish = resolve
  })

  begin(): void {
    this.timer = setTimeout(this.finish, maxPauseMs)
  }

  end(): void {
    clearTimeout(this.timer)
  }
}

async function* pairLinesWithResults<Line>({
  lines,
  results,
}: PendingBatch<Line>): AsyncGenerator<[Line, LineTaskResult]> {
  const lineResults = await results
  for (const [i, line] of lines.entries()) yield [line, lineResults[i]!]
}

/** Runs batches one by one in this thread. */
class LocalRunner {
  private readonly algebraSystem = new AlgebraSystem()
  private last: Promise<unknown> = Promise.resolve()

  constructor(private readonly task: LineTask) {}

  run(lines: readonly LineTaskInput[]): Promise<LineTaskResult[]> {
    const results = this.last.then(async () => {
      const lineResults: LineTaskResult[] = []
      for (const { text } of lines)
        lineResults.push(await computeLineTaskResult(this.task, text, this.algebraSystem))
      return lineResults
    })
    this.last = results.catch(() => undefined)
    return results
  }

  async close(): Promise<void> {
    await this.last
    await this.algebraSystem.close()
  }
}

class Pool {
  readonly size = availableParallelism()
  private readonly threads: Worker[] = []
  private readonly idle: Worker[] = []
  private readonly queue: ((thread: Worker) => void)[] = []

  constructor(private readonly task: LineTask) {}

  run(lines: readonly LineTaskInput[]): Promise<LineTaskResult[]> {
    return new Promise((resolve, reject) => {
      const begin = (thread: Worker) => {
        thread.removeAllListeners('error')
        thread.once('error', reject)
        thread.once('message', (results: LineTaskResult[]) => {
          resolve(results)
          const next = this.queue.shift()
          if (next) next(thread)
          else this.idle.push(thread)
        })
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
        thread.postMessage(lines.map(({ text }) => text))
      }
      const thread = this.idle.pop() ?? this.startThread()
      if (thread) begin(thread)
      else this.queue.push(begin)
    })
  }

  private startThread(): Worker | null {
    if (this.threads.length >= this.size) return null
    const { file, execArgv } = findThreadProgram('cli/line-thread.ts')
    const thread = new Worker(file, {
      workerData: this.task,
      execArgv,
    })
    this.threads.push(thread)
    return thread
  }

  async close(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.terminate()))
  }
}
