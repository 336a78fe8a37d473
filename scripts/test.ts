import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { buildOnce } from './build-once'
import { ensureBrowser } from './find-browser'
import {
  type Counts,
  readPlaywrightReport,
  readVitestReport,
  runStage,
  type Stage,
  type StageResult,
} from './stage'

const resolvePackage = (...parts: string[]) => join(repositoryRoot, 'node_modules', ...parts)
const program = (...parts: string[]) => [process.execPath, resolvePackage(...parts)]

/** In order: what is quick and says most comes first. */
function listStages(reports: string): Stage[] {
  const vitest = (name: string, project = name): Stage => {
    const path = join(reports, `${name}.json`)
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`]
    return {
      name,
      commands: [[...program('vitest', 'vitest.mjs'), 'run', '--project', project, ...reporters]],
      report: { path, read: readVitestReport },
    }
  }
  const planted: Stage = {
    name: 'planted',
    commands: [
      [process.execPath, '--import', './scripts/loader.mjs', join('scripts', 'planted.ts')],
    ],
    report: {
      path: join(repositoryRoot, 'test-results', 'planted.json'),
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
    ...(process.env.STEPMARK_FULL ? [planted] : []),
  ]
}

function formatCounts({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}

function formatLine({ name }: Stage, result: StageResult | undefined): string {
  if (!result) return `  ${name.padEnd(10)}not run`
  const { isOk, seconds, counts } = result
  const words = counts ? formatCounts(counts) : isOk ? 'passed' : 'failed'
  return `${isOk ? '✓' : '✗'} ${name.padEnd(10)}${seconds.toFixed(1).padStart(6)} s   ${words}`
}

function addUp(results: readonly StageResult[]): Counts {
  const sum = { passed: 0, failed: 0, skipped: 0 }
  for (const { counts } of results) {
    sum.passed += counts?.passed ?? 0
    sum.failed += counts?.failed ?? 0
    sum.skipped += counts?.skipped ?? 0
  }
  return sum
}

/** Runs the stages until one fails; shows what a failed one said. */
async function runStages(stages: readonly Stage[], isLive: boolean): Promise<StageResult[]> {
  const results: StageResult[] = []
  for (const stage of stages) {
    const result = await runStage(stage, isLive)
    results.push(result)
    if (!result.isOk && result.output) console.log(`\n${result.output.trimEnd()}\n`)
    console.log(formatLine(stage, result))
    if (!result.isOk) break
  }
  return results
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, full: { type: 'boolean', default: false } },
  })
  if (values.full) process.env.STEPMARK_FULL = '1'
  const reports = mkdtempSync(join(tmpdir(), 'stepmark-reports-'))
  try {
    const all = listStages(reports)
    const stages = all.filter(({ name }) => values.only === undefined || name === values.only)
    if (stages.length === 0) {
      console.error(`Stages: ${all.map(({ name }) => name).join(', ')}. ${values.only} is none.`)
      process.exitCode = 2
      return
    }
    const results = await runStages(stages, values.only !== undefined)
    const notRun = stages.slice(results.length)
    console.log(['', ...notRun.map((stage) => formatLine(stage, undefined))].join('\n'))
    console.log(formatCounts(addUp(results)))
    if (notRun.length > 0 || results.some(({ isOk }) => !isOk)) process.exitCode = 1
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
}

await main()
