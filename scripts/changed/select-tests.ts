import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { listRepositoryFiles } from '@/scripts/git'
import { listJourneys } from './areas'
import { type ImportGraph, listReachable, readImportGraph } from './import-graph'

/** Test files to run, by stage, as paths from the repository's root. */
export interface Selection {
  pure: string[]
  database: string[]
  system: string[]
  e2e: string[]
}

/** Configuration, packages and the database's schema: a change here can break any test. */
const touchesEverything =
  /^(\.ci\/|\.npmrc$|package(-lock)?\.json$|[\w.]+\.config\.\w+$|tsconfig\.json$|prisma\/(?!seed\/))/
/** These read the repository's own texts, whatever has changed. */
const readsRepository = /^(scripts\/.*|cli\/readme)(?<!\.db)\.test\.ts$/
const isTest = (file: string) => /\.test\.tsx?$/.test(file) && !file.startsWith('system/')
const isDatabaseTest = (file: string) => file.endsWith('.db.test.ts')
const isProduct = (file: string) => !/\.test\.tsx?$|\/testing\//.test(file)

/** `lib/queue` of `lib/queue/server/claims.ts`; `cli` of `cli/main.ts`. */
function findFolder(file: string): string {
  const [top = '', second = ''] = file.split('/')
  return top === 'lib' || top === 'components' ? `${top}/${second}` : top
}

/** Whether the file only prepares tests: factories and the helpers in `testing` folders. */
const isSetUp = (file: string) => file.startsWith('prisma/seed/') || file.includes('/testing/')

/**
 * Follows the imports of a test, but not from set-up of another folder into the product: what only prepares a test is
 * not what it checks.
 */
function listChecked(graph: ImportGraph, test: string): Set<string> {
  const folder = findFolder(test)
  return listReachable(
    graph,
    test,
    (from, to) => isSetUp(to) || !isSetUp(from) || findFolder(from) === folder,
  )
}

/** A journey depends on the files beside it. What it covers of the product is in `journeyAreas`. */
const listSupport = (graph: ImportGraph, suite: string) =>
  listReachable(graph, suite, (_, to) => findFolder(to) === findFolder(suite))

/** The tests that these changes can break, or null: all of them. */
export function selectTests(
  changes: readonly string[],
  files: readonly string[],
  read: (file: string) => string,
): Selection | null {
  if (changes.some((file) => touchesEverything.test(file))) return null
  const changed = new Set(changes)
  // A file that is gone is still what others refer to.
  const graph = readImportGraph([...new Set([...files, ...changes])], (file) =>
    files.includes(file) ? read(file) : '',
  )
  const isTouched = (reached: Set<string>) => [...reached].some((file) => changed.has(file))
  const tests = files.filter(
    (file) => isTest(file) && (readsRepository.test(file) || isTouched(listChecked(graph, file))),
  )
  const journeys = new Set(changes.filter(isProduct).flatMap(listJourneys))
  const suites = files.filter(
    (file) =>
      /^(e2e\/.*\.spec|system\/.*\.test)\.ts$/.test(file) &&
      (journeys.has(file) || isTouched(listSupport(graph, file))),
  )
  return {
    pure: tests.filter((file) => !isDatabaseTest(file)),
    database: tests.filter(isDatabaseTest),
    system: suites.filter((file) => file.startsWith('system/')),
    e2e: suites.filter((file) => file.startsWith('e2e/')),
  }
}

/** As `selectTests`, for this repository as it is on disk. */
export function selectTestsHere(changes: readonly string[]): Selection | null {
  return selectTests(changes, listRepositoryFiles(), (file) => {
    const path = join(repositoryRoot, file)
    return existsSync(path) ? readFileSync(path, 'utf8') : ''
  })
}
