// A lane of `npm run planted`: holds Vitest ready in a copy of the sources (its working folder), and runs what it is asked to.
// Plain JavaScript in a process of its own, so that Vitest and its workers are as they are without us.
import { resolve } from 'node:path'
import { createVitest } from 'vitest/node'

// As its command line has it.
process.env.NODE_ENV = 'test'
const ready = createVitest({
  ...{ root: process.cwd(), watch: false, run: true, passWithNoTests: true },
  ...{ project: ['pure', 'database*'], reporters: [{}], silent: true },
})
/** What was not as it is at the last run. @type {string | null} */
let before = null

/**
 * @param {{ files: string[], pattern: string, changed: string | null }} asked `changed`: where a bug is
 * @returns {Promise<{ tests: { fullName: string, status: string, message: string }[], trouble: string }>}
 */
const run = async ({ files, pattern, changed }) => {
  const vitest = await ready
  for (const file of [before, changed]) if (file !== null) vitest.invalidateFile(resolve(file))
  before = changed
  vitest.setGlobalTestNamePattern(new RegExp(pattern, 's'))
  const specifications = await vitest.globTestSpecifications(files)
  const { testModules } = await vitest.runTestSpecifications(specifications)
  const tests = []
  const troubles = []
  for (const testModule of testModules) {
    troubles.push(...testModule.errors())
    for (const suite of testModule.children.allSuites()) troubles.push(...suite.errors())
    for (const test of testModule.children.allTests()) {
      const { state, errors = [] } = test.result()
      tests.push({ fullName: test.fullName, status: state, message: errors[0]?.message ?? '' })
    }
  }
  return { tests, trouble: troubles[0]?.message ?? '' }
}

process.on('message', (asked) => {
  run(asked).then(
    (report) => process.send?.(report),
    (error) => process.send?.({ tests: [], trouble: String(error?.message ?? error) }),
  )
})
process.on('disconnect', () => {
  void ready.then((vitest) => vitest.close()).finally(() => process.exit())
})
