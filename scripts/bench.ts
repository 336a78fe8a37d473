import { parseArgs } from 'node:util'
import { benchAgreement } from '@/bench/agreement'
import { startBenchServer } from '@/bench/bench-server'
import { benchGrading } from '@/bench/grading'
import { benchImportAndExport } from '@/bench/import-and-export'
import { benchPages } from '@/bench/pages'
import { benchQueue } from '@/bench/queue'
import { benchRounds } from '@/bench/rounds'
import { benchScorerComparison, MissingFileError } from '@/bench/scorer-comparison'
import { benchScoring } from '@/bench/scoring'
import { benchLabellingScreen } from '@/bench/screen'

// `npm run bench` measures in a few minutes; `npm run bench -- --full` uses the sizes of the
// targets; `--only screen` runs one benchmark. `--only scorer-comparison [FILE...]` compares scorers, on your labelled
// files if you name any. It downloads scikit-learn, so it runs only if you ask for it.
const benchmarks = [
  'grading',
  'scoring',
  'scorer-comparison',
  'rounds',
  'agreement',
  'screen',
  'queue',
  'pages',
  'transfer',
] as const
type Benchmark = (typeof benchmarks)[number]

const { full: isFull = false, only, files } = readOptions()
const isSelected = (name: Benchmark) =>
  only === undefined ? name !== 'scorer-comparison' : only === name
const queueSizes = isFull ? [10_000, 1_000_000] : [1_000, 10_000]
const scoringSteps = isFull
  ? { trained: 100_000, scored: 1_000_000 }
  : { trained: 20_000, scored: 100_000 }
const roundSolutions = isFull ? 1_000_000 : 100_000
const agreementSolutions = isFull ? 100_000 : 10_000
const pageAnnotations = isFull ? 300_000 : 30_000
const transferSolutions = isFull ? 100_000 : 10_000

if (isSelected('grading')) benchGrading()
if (isSelected('scoring')) benchScoring(scoringSteps.trained, scoringSteps.scored)
if (isSelected('scorer-comparison')) await compareScorers()
if (isSelected('rounds')) await benchRounds(roundSolutions)
if (isSelected('agreement')) await benchAgreement(agreementSolutions)
if ((['screen', 'queue', 'pages', 'transfer'] as const).some(isSelected)) await benchServer()

async function compareScorers(): Promise<void> {
  try {
    await benchScorerComparison(files)
  } catch (error) {
    if (!(error instanceof MissingFileError)) throw error
    console.error(error.message)
    process.exit(2)
  }
}

async function benchServer(): Promise<void> {
  const fixture = await startBenchServer()
  try {
    if (isSelected('screen')) await benchLabellingScreen(fixture)
    if (isSelected('queue')) await benchQueue(fixture, queueSizes)
    if (isSelected('pages')) await benchPages(fixture, [3_000, pageAnnotations])
    if (isSelected('transfer')) await benchImportAndExport(fixture, transferSolutions)
  } finally {
    await fixture.stop()
  }
}

function readOptions(): { full?: boolean; only?: string; files: string[] } {
  try {
    const options = { full: { type: 'boolean' }, only: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    if (values.only !== undefined && !(benchmarks as readonly string[]).includes(values.only))
      throw new Error(`Unknown benchmark: ${values.only}`)
    if (positionals.length > 0 && values.only !== 'scorer-comparison')
      throw new Error(`Unexpected argument: ${positionals[0]}`)
    return { ...values, files: positionals }
  } catch (error) {
    console.error(
      `${(error as Error).message}. Usage: npm run bench -- [--full] [--only ${benchmarks.join('|')}] [FILE...]`,
    )
    process.exit(2)
  }
}
