import { benchQueue } from '@/bench/queue'
import { benchTransfer } from '@/bench/transfer'
import { openBenchWorld } from '@/bench/world'

// `npm run bench` measures in about a minute; `npm run bench -- --full` at the sizes that the targets name.
const isFull = process.argv.includes('--full')
const queueSizes = isFull ? [10_000, 1_000_000] : [1_000, 10_000]
const transferredSolutions = isFull ? 100_000 : 10_000

const world = await openBenchWorld()
try {
  await benchQueue(world, queueSizes)
  await benchTransfer(world, transferredSolutions)
} finally {
  await world.stop()
}
