// A worker of `npm run mutations`: keeps Vitest running in a copy of the sources (its working directory) and runs the requested
// tests. Plain JavaScript in its own process, so that Vitest and its forks start as they do on the command line.
import { resolve } from 'node:path'
import { createVitest } from 'vitest/node'

// As on the command line.
process.env.NODE_ENV = 'test'
const vitestPromise = createVitest({
  root: process.cwd(),
  watch: false,
  run: true,
  passWithNoTests: true,
  project: ['pure', 'database*'],
  reporters: [{}],
  silent: true,
})
/** The file that was mutated in the previous run. @type {string | null} */
let lastMutatedFile = null

/** @param {string | null} file */
const isDatabaseSource = (file) => file !== null && /^prisma\/(functions|migrations)\//.test(file)

/**
 * Rebuilds the database that the tests clone, from the current migrations and functions. The set-up of the first run builds it
 * only from the migrations. @param {import('vitest/node').Vitest} vitest
 * @param {import('vitest/node').TestSpecification[]} specifications
 */
const rebuildTemplateDatabase = async (vitest, specifications) => {
  const project = vitest.getProjectByName('database')
  if (!project.getProvidedContext().testServer) {
    vitest.setGlobalTestNamePattern(/(?!)/)
    await vitest.runTestSpecifications(specifications)
  }
  const builder = await project.import(resolve('scripts/mutations/rebuild-template.ts'))
  await builder.rebuildTemplateDatabase(project.getProvidedContext().testServer)
}

/**
 * @param {{ files: string[], pattern: string, mutatedFile: string | null }} request `mutatedFile`: the file that is mutated now
 * @returns {Promise<{ tests: { fullName: string, status: string, message: string }[], error: string }>}
 */
const run = async ({ files, pattern, mutatedFile }) => {
  const vitest = await vitestPromise
  for (const file of [lastMutatedFile, mutatedFile])
    if (file !== null) vitest.invalidateFile(resolve(file))
  const specifications = await vitest.globTestSpecifications(files)
  if (isDatabaseSource(lastMutatedFile) || isDatabaseSource(mutatedFile))
    await rebuildTemplateDatabase(vitest, specifications)
  lastMutatedFile = mutatedFile
  vitest.setGlobalTestNamePattern(new RegExp(pattern, 's'))
  const { testModules } = await vitest.runTestSpecifications(specifications)
  const tests = []
  const errors = []
  for (const testModule of testModules) {
    errors.push(...testModule.errors())
    for (const suite of testModule.children.allSuites()) errors.push(...suite.errors())
    for (const test of testModule.children.allTests()) {
      const { state, errors: failures = [] } = test.result()
      tests.push({ fullName: test.fullName, status: state, message: failures[0]?.message ?? '' })
    }
  }
  return { tests, error: errors[0]?.message ?? '' }
}

process.on('message', (request) => {
  run(request).then(
    (report) => process.send?.(report),
    (error) => process.send?.({ tests: [], error: String(error?.message ?? error) }),
  )
})
process.on('disconnect', () => {
  void vitestPromise.then((vitest) => vitest.close()).finally(() => process.exit())
})
