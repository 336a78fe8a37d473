import { parseArgs } from 'node:util'
import { benchAgreement } from '@/bench/agreement'
import { benchGrading } from '@/bench/grading'
import { benchQueue } from '@/bench/queue'
import { benchRounds } from '@/bench/rounds'
import { benchScoring } from '@/bench/scoring'
import { benchScreen } from '@/bench/screen'
import { benchTransfer } from '@/bench/transfer'
import { openBenchWorld } from '@/bench/world'

// `npm run bench` measures in a few minutes; `npm run bench -- --full` uses the sizes of the
// targets; `--only screen` runs one part.
const parts = ['grading', 'scoring', 'rounds', 'agreement', 'screen', 'queue', 'transfer'] as const
type Part = (typeof parts)[number]

const { full: isFull = false, only } = readOptions()
const isAsked = (part: Part) => only === undefined || only === part
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
if ((['screen', 'queue', 'transfer'] as const).some(isAsked)) await benchServer()

async function benchServer(): Promise<void> {
  const world = await openBenchWorld()
  try {
    if (isAsked('screen')) await benchScreen(world)
    if (isAsked('queue')) await benchQueue(world, queueSizes)
    if (isAsked('transfer')) await benchTransfer(world, transferredSolutions)
  } finally {
    await world.stop()
  }
}

function readOptions(): { full?: boolean; only?: string } {
  try {
    const options = { full: { type: 'boolean' }, only: { type: 'string' } } as const
    const { values } = parseArgs({ options })
    if (values.only !== undefined && !(parts as readonly string[]).includes(values.only))
      throw new Error(`There is no part ${values.only}`)
    return values
  } catch (error) {
    console.error(`${(error as Error).message}. --full, or --only with one of: ${parts.join(', ')}`)
    process.exit(2)
  }
}
