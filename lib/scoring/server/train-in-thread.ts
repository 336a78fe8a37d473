import { join } from 'node:path'
import { loadTypeScript } from '@/lib/platform/server/loader'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import type { LabelledSolution } from '@/lib/scoring/embedded/scorer-model'
import type { ScorerMetrics } from '@/lib/scoring/embedded/scorer-metrics'

// Next's bundler knows the import and would look for the thread's file inside of its bundle.
const { Worker } = process.getBuiltinModule('node:worker_threads')

export interface TrainingOrder {
  seed: number
  /** Shared: 1 is seen by the thread while it works. */
  isStopped: Int32Array
}

export interface Trained {
  kind: 'trained'
  weights: Uint8Array<ArrayBuffer>
  /** Rated steps that it learnt from. */
  steps: number
  metrics: ScorerMetrics
}

export type TrainingAnswer =
  | { kind: 'progress'; share: number }
  | { kind: 'nothing'; problem: 'stopped' | 'nothing_rated' }
  | Trained

/** 300,000 rated steps with their features. */
const memory = { maxOldGenerationSizeMb: 2_048 }

/** Trains in a thread of its own, so that the one that asks stays awake for minutes of computing. */
export class TrainingThread {
  private readonly isStopped = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  private readonly thread
  private readonly stopped = Promise.withResolvers<null>()
  /** Rejects when the thread has ended: by its error where it came to one. Also before `train` listens. */
  readonly ended: Promise<never>

  constructor(seed: number) {
    const path = join(repositoryRoot, 'lib', 'scoring', 'server', 'training-thread.ts')
    this.thread = new Worker(path, {
      workerData: { seed, isStopped: this.isStopped } satisfies TrainingOrder,
      execArgv: [...loadTypeScript],
      resourceLimits: memory,
    })
    this.ended = new Promise((_, reject) => {
      // It comes before the end, and says why.
      this.thread.once('error', reject)
      this.thread.once('exit', () =>
        reject(new Error('The thread that trains ended without an answer')),
      )
    })
    this.ended.catch(() => undefined)
  }

  add(examples: readonly LabelledSolution[]): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- this is a worker thread: it has no origin, and no one else can hear
    this.thread.postMessage(examples)
  }

  /** Learns from all that were added. Null: it was stopped; `nothing_rated`: there is nothing to learn from. */
  async train(onProgress: (share: number) => void): Promise<Trained | 'nothing_rated' | null> {
    const outcome = Promise.withResolvers<Trained | 'nothing_rated' | null>()
    this.thread.on('message', (answer: TrainingAnswer) => {
      if (answer.kind === 'progress') onProgress(answer.share)
      else if (answer.kind === 'trained') outcome.resolve(answer)
      else outcome.resolve(answer.problem === 'stopped' ? null : answer.problem)
    })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- this is a worker thread: it has no origin, and no one else can hear
    this.thread.postMessage('train')
    return Promise.race([outcome.promise, this.stopped.promise, this.ended])
  }

  /** Rejects `train` at once, without waiting for the thread. */
  stop(): void {
    Atomics.store(this.isStopped, 0, 1)
    this.stopped.resolve(null)
  }

  async close(): Promise<void> {
    this.stop()
    await this.thread.terminate()
  }
}
