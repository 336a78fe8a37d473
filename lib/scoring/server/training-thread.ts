import { parentPort, workerData } from 'node:worker_threads'
import { encodeModel } from '@/lib/scoring/embedded/encode-model'
import type { LabelledSolution } from '@/lib/scoring/embedded/scorer-model'
import { trainScorer } from '@/lib/scoring/embedded/train-scorer'
import type { TrainingAnswer, TrainingOrder } from './train-in-thread'

// The thread of train-apart.ts: is sent labelled solutions, then `train`; says how far it is, answers, and ends.
const { seed, isStopped } = workerData as TrainingOrder
const examples: LabelledSolution[] = []

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- this is a worker thread: it has no origin, and no one else can hear
const say = (answer: TrainingAnswer) => parentPort?.postMessage(answer)

parentPort?.on('message', (message: LabelledSolution[] | 'train') => {
  if (message !== 'train') {
    for (const example of message) examples.push(example)
    return
  }
  const result = trainScorer(examples, {
    seed,
    onProgress: (share) => say({ kind: 'progress', share }),
    shouldStop: () => Atomics.load(isStopped, 0) === 1,
  })
  if (!result.ok) say({ kind: 'nothing', problem: result.problem })
  else {
    const { model, metrics } = result.scorer
    say({ kind: 'trained', weights: encodeModel(model), steps: model.steps, metrics })
  }
})
