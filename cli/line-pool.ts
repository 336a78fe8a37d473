import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { SecondOpinion } from '@/lib/grading/server/second-opinion'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { type LineResult, type LineTask, runLineTask } from './line-task'

const batchLines = 250
const batchCharacters = 1_000_000
const loader = join(repositoryRoot, 'node_modules', 'tsx', 'dist', 'loader.mjs')
const threadFile = join(repositoryRoot, 'cli', 'line-thread.ts')

export interface TaskLine {
  line: number
  text: string
}

interface Batch<Line> {
  lines: Line[]
  results: Promise<LineResult[]>
}

/**
 * Runs a task on every line and gives the results in the order of the lines. What fits into one batch is done here;
 * more is spread over as many threads as there are cores. Memory: two batches for each thread.
 */
export async function* runOnLines<Line extends TaskLine>(
  task: LineTask,
  lines: AsyncIterable<Line>,
): AsyncGenerator<[Line, LineResult]> {
  const pool = new Pool(task)
  const underway: Batch<Line>[] = []
  try {
    let waiting: Line[] | null = null
    for await (const batch of cutBatches(lines)) {
      if (waiting === null && underway.length === 0) waiting = batch
      else {
        for (const next of waiting ? [waiting, batch] : [batch])
          underway.push({ lines: next, results: pool.run(next) })
        waiting = null
      }
      if (underway.length >= 2 * pool.size) yield* pairUp(underway.shift()!)
    }
    if (waiting) yield* pairUp({ lines: waiting, results: runHere(task, waiting) })
    while (underway.length > 0) yield* pairUp(underway.shift()!)
  } finally {
    for (const { results } of underway) results.catch(() => undefined)
    await pool.close()
  }
}

async function* cutBatches<Line extends TaskLine>(
  lines: AsyncIterable<Line>,
): AsyncGenerator<Line[]> {
  let batch: Line[] = []
  let characters = 0
  for await (const line of lines) {
    batch.push(line)
    characters += line.text.length
    if (batch.length < batchLines && characters < batchCharacters) continue
    yield batch
    batch = []
    characters = 0
  }
  if (batch.length > 0) yield batch
}

async function* pairUp<Line>({ lines, results }: Batch<Line>): AsyncGenerator<[Line, LineResult]> {
  const found = await results
  for (const [i, line] of lines.entries()) yield [line, found[i]!]
}

async function runHere(task: LineTask, lines: readonly TaskLine[]): Promise<LineResult[]> {
  const opinion = new SecondOpinion()
  const results: LineResult[] = []
  for (const { text } of lines) results.push(await runLineTask(task, text, opinion))
  await opinion.close()
  return results
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
    const execArgv = ['--import', pathToFileURL(loader).href]
    const thread = new Worker(threadFile, { workerData: this.task, execArgv })
    this.threads.push(thread)
    return thread
  }

  async close(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.terminate()))
  }
}
