import { join } from 'node:path'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { buildIfOutdated } from './build-if-outdated'
import { bundleIfOutdated } from './bundle'
import type { TestSelection } from './changed/select-tests'
import { installBrowserIfMissing } from './find-browser'
import type { Stage } from './stage'
import { readPlaywrightReport, readVitestReport, type TestResults } from './test-results'

interface StageOptions {
  /** Folder for the reports of the test runners. */
  reports: string
  isFull: boolean
  /** Run these tests only; null: all. */
  selection: TestSelection | null
}

const resolvePackage = (...parts: string[]) => join(repositoryRoot, 'node_modules', ...parts)
const makeCommand = (...parts: string[]) => [process.execPath, resolvePackage(...parts)]

/** Bundles of the threads and programs that tests and pages start. */
const bundles: Stage = { name: 'bundles', prepare: bundleIfOutdated, commands: [] }

/** The checks that run no tests. */
function listChecks(): Stage[] {
  const next = makeCommand('next', 'dist', 'bin', 'next')
  return [
    {
      name: 'types',
      env: { NEXT_TELEMETRY_DISABLED: '1' },
      commands: [
        // A clean clone lacks the types that Next generates from the folders of app/.
        [...next, 'typegen'],
        // Each checker checks shared types again. On 2 cores, 2 checkers take half the CPU of the default of 4.
        [...makeCommand('typescript', 'bin', 'tsc'), '--noEmit', '--checkers', '2'],
      ],
    },
    {
      name: 'format',
      commands: [[...makeCommand('oxfmt', 'bin', 'oxfmt'), '--check', '.']],
      hint: 'To format these files: npm run format',
    },
    {
      name: 'lint',
      commands: [[...makeCommand('oxlint', 'bin', 'oxlint'), '--type-aware', '--deny-warnings']],
    },
  ]
}

function makeVitestStage(
  reports: string,
  name: string,
  options: { projects: string; files: readonly string[]; workers?: number | undefined },
): Stage {
  const path = join(reports, `${name}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`]
  const workers = options.workers ? [`--maxWorkers=${options.workers}`] : []
  const vitestArguments = [
    'run',
    '--project',
    options.projects,
    ...workers,
    ...reporters,
    ...options.files,
  ]
  return {
    name,
    needs: ['bundles'],
    commands: [[...makeCommand('vitest', 'vitest.mjs'), ...vitestArguments]],
    report: { path, read: readVitestReport },
  }
}

function makeJourneyStage(
  reports: string,
  { files, after }: { files: readonly string[]; after: readonly string[] },
): Stage {
  const path = join(reports, 'e2e.json')
  return {
    name: 'e2e',
    needs: ['build', 'browser'],
    after,
    commands: [[...makeCommand('playwright', 'cli.js'), 'test', '--reporter=list,json', ...files]],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: path },
    report: { path, read: readPlaywrightReport },
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

const schemathesis: Stage = {
  name: 'schemathesis',
  needs: ['build'],
  commands: [
    [process.execPath, '--import', './scripts/loader.mjs', join('scripts', 'schemathesis.ts')],
  ],
  report: {
    path: join(repositoryRoot, 'test-results', 'schemathesis.json'),
    read: (report) => report as TestResults,
  },
}

/** In full runs, the system stage measures memory and load, so it waits for these. */
const stagesBeforeSystem = ['types', 'format', 'lint', 'pure', 'database', 'e2e']
/**
 * In full runs, journeys wait for the database tests: each of the two stages keeps two cores busy for half an hour, so
 * journeys that ran at the same time would exceed their time limits.
 */
const stagesBeforeFullJourneys = ['database']

/** More than elsewhere: the tests of this stage, the longest one, often wait for PostgreSQL. */
const databaseWorkers = 3

/** In the order in which they start: fast checks first, then the slowest stages. */
export function listStages({ reports, isFull, selection }: StageOptions): Stage[] {
  const makeSelectedStage = (name: keyof TestSelection, projects: string, workers?: number) =>
    makeVitestStage(reports, name, { projects, files: selection?.[name] ?? [], workers })
  const isNeeded = (name: keyof TestSelection) => !selection || selection[name].length > 0
  const needsBuild = isNeeded('system') || isNeeded('e2e')
  const needsBundles = needsBuild || isNeeded('pure') || isNeeded('database')
  return [
    ...(needsBundles ? [bundles] : []),
    ...listChecks(),
    // The build replaces Next's types, which `types` and `lint` read.
    ...(needsBuild
      ? [
          {
            name: 'build',
            needs: ['bundles'],
            after: ['types', 'lint'],
            prepare: buildIfOutdated,
            commands: [],
          },
        ]
      : []),
    ...(isNeeded('pure') ? [makeSelectedStage('pure', 'pure')] : []),
    ...(isNeeded('e2e')
      ? [{ name: 'browser', prepare: () => installBrowserIfMissing(console.error), commands: [] }]
      : []),
    ...(isNeeded('database') ? [makeSelectedStage('database', 'database*', databaseWorkers)] : []),
    ...(isNeeded('e2e')
      ? [
          makeJourneyStage(reports, {
            files: selection?.e2e ?? [],
            after: isFull ? stagesBeforeFullJourneys : [],
          }),
        ]
      : []),
    ...(isNeeded('system')
      ? [
          {
            ...makeSelectedStage('system', 'system'),
            needs: ['bundles', 'build'],
            after: isFull ? stagesBeforeSystem : [],
          },
        ]
      : []),
    ...(isFull ? [schemathesis, mutations].map((stage) => ({ ...stage, after: ['system'] })) : []),
  ]
}
