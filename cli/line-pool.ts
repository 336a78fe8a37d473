import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { SecondOpinion } from '@/lib/grading/server/second-opinion'
import { loadTypeScript } from '@/lib/platform/server/loader'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { type LineResult, type LineTask, runLineTask } from './line-task'

const batchLines = 250
const batchCharacters = 1_000_000
const threadFile = join(repositoryRoot, 'cli', 'line-thread.ts')

export interface TaskLine {
  line: number
  text: string
}

interface Batch<Line> {
  lines: Line[]
  /** As many as go into one; fewer where no more came for a while, or will. */
  isFull: boolean
}

interface Underway<Line> {
  lines: Line[]
  results: Promise<LineResult[]>
}

/**
 * Runs a task on every line and gives the results in the order of the lines, as soon as they are there: who writes a line
 * into a pipe and waits has its result within a moment. Few lines are done here; many are spread over as many threads as
 * there are cores. Memory: two batches for each thread.
 */
export async function* runOnLines<Line extends TaskLine>(
  task: LineTask,
  lines: AsyncIterable<Line>,
): AsyncGenerator<[Line, LineResult]> {
  const pool = new Pool(task)
  const here = new TaskHere(task)
  const underway: Underway<Line>[] = []
  const batches = cutBatches(lines)
  try {
    let next: Promise<IteratorResult<Batch<Line>>> | null = batches.next()
    while (next || underway.length > 0) {
      const [first] = underway
      const isBusy = underway.length >= 2 * pool.size || next === null
      const isDone: boolean =
        first !== undefined && (isBusy || (await comesFirst(first.results, next!)))
      if (isDone) {
        yield* pairUp(first!)
        underway.shift()
        continue
      }
      const found: IteratorResult<Batch<Line>> = await next!
      if (found.done) next = null
      else {
        const { lines: batch, isFull } = found.value
        underway.push({ lines: batch, results: (isFull ? pool : here).run(batch) })
        next = batches.next()
      }
    }
  } finally {
    for (const { results } of underway) results.catch(() => undefined)
    // Not awaited: it ends with the line that is being read, which may never come.
    void batches.return(undefined)
    await Promise.all([pool.close(), here.close()])
  }
}

/** Whether of two promises it is the first that is settled first; what it throws is thrown when it is awaited. */
const comesFirst = (first: Promise<unknown>, second: Promise<unknown>): Promise<boolean> =>
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

async function* cutBatches<Line extends TaskLine>(
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
        if (batch.length > 0 && !(await comesFirst(next, pause.over))) break
        const found: IteratorResult<Line> = await next
        next = null
        isOpen = !found.done
        if (found.done) break
        if (batch.length === 0) pause.begin()
        batch.push(found.value)
        characters += found.value.text.length
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

/** How long a batch waits for more, from its first line. */
const longestPause = 100

class Pause {
  private timer: NodeJS.Timeout | undefined
  private finish = () => {}
  readonly over = new Promise<void>((resolve) => {
    this.finish = resolve
  })

  begin(): void {
    this.timer = setTimeout(this.finish, longestPause)
  }

  end(): void {
    clearTimeout(this.timer)
  }
}

async function* pairUp<Line>({
  lines,
  results,
}: Underway<Line>): AsyncGenerator<[Line, LineResult]> {
  const found = await results
  for (const [i, line] of lines.entries()) yield [line, found[i]!]
}

/** In this thread, one batch after the other. */
class TaskHere {
  private readonly opinion = new SecondOpinion()
  private last: Promise<unknown> = Promise.resolve()

  constructor(private readonly task: LineTask) {}

  run(lines: readonly TaskLine[]): Promise<LineResult[]> {
    const results = this.last.then(async () => {
      const found: LineResult[] = []
      for (const { text } of lines) found.push(await runLineTask(this.task, text, this.opinion))
      return found
    })
    this.last = results.catch(() => undefined)
    return results
  }

  async close(): Promise<void> {
    await this.last
    await this.opinion.close()
  }
}

class Pool {
  readonly size = availableParallelism()
  private readonly threads: Worker[] = []
  private readonly idle: Worker[] = []
  private readonly queue: ((thread: Worker) => void)[] = []

  constructor(private readonly task: LineTask) {}

  run(lines: readonly TaskLine[]): Promise<LineResult[]> {
    return new Promise((resolve, reject) => {
      const begin = (thread: Worker) => {
        thread.removeAllListeners('error')
        thread.once('error', reject)
        thread.once('message', (results: LineResult[]) => {
          resolve(results)
          const next = this.queue.shift()
          if (next) next(thread)
          else this.idle.push(thread)
        })
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- this is a worker thread: it has no origin, and nobody else can hear
        thread.postMessage(lines.map(({ text }) => text))
      }
      const thread = this.idle.pop() ?? this.start()
      if (thread) begin(thread)
      else this.queue.push(begin)
    })
  }

  private start(): Worker | null {
    if (this.threads.length >= this.size) return null
    const thread = new Worker(threadFile, {
      workerData: this.task,
      execArgv: [...loadTypeScript],
    })
    this.threads.push(thread)
    return thread
  }

  async close(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.terminate()))
  }
}
