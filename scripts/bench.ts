import { benchAgreement } from '@/bench/agreement'
import { benchGrading } from '@/bench/grading'
import { benchQueue } from '@/bench/queue'
import { benchRounds } from '@/bench/rounds'
import { benchScoring } from '@/bench/scoring'
import { benchScreen } from '@/bench/screen'
import { benchTransfer } from '@/bench/transfer'
import { openBenchWorld } from '@/bench/world'

// `npm run bench` measures in about a minute; `npm run bench -- --full` at the sizes that the targets name.
const isFull = process.argv.includes('--full')
const only = process.argv[process.argv.indexOf('--only') + 1]
const isAsked = (part: string) => !process.argv.includes('--only') || only === part
const queueSizes = isFull ? [10_000, 1_000_000] : [1_000, 10_000]
const scoringSteps = isFull
  ? { trained: 100_000, scored: 1_000_000 }
  : { trained: 20_000, scored: 100_000 }
const roundSolutions = isFull ? 1_000_000 : 100_000
const agreedSolutions = isFull ? 100_000 : 10_000
const transferredSolutions = isFull ? 100_000 : 10_000

if (isAsked('grading')) benchGrading()
if (isAsked('scoring')) benchScoring(scoringSteps.trained, scoringSteps.scored)
if (isAsked('rounds')) await benchRounds(roundSolutions)
if (isAsked('agreement')) await benchAgreement(agreedSolutions)
if (['screen', 'queue', 'transfer'].some(isAsked)) await benchServer()

async function benchServer(): Promise<void> {
  const world = await openBenchWorld()
  try {
    // `--only screen` for a look at one of them.
    if (isAsked('screen')) await benchScreen(world)
    if (isAsked('queue')) await benchQueue(world, queueSizes)
    if (isAsked('transfer')) await benchTransfer(world, transferredSolutions)
  } finally {
    await world.stop()
  }
}
