import { findThreadProgram } from '@/lib/platform/server/programs'
import type { EmbeddedScorerMetrics } from '@/lib/scoring/embedded/scorer-metrics'
import type { TrainingExample } from '@/lib/scoring/embedded/scorer-model'

// Next's bundler would resolve the import and look for the thread's file in its bundle.
const { Worker } = process.getBuiltinModule('node:worker_threads')

export interface TrainingThreadSettings {
  seed: number
  /** Shared with the thread: 1 tells it to stop. */
  stopFlag: Int32Array
}

export interface TrainedModel {
  kind: 'trained'
  weights: Uint8Array<ArrayBuffer>
  /** Number of rated steps that it was trained on. */
  steps: number
  metrics: EmbeddedScorerMetrics
}

export type TrainingThreadReply =
  | { kind: 'progress'; share: number }
  | { kind: 'untrained'; problem: 'stopped' | 'nothing_rated' }
  | TrainedModel

/** Enough for 300,000 rated steps with their features. */
const resourceLimits = { maxOldGenerationSizeMb: 2_048 }

/** Trains in a separate thread, so that the caller stays responsive during minutes of computation. */
export class TrainingThread {
  private readonly stopFlag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  private readonly thread
  private readonly stopSignal = Promise.withResolvers<null>()
  /** Rejects when the thread exits, with its error if there was one, also before `train` is called. */
  readonly exitPromise: Promise<never>

  constructor(seed: number) {
    const { file, execArgv } = findThreadProgram('lib/scoring/server/training-thread.ts')
    this.thread = new Worker(file, {
      workerData: { seed, stopFlag: this.stopFlag } satisfies TrainingThreadSettings,
      execArgv,
      resourceLimits,
    })
    this.exitPromise = new Promise((_, reject) => {
      // The error comes before the exit and has the reason.
      this.thread.once('error', reject)
      this.thread.once('exit', () =>
        reject(new Error('The thread that trains ended without an answer')),
      )
    })
    this.exitPromise.catch(() => undefined)
  }

  add(examples: readonly TrainingExample[]): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- worker threads have no origin and no other listeners
    this.thread.postMessage(examples)
  }

  /** Trains on all added solutions. Null: stopped. `nothing_rated`: there are no ratings. */
  async train(onProgress: (share: number) => void): Promise<TrainedModel | 'nothing_rated' | null> {
    const outcome = Promise.withResolvers<TrainedModel | 'nothing_rated' | null>()
    this.thread.on('message', (reply: TrainingThreadReply) => {
      if (reply.kind === 'progress') onProgress(reply.share)
      else if (reply.kind === 'trained') outcome.resolve(reply)
      else outcome.resolve(reply.problem === 'stopped' ? null : reply.problem)
    })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- worker threads have no origin and no other listeners
    this.thread.postMessage('train')
    return Promise.race([outcome.promise, this.stopSignal.promise, this.exitPromise])
  }

  /** Resolves `train` with null at once, without waiting for the thread. */
  stop(): void {
    Atomics.store(this.stopFlag, 0, 1)
    this.stopSignal.resolve(null)
  }

  async close(): Promise<void> {
    this.stop()
    await this.thread.terminate()
  }
}
