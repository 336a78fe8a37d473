import { describe, expect, test } from 'vitest'
import { listRepositoryFiles } from '@/scripts/git'
import { findAreaOfPath, listJourneysForPath } from './areas'
import { readImportGraph } from './import-graph'
import { anyScreenArea, sharedAreas, journeyAreas, areasWithoutJourneys } from './journeys'
import {
  filesReadByTest,
  findTestStage,
  readRepositoryFile,
  selectTestsFromGraph,
  selectTests,
  setupFilesByStage,
  type TestStage,
} from './select-tests'

const files = listRepositoryFiles()
describe('the table of journeys by area', () => {
  const suites = files.filter((file) => /^(e2e\/.*\.spec|system\/.*\.test)\.ts$/.test(file))

  test('names every Playwright and system suite, and no other file', () => {
    expect(Object.keys(journeyAreas).sort()).toEqual(suites)
  })

  test('names only areas that exist in the app', () => {
    const areas = new Set(files.map(findAreaOfPath))
    const namedAreas = [
      ...Object.values(journeyAreas).flat(),
      ...sharedAreas,
      ...areasWithoutJourneys,
    ]
    expect(namedAreas.filter((area) => area !== anyScreenArea && !areas.has(area))).toEqual([])
  })

  test('selects the documentation journey for a changed docs page', () => {
    expect(listJourneysForPath('docs/api.md')).toEqual(['e2e/docs.spec.ts'])
  })

  test('selects every journey for a change in a shared or unknown area', () => {
    const all = Object.keys(journeyAreas)
    expect(listJourneysForPath('lib/platform/errors.ts')).toEqual(all)
    expect(listJourneysForPath('lib/something-new/rules.ts')).toEqual(all)
  })

  test.each([
    ...['README.md', 'bench/queue.ts', 'Dockerfile', 'compose.yaml'],
    ...['.gitignore', '.dockerignore', '.oxlintrc.json', '.oxfmtrc.json'],
  ])('selects no journey for a change of %s', (file) => {
    expect(listJourneysForPath(file)).toEqual([])
  })
})

/** A small repository: two domains, factories, a page, and journeys. */
const sampleSources: Record<string, string> = {
  'lib/rounds/plan.ts': '',
  'lib/rounds/server/commands.ts': "import { plan } from '../plan'",
  'lib/rounds/plan.test.ts': "import { plan } from './plan'",
  'lib/rounds/server/commands.db.test.ts': "import { open } from './commands'",
  'lib/audit/server/chain.ts': '',
  'lib/audit/server/chain.db.test.ts': "import '@/prisma/seed/factories'\nimport './chain'",
  'prisma/seed/factories.ts': "import { open } from '@/lib/rounds/server/commands'",
  'cli/testing/run-command.ts': "import { open } from '@/lib/rounds/server/commands'",
  'cli/round.db.test.ts': "import { runCommand } from './testing/run-command'",
  'components/rounds/plan-form.tsx': '',
  'e2e/rounds.spec.ts': "import './verbs'\nimport '@/prisma/seed/factories'",
  'e2e/answers.spec.ts': '',
  'e2e/accessibility.spec.ts': '',
  'e2e/verbs.ts': '',
  'scripts/docs.test.ts': '',
  'package.json': '',
}

const select = (...changes: string[]) =>
  selectTests(changes, Object.keys(sampleSources), (file) => sampleSources[file]!)

describe('selectTests', () => {
  test('selects tests that import a changed file, but not those that only use it in their set-up', () => {
    expect(select('lib/rounds/plan.ts')).toEqual({
      pure: ['lib/rounds/plan.test.ts', 'scripts/docs.test.ts'],
      database: ['lib/rounds/server/commands.db.test.ts', 'cli/round.db.test.ts'],
      system: [],
      e2e: ['e2e/rounds.spec.ts'],
    })
  })

  test('selects every test that uses a changed set-up file', () => {
    expect(select('prisma/seed/factories.ts')?.database).toEqual([
      'lib/audit/server/chain.db.test.ts',
    ])
    expect(select('e2e/verbs.ts')?.e2e).toEqual(['e2e/rounds.spec.ts'])
  })

  test('selects the journeys of a changed component’s area, and those that visit any screen', () => {
    const { e2e, database } = select('components/rounds/plan-form.tsx')!
    expect({ e2e, database }).toEqual({
      e2e: ['e2e/rounds.spec.ts', 'e2e/accessibility.spec.ts'],
      database: [],
    })
  })

  test('selects no other database test, and no journeys, if a database test changed', () => {
    const { e2e, database } = select('lib/rounds/server/commands.db.test.ts')!
    expect({ e2e, database }).toEqual({
      e2e: [],
      database: ['lib/rounds/server/commands.db.test.ts'],
    })
  })

  test('selects the tests that import a deleted file', () => {
    const { ['lib/rounds/plan.ts']: _, ...remainingSources } = sampleSources
    const selection = selectTests(
      ['lib/rounds/plan.ts'],
      Object.keys(remainingSources),
      (file) => remainingSources[file]!,
    )
    expect(selection?.database).toContain('lib/rounds/server/commands.db.test.ts')
  })

  test('selects all tests if packages, configuration or the database schema change', () => {
    for (const file of ['package.json', 'vitest.config.ts', 'prisma/schema/queue.prisma'])
      expect(select(file)).toBeNull()
  })
})

describe('in this repository', () => {
  const texts = new Map(files.map((file) => [file, readRepositoryFile(file)]))
  const read = (file: string) => texts.get(file) ?? ''
  const graph = readImportGraph(files, read)
  const selectHere = (file: string) => selectTestsFromGraph([file], files, graph)!
  const listTests = (stage: TestStage) => files.filter((file) => findTestStage(file) === stage)

  test.each([
    ['lib/grading/server/algebra-thread.ts', 'lib/grading/server/algebra-system.test.ts'],
    ['lib/exports/server/held-out-thread.ts', 'lib/exports/server/release-jobs.db.test.ts'],
    ['lib/scoring/server/training-thread.ts', 'lib/scoring/server/training.db.test.ts'],
    ['lib/worker/server/job-thread-program.ts', 'lib/worker/server/built-in-worker.db.test.ts'],
    ['lib/worker/testing/serve-like-web.ts', 'lib/worker/server/built-in-worker.db.test.ts'],
    ['cli/line-thread.ts', 'cli/validate.test.ts'],
    ['cli/main.ts', 'cli/worker.db.test.ts'],
    ['docs/api.md', 'cli/api-docs.db.test.ts'],
    ['docs/exports.md', 'cli/convert.test.ts'],
    ['docs/formats.md', 'cli/validate.test.ts'],
    ['docs/formats.md', 'lib/formats/stepmark.test.ts'],
    ['lib/client/upload.ts', 'lib/http/server/tracing.db.test.ts'],
    ['components/ui/theme.ts', 'lib/auth/server/session-writers.test.ts'],
    ['app/sign-in/page.tsx', 'lib/http/server/authorisation.db.test.ts'],
    ['system/testing/shift-clock.mjs', 'system/clock.test.ts'],
    ['cli/commands/worker.ts', 'system/many-processes.test.ts'],
  ])('a change of %s selects %s', (file, testFile) => {
    expect([file, testFile].filter((path) => !files.includes(path))).toEqual([])
    expect(Object.values(selectHere(file)).flat()).toContain(testFile)
  })

  test.each([
    ['lib/platform/testing/seed-properties.ts', ['pure', 'database', 'system']],
    ['lib/platform/testing/restore-environment.ts', ['pure', 'database', 'system']],
    ['lib/platform/testing/report-figures.ts', ['pure', 'database', 'system']],
    ['lib/maintenance/testing/global-database.ts', ['database']],
    ['system/testing/global-setup.ts', ['system']],
    ['e2e/global-setup.ts', ['e2e']],
    ['scripts/find-browser.ts', ['e2e']],
    ['scripts/build-if-outdated.ts', ['system', 'e2e']],
    ['scripts/start-server.ts', ['system', 'e2e']],
  ] as const)('a change of %s selects all tests of %s', (file, stages) => {
    const selection = selectHere(file)
    for (const stage of stages) expect(selection[stage]).toEqual(listTests(stage))
  })

  test('a change of the TypeScript loader selects all tests', () => {
    expect(selectHere('scripts/loader.mjs')).toBeNull()
  })

  test('setupFilesByStage lists all files that set up Vitest and Playwright', () => {
    const setupFiles = ['vitest.config.ts', 'playwright.config.ts'].flatMap((config) => [
      ...graph.get(config)!,
    ])
    expect(setupFiles.filter((file) => !file.endsWith('.test.ts')).sort()).toEqual(
      [...new Set(Object.values(setupFilesByStage).flat())].sort(),
    )
  })

  test('filesReadByTest lists all tests that read a folder whose name is in a variable', () => {
    const tests = files.filter((file) => findTestStage(file) && !file.startsWith('scripts/'))
    const readers = tests.filter((file) =>
      /readdirSync\(\s*join\(repositoryRoot, \w+\)|new URL\(`\.\./.test(read(file)),
    )
    expect(readers).toEqual(Object.keys(filesReadByTest))
  })
})
