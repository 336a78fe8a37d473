import { spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { stopChildWithParent } from '@/lib/platform/server/stop-child-with-parent'
import { reportTestFigures } from '@/lib/platform/testing/report-figures'
import { PythonUnavailableError } from './python/install-packages'
import { readScriptOptions } from './read-script-options'
import { installSchemathesis } from './schemathesis/install'
import { readSchemathesisInput } from './schemathesis/read-schemathesis-input'
import {
  parseSchemathesisReport,
  summariseSchemathesisReport,
} from './schemathesis/schemathesis-report'
import type { TestResults } from './test-results'
import { type RunningDemo, withDemo } from './with-demo'

/**
 * Tests the API against its OpenAPI document with Schemathesis: on the production build, with a demo project and an
 * admin's token.
 */

const sourceFolder = join(repositoryRoot, 'scripts', 'schemathesis')
const environment = join(repositoryRoot, '.stepmark', 'schemathesis')
/** Reports, the server's log and what Schemathesis stores. */
const outputFolder = join(repositoryRoot, 'test-results', 'schemathesis')
const reportFile = join(outputFolder, 'report.json')
const resultsFile = join(repositoryRoot, 'test-results', 'schemathesis.json')

const usage = `npm run test:schemathesis -- [options]
  --only CALL     test only this call, such as createProject; can be repeated
  --examples N    random requests per call and mode, default 20
  --seed N        repeat the random requests of an earlier run
  --help          show this help`

const readOptions = () =>
  readScriptOptions(
    {
      only: { type: 'string', multiple: true, default: [] },
      examples: { type: 'string', default: '20' },
      seed: { type: 'string' },
    },
    usage,
  )

type Options = NonNullable<ReturnType<typeof readOptions>>

async function runSchemathesis(
  program: string,
  { url, databaseUrl }: RunningDemo,
  { only, examples, seed }: Options,
): Promise<void> {
  const { reuseOrCreateDemoToken } = await import('@/prisma/seed/demo')
  const token = await reuseOrCreateDemoToken(databaseUrl, null)
  if (token === null) throw new Error('The demo has no admin.')
  const input = await readSchemathesisInput(databaseUrl, token)
  const child = spawn(
    program,
    [
      ...[
        '--config-file',
        join(sourceFolder, 'schemathesis.toml'),
        'run',
        `${url}/api/v1/openapi.json`,
      ],
      ...['--phases', 'coverage,fuzzing', '--max-examples', examples, '--no-color'],
      ...['--report', 'json', '--report-dir', outputFolder, '--report-json-path', reportFile],
      ...(seed === undefined ? [] : ['--seed', seed]),
      ...only.flatMap((name) => ['--include-operation-id', name]),
    ],
    {
      cwd: outputFolder,
      env: {
        ...process.env,
        PYTHONPATH: sourceFolder,
        PYTHONDONTWRITEBYTECODE: '1',
        STEPMARK_TOKEN: token,
        STEPMARK_RUN: JSON.stringify(input),
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  stopChildWithParent(child, 'TERM')
  await new Promise((resolve) => child.once('close', resolve))
}

/** In the form that `npm test` counts. */
const writeResults = (results: TestResults) =>
  writeFileSync(resultsFile, `${JSON.stringify(results, null, 2)}\n`)

async function main(): Promise<void> {
  const options = readOptions()
  if (options === null) return
  for (const path of [outputFolder, resultsFile]) rmSync(path, { recursive: true, force: true })
  mkdirSync(outputFolder, { recursive: true })
  try {
    const program = await installSchemathesis(environment)
    await withDemo(
      async (demo) => {
        await runSchemathesis(program, demo, options)
        copyFileSync(demo.logFile, join(outputFolder, 'web.log'))
      },
      // A run makes as many calls as the server can answer.
      { env: { STEPMARK_RATE_LIMIT_PER_MINUTE: 'off' } },
    )
    const { results, figures } = summariseSchemathesisReport(
      parseSchemathesisReport(readFileSync(reportFile, 'utf8')),
    )
    writeResults(results)
    reportTestFigures('Schemathesis', figures)
    if (results.failed > 0) process.exitCode = 1
  } catch (error) {
    if (!(error instanceof PythonUnavailableError)) throw error
    writeResults({ passed: 0, failed: 0, skipped: 1, failures: [], skipReason: error.message })
    console.log(`Schemathesis was skipped: ${error.message}.`)
  }
}

await main()
