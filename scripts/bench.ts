import { parseArgs } from 'node:util'
import { benchAgreement } from '@/bench/agreement'
import { benchGrading } from '@/bench/grading'
import { benchQueue } from '@/bench/queue'
import { benchRounds } from '@/bench/rounds'
import { benchScoring } from '@/bench/scoring'
import { benchLabellingScreen } from '@/bench/screen'
import { benchImportAndExport } from '@/bench/import-and-export'
import { startBenchServer } from '@/bench/bench-server'

// `npm run bench` measures in a few minutes; `npm run bench -- --full` uses the sizes of the
// targets; `--only screen` runs one benchmark.
const benchmarks = [
  'grading',
  'scoring',
  'rounds',
  'agreement',
  'screen',
  'queue',
  'transfer',
] as const
type Benchmark = (typeof benchmarks)[number]

const { full: isFull = false, only } = readOptions()
const isSelected = (name: Benchmark) => only === undefined || only === name
const queueSizes = isFull ? [10_000, 1_000_000] : [1_000, 10_000]
const scoringSteps = isFull
  ? { trained: 100_000, scored: 1_000_000 }
  : { trained: 20_000, scored: 100_000 }
const roundSolutions = isFull ? 1_000_000 : 100_000
const agreementSolutions = isFull ? 100_000 : 10_000
const transferSolutions = isFull ? 100_000 : 10_000

if (isSelected('grading')) benchGrading()
if (isSelected('scoring')) benchScoring(scoringSteps.trained, scoringSteps.scored)
if (isSelected('rounds')) await benchRounds(roundSolutions)
if (isSelected('agreement')) await benchAgreement(agreementSolutions)
if ((['screen', 'queue', 'transfer'] as const).some(isSelected)) await benchServer()

async function benchServer(): Promise<void> {
  const world = await startBenchServer()
  try {
    if (isSelected('screen')) await benchLabellingScreen(world)
    if (isSelected('queue')) await benchQueue(world, queueSizes)
    if (isSelected('transfer')) await benchImportAndExport(world, transferSolutions)
  } finally {
    await world.stop()
  }
}

function readOptions(): { full?: boolean; only?: string } {
  try {
    const options = { full: { type: 'boolean' }, only: { type: 'string' } } as const
    const { values } = parseArgs({ options })
    if (values.only !== undefined && !(benchmarks as readonly string[]).includes(values.only))
      throw new Error(`Unknown benchmark: ${values.only}`)
    return values
  } catch (error) {
    console.error(
      `${(error as Error).message}. Usage: npm run bench -- [--full] [--only ${benchmarks.join('|')}]`,
    )
    process.exit(2)
  }
}
