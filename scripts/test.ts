import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { buildOnce } from './build-once'
import { ensureBrowser } from './find-browser'
import { readPlaywrightReport, readVitestReport, runStage, type Stage } from './stage'
import {
  addUp,
  formatCounts,
  formatReport,
  formatStage,
  type RunPlace,
  type StageEnd,
} from './test-report'

const reportFile = join(repositoryRoot, 'test-results', 'report.md')
const bytesPerGiB = 1024 ** 3

interface RunOptions {
  isFull: boolean
  /** Output as it comes. */
  isLive: boolean
  onEnd: (soFar: readonly StageEnd[]) => void
}

const resolvePackage = (...parts: string[]) => join(repositoryRoot, 'node_modules', ...parts)
const program = (...parts: string[]) => [process.execPath, resolvePackage(...parts)]

/** In order: what is quick and says most comes first. */
function listStages(reports: string, isFull: boolean): Stage[] {
  const vitest = (name: string, project = name): Stage => {
    const path = join(reports, `${name}.json`)
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`]
    return {
      name,
      commands: [[...program('vitest', 'vitest.mjs'), 'run', '--project', project, ...reporters]],
      report: { path, read: readVitestReport },
    }
  }
  const mutations: Stage = {
    name: 'mutations',
    commands: [
      [process.execPath, '--import', './scripts/loader.mjs', join('scripts', 'mutations.ts')],
    ],
    report: {
      path: join(repositoryRoot, 'test-results', 'mutations.json'),
      read: readVitestReport,
    },
  }
  const next = program('next', 'dist', 'bin', 'next')
  const e2e = join(reports, 'e2e.json')
  return [
    {
      name: 'format',
      commands: [
        [...program('prettier', 'bin', 'prettier.cjs'), '--check', '--log-level=warn', '.'],
      ],
    },
    {
      name: 'types',
      // A clean clone lacks the types that Next makes from the folders of app/.
      env: { NEXT_TELEMETRY_DISABLED: '1' },
      commands: [
        [...next, 'typegen'],
        [...program('typescript', 'bin', 'tsc'), '--noEmit'],
      ],
    },
    {
      name: 'lint',
      commands: [[...program('oxlint', 'bin', 'oxlint'), '--type-aware', '--deny-warnings']],
    },
    vitest('pure'),
    vitest('database', 'database*'),
    { name: 'build', prepare: buildOnce, commands: [] },
    vitest('system'),
    {
      name: 'e2e',
      prepare: () => {
        ensureBrowser((message) => console.error(message))
        buildOnce()
      },
      commands: [[...program('playwright', 'cli.js'), 'test', '--reporter=list,json']],
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: e2e },
      report: { path: e2e, read: readPlaywrightReport },
    },
    ...(isFull ? [mutations] : []),
  ]
}

/** What git says; an empty text where there is none. */
const askGit = (...args: string[]) =>
  spawnSync('git', args, { cwd: repositoryRoot, encoding: 'utf8' }).stdout?.trim() ?? ''

/** As it is when the run begins: somebody may commit meanwhile. */
const describeRun = (isFull: boolean): RunPlace => ({
  commit: askGit('rev-parse', '--short', 'HEAD') || 'unknown',
  isChanged: askGit('status', '--porcelain') !== '',
  isFull,
  began: new Date(),
  machine: `${cpus().length} cores, ${Math.round(totalmem() / bytesPerGiB)} GiB, ${process.platform}, Node ${process.versions.node}`,
})

/**
 * Shows what a failed stage said. After it no other is run but in a full run, which is too long to be begun anew for each.
 * `onEnd` hears how all stand after each of them.
 */
async function runStages(
  stages: readonly Stage[],
  { isFull, isLive, onEnd }: RunOptions,
): Promise<StageEnd[]> {
  const ends: StageEnd[] = stages.map((stage) => ({ stage, result: null }))
  for (const [i, stage] of stages.entries()) {
    const result = await runStage(stage, isLive)
    const end = { stage, result }
    ends[i] = end
    if (!result.isOk && result.output) console.log(`\n${result.output.trimEnd()}\n`)
    console.log(formatStage(end))
    onEnd(ends)
    if (!result.isOk && !isFull) break
  }
  return ends
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { only: { type: 'string' }, full: { type: 'boolean' } } })
  if (values.full) process.env.STEPMARK_FULL = '1'
  const isFull = Boolean(process.env.STEPMARK_FULL)
  const reports = mkdtempSync(join(tmpdir(), 'stepmark-reports-'))
  try {
    const all = listStages(reports, isFull)
    const stages = all.filter(({ name }) => values.only === undefined || name === values.only)
    if (stages.length === 0) {
      console.error(`Stages: ${all.map(({ name }) => name).join(', ')}. ${values.only} is none.`)
      process.exitCode = 2
      return
    }
    const figures = join(reports, 'figures.md')
    writeFileSync(figures, '')
    process.env.STEPMARK_TEST_FIGURES = figures
    mkdirSync(dirname(reportFile), { recursive: true })
    const run = describeRun(isFull)
    const ends = await runStages(stages, {
      isFull,
      isLive: values.only !== undefined,
      onEnd: (soFar) =>
        writeFileSync(reportFile, formatReport(run, soFar, readFileSync(figures, 'utf8'))),
    })
    const notRun = ends.filter(({ result }) => result === null)
    console.log(['', ...notRun.map(formatStage)].join('\n'))
    console.log(formatCounts(addUp(ends)))
    console.log(`Figures of the suites: ${relative(repositoryRoot, reportFile)}`)
    if (ends.some(({ result }) => !result?.isOk)) process.exitCode = 1
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
}

await main()
