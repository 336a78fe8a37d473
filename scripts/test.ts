import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { abortOnSignals } from './abort-on-signals'
import {
  findBaseCommit,
  listChangedFiles,
  readWorkTreeState,
  recordPassedCommit,
  resolveCommit,
  type WorkTreeState,
} from './changed/changes'
import { selectRepositoryTests } from './changed/select-tests'
import { runGit } from './git'
import { listStages } from './list-stages'
import { runStages } from './run-stages'
import { makeScratchFolder } from './scratch-folder'
import type { Stage } from './stage'
import {
  sumTestCounts,
  formatTestCounts,
  formatTestReport,
  formatStageLine,
  listFailedTests,
  type TestRunMetadata,
} from './test-report'

const reportFile = join(repositoryRoot, 'test-results', 'report.md')
const bytesPerGiB = 1024 ** 3
/** Most stages keep one core busy and wait for the rest of their time. */
const stagesAtOnce = 2
/** Databases, write-ahead logs and browser profiles of all stages. Full runs create files of 1 GiB. */
const scratchGiB = { normal: 4, full: 16 }

const listStageNames = () =>
  listStages({ reports: '', isFull: true, selection: null }).map(({ name }) => name)

const usage = `npm test -- [options]
  --changed       run only what the changes since the last passing commit can break
  --base REV      as --changed, compared with this commit
  --only STAGE    run one stage and show its output live: ${listStageNames().join(', ')}
  --full          full sizes and mutations, as in npm run test:full
  --help          show this help`

/** Wrong use of the command; the message says how to use it. */
class UsageError extends Error {}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: 'string' },
        full: { type: 'boolean' },
        changed: { type: 'boolean' },
        base: { type: 'string' },
        help: { type: 'boolean' },
      },
    })
    return values
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
}

/** The tests to run for `--changed`, or null: all of them. */
function readSelection(revision: string | undefined) {
  const base = revision === undefined ? findBaseCommit() : resolveCommit(revision)
  if (base === null)
    throw new UsageError(
      revision === undefined
        ? 'No commit is known on which all tests passed. Run npm test once, or name one with --base REV.'
        : `--base ${revision} is not a commit of this repository.`,
    )
  const changes = listChangedFiles(base)
  const selection = selectRepositoryTests(changes)
  const since = `since ${runGit(['rev-parse', '--short', base])}`
  if (!selection) {
    console.log(
      `Changed files ${since}: ${changes.length}. One of them can break any test: running all.`,
    )
    return null
  }
  const { pure, database, system, e2e } = selection
  const files = pure.length + database.length + system.length + e2e.length
  console.log(`Changed files ${since}: ${changes.length}. Test files to run: ${files}.`)
  return selection
}

const describeRun = ({ commit, isClean }: WorkTreeState, isFull: boolean): TestRunMetadata => ({
  commit: commit?.slice(0, 7) ?? 'unknown',
  hasUncommittedChanges: !isClean,
  isFull,
  startedAt: new Date(),
  machine: `${cpus().length} cores, ${Math.round(totalmem() / bytesPerGiB)} GiB, ${process.platform}, Node ${process.versions.node}`,
})

const measureMinutes = ({ startedAt }: TestRunMetadata) =>
  (Date.now() - startedAt.getTime()) / 60_000

type Options = ReturnType<typeof readOptions>

/** The stages to run; none if the changes can't break a test of the named stage. */
function chooseStages(options: Options, isFull: boolean, reports: string): Stage[] {
  const selection = options.changed || options.base ? readSelection(options.base) : null
  const stages = listStages({ reports, isFull, selection })
  const { only } = options
  if (only === undefined) return stages
  const names = listStages({ reports, isFull, selection: null }).map(({ name }) => name)
  if (!names.includes(only))
    throw new UsageError(`No stage is called ${only}. Stages: ${names.join(', ')}.`)
  return stages.filter(({ name }) => name === only)
}

/** Returns whether all passed; null if `signal` ended them. */
async function runTests(
  options: Options,
  {
    isFull,
    scratch: scratchFolder,
    signal,
  }: { isFull: boolean; scratch: string; signal: AbortSignal },
): Promise<boolean | null> {
  const stages = chooseStages(options, isFull, scratchFolder)
  if (stages.length === 0) {
    console.log(`Nothing to run: the changes can't break a test of ${options.only}.`)
    return true
  }
  const figuresFile = join(scratchFolder, 'figures.md')
  writeFileSync(figuresFile, '')
  process.env.STEPMARK_TEST_FIGURES = figuresFile
  mkdirSync(dirname(reportFile), { recursive: true })
  const workTree = readWorkTreeState()
  const run = describeRun(workTree, isFull)
  const outcomes = await runStages(stages, {
    atOnce: stagesAtOnce,
    keepGoing: isFull,
    isLive: options.only !== undefined,
    signal,
    onEnd: (outcome, outcomesSoFar) => {
      if (signal.aborted) return
      if (!outcome.result?.isOk && outcome.output) console.log(`\n${outcome.output.trimEnd()}\n`)
      console.log(formatStageLine(outcome))
      const reportDetails = {
        figures: readFileSync(figuresFile, 'utf8'),
        minutes: measureMinutes(run),
      }
      writeFileSync(reportFile, formatTestReport(run, outcomesSoFar, reportDetails))
    },
  })
  if (signal.aborted) {
    console.log('Interrupted.')
    return null
  }
  const stagesNotRun = outcomes.filter(({ result }) => result === null)
  console.log(['', ...stagesNotRun.map(formatStageLine)].join('\n'))
  console.log(`${measureMinutes(run).toFixed(1)} minutes`)
  console.log(formatTestCounts(sumTestCounts(outcomes)))
  const failures = listFailedTests(outcomes)
  if (failures.length > 0) console.log(['', 'Failed:', ...failures, ''].join('\n'))
  console.log(`Report and figures: ${relative(repositoryRoot, reportFile)}`)
  const hasPassed = outcomes.every(({ result }) => result?.isOk)
  const isCompleteRun = !options.changed && !options.base && options.only === undefined
  const reason = hasPassed && isCompleteRun ? recordPassedCommit(workTree) : null
  if (reason) console.log(`The next --changed run can't use this one as its base: ${reason}.`)
  return hasPassed
}

/** Retries, because programs that were stopped may still write to the folder. */
function removeScratch(scratchFolder: string): void {
  try {
    rmSync(scratchFolder, { recursive: true, force: true, maxRetries: 10 })
  } catch (error) {
    console.error(`${scratchFolder} could not be removed: ${String(error)}`)
  }
}

async function main(): Promise<void> {
  try {
    const options = readOptions()
    if (options.help) return console.log(usage)
    if (options.full) process.env.STEPMARK_FULL = '1'
    const isFull = Boolean(process.env.STEPMARK_FULL)
    const signal = abortOnSignals()
    signal.addEventListener('abort', () => console.error('Stopping. This can take 10 seconds.'))
    const scratchFolder = makeScratchFolder(isFull ? scratchGiB.full : scratchGiB.normal)
    process.on('exit', () => removeScratch(scratchFolder))
    process.env.TMPDIR = scratchFolder
    // Hundreds of Node processes start, most of them with the same code.
    process.env.NODE_COMPILE_CACHE = join(scratchFolder, 'compile-cache')
    if ((await runTests(options, { isFull, scratch: scratchFolder, signal })) === false)
      process.exitCode = 1
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    console.error(error.message)
    process.exitCode = 2
  }
}

await main()
