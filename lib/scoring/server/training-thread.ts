import { parentPort, workerData } from 'node:worker_threads'
import { encodeModel } from '@/lib/scoring/embedded/encode-model'
import type { TrainingExample } from '@/lib/scoring/embedded/scorer-model'
import { trainScorer } from '@/lib/scoring/embedded/train-scorer'
import type { TrainingThreadReply, TrainingThreadSettings } from './train-in-thread'

// The thread of train-in-thread.ts. Receives labelled solutions, then `train`. Reports progress and the result, then exits.
const { seed, stopFlag } = workerData as TrainingThreadSettings
const examples: TrainingExample[] = []

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- worker threads have no origin and no other listeners
const postReply = (reply: TrainingThreadReply) => parentPort?.postMessage(reply)

parentPort?.on('message', (message: TrainingExample[] | 'train') => {
  if (message !== 'train') {
    for (const example of message) examples.push(example)
    return
  }
  const result = trainScorer(examples, {
    seed,
    onProgress: (share) => postReply({ kind: 'progress', share }),
    shouldStop: () => Atomics.load(stopFlag, 0) === 1,
  })
  if (!result.ok) postReply({ kind: 'untrained', problem: result.problem })
  else {
    const { model, metrics } = result.scorer
    postReply({ kind: 'trained', weights: encodeModel(model), steps: model.steps, metrics })
  }
})
