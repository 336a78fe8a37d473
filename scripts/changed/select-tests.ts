import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { listRepositoryFiles } from '@/scripts/git'
import { listJourneysForPath } from './areas'
import { type ImportGraph, listReachableFiles, readImportGraph } from './import-graph'

/** Test files to run, by stage, as paths from the repository's root. */
export interface TestSelection {
  pure: string[]
  database: string[]
  system: string[]
  e2e: string[]
}

export type TestStage = keyof TestSelection

/** Configuration, packages, the loader and the database's schema: a change here can break any test. */
const affectsAllTests =
  /^(\.ci\/|\.npmrc$|package(-lock)?\.json$|[\w.]+\.config\.\w+$|tsconfig\.json$|scripts\/loader\.mjs$|prisma\/(?!seed\/))/
/** Tests that always run, because they read the repository's own texts. */
const repositoryTest = /^(scripts\/.*|cli\/readme)(?<!\.db)\.test\.ts$/
/** Other tests that read folders by a name that the import graph cannot see. */
export const filesReadByTest: Readonly<Record<string, RegExp>> = {
  'lib/auth/server/session-writers.test.ts': /\.(tsx?|mjs)$/,
  'lib/formats/stepmark.test.ts': /^docs\//,
  'lib/http/server/authorisation.db.test.ts': /^app\//,
}

const vitestSetUpFiles = [
  'scripts/bundle-for-tests.ts',
  'lib/platform/testing/seed-properties.ts',
  'lib/platform/testing/restore-environment.ts',
]
/** Files that Vitest and Playwright load for every test of a stage (see their configuration). */
export const setupFilesByStage: Readonly<Record<TestStage, readonly string[]>> = {
  pure: vitestSetUpFiles,
  database: [...vitestSetUpFiles, 'lib/maintenance/testing/global-database.ts'],
  system: [...vitestSetUpFiles, 'system/testing/global-setup.ts'],
  e2e: ['e2e/global-setup.ts', 'scripts/find-browser.ts', 'lib/platform/testing/report-figures.ts'],
}

const isProduct = (file: string) => !/\.test\.tsx?$|\/testing\//.test(file)

/** The stage that runs the file, if it is a test. */
export function findTestStage(file: string): TestStage | null {
  if (/^e2e\/.*\.spec\.ts$/.test(file)) return 'e2e'
  if (!/\.test\.tsx?$/.test(file)) return null
  if (file.startsWith('system/')) return 'system'
  return file.endsWith('.db.test.ts') ? 'database' : 'pure'
}

/** `lib/queue` of `lib/queue/server/claims.ts`; `cli` of `cli/main.ts`. */
function findFolder(file: string): string {
  const [top = '', second = ''] = file.split('/')
  return top === 'lib' || top === 'components' ? `${top}/${second}` : top
}

/** Whether the file only prepares tests: factories and the helpers in `testing` folders. */
const isSetUp = (file: string) => file.startsWith('prisma/seed/') || file.includes('/testing/')

/**
 * Follows the imports of a test, but not from set-up code of another folder into the product, because a test does not
 * check what only prepares it.
 */
function listCheckedFiles(graph: ImportGraph, test: string): Set<string> {
  const folder = findFolder(test)
  return listReachableFiles(
    graph,
    test,
    (from, to) => isSetUp(to) || !isSetUp(from) || findFolder(from) === folder,
  )
}

/** Scripts, set-up code and helpers next to the suites: everything that a journey needs outside of its `journeyAreas`. */
const listSupportFiles = (graph: ImportGraph, start: string) =>
  listReachableFiles(graph, start, (_, to) => isSetUp(to) || /^(scripts|e2e|system)\//.test(to))

/** The tests that these changes can break, or null: all of them. */
export function selectTests(
  changes: readonly string[],
  files: readonly string[],
  read: (file: string) => string,
): TestSelection | null {
  // Other files can still refer to a deleted one.
  const graph = readImportGraph([...new Set([...files, ...changes])], (file) =>
    files.includes(file) ? read(file) : '',
  )
  return selectTestsFromGraph(changes, files, graph)
}

/** As `selectTests`, with the graph of all files and changes. */
export function selectTestsFromGraph(
  changes: readonly string[],
  files: readonly string[],
  graph: ImportGraph,
): TestSelection | null {
  if (changes.some((file) => affectsAllTests.test(file))) return null
  const changedFiles = new Set(changes)
  const isTouched = (reached: Set<string>) => [...reached].some((file) => changedFiles.has(file))
  const isSetUpTouched = (stage: TestStage) =>
    setupFilesByStage[stage].some((file) => isTouched(listSupportFiles(graph, file)))
  const readsChange = (test: string) =>
    repositoryTest.test(test) || changes.some((file) => filesReadByTest[test]?.test(file))
  const journeys = new Set(changes.filter(isProduct).flatMap(listJourneysForPath))
  const isTestTouched = (test: string) =>
    readsChange(test) || isTouched(listCheckedFiles(graph, test))
  const isJourneyTouched = (suite: string) =>
    journeys.has(suite) || isTouched(listSupportFiles(graph, suite))

  const select = (stage: TestStage, isAffected: (test: string) => boolean) => {
    const tests = files.filter((file) => findTestStage(file) === stage)
    return isSetUpTouched(stage) ? tests : tests.filter(isAffected)
  }
  return {
    pure: select('pure', isTestTouched),
    database: select('database', isTestTouched),
    system: select('system', isJourneyTouched),
    e2e: select('e2e', isJourneyTouched),
  }
}

/** The text of a file as it is on disk; empty if it was deleted. */
export function readRepositoryFile(file: string): string {
  const path = join(repositoryRoot, file)
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

/** As `selectTests`, for this repository as it is on disk. */
export function selectRepositoryTests(changes: readonly string[]): TestSelection | null {
  return selectTests(changes, listRepositoryFiles(), readRepositoryFile)
}
