import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { listRepositoryFiles } from './git'

/** A journey that only full runs have, with the comment above it. */
const fullRunTest = /((?:^ *\/\/.*\n)*)(?:^ *for \(.*\n)?^ *testInFullRun\(/gm
const testPath = /[\w/-]+(?:\.db\.test|\.test|\.spec)\.tsx?/g
/** The start of a test that every run has. */
const everyRunTest = /(?<![.\w])(?:test|it)(?:\.each(?:<\w+>)?)?\(/

/** Journeys of full runs whose comment does not name existing tests that check the same in every run. */
function findUncoveredJourneys(source: string, readTest: (path: string) => string | null) {
  return [...source.matchAll(fullRunTest)].flatMap((match) => {
    const line = source.slice(0, match.index + match[0].length).split('\n').length
    const comment = match[1]!
    const paths = /in every run/i.test(comment) ? (comment.match(testPath) ?? []) : []
    if (paths.length === 0) return [`${line}: no test named`]
    return paths
      .filter((path) => !everyRunTest.test(readTest(path) ?? ''))
      .map((path) => `${line}: ${path}`)
  })
}

const files = new Set(listRepositoryFiles())
const read = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8')
const readIfExists = (path: string) => (files.has(path) ? read(path) : null)

test.each([...files].filter((path) => /^e2e\/.*\.spec\.ts$/.test(path)))(
  'each journey of full runs in %s names a test that covers it in every run',
  (path) => {
    expect(findUncoveredJourneys(read(path), readIfExists)).toEqual([])
  },
)

test('a journey of full runs is reported without a comment, and if the named test is missing or not in every run', () => {
  const sources = new Map([
    ['e2e/a.spec.ts', "test('a', f)\n"],
    ['e2e/b.spec.ts', "testInFullRun('b', f)\n"],
  ])
  const source = [
    '// In every run: e2e/a.spec.ts.',
    "testInFullRun('covered', f)",
    '// In every run: e2e/a.spec.ts and e2e/b.spec.ts.',
    'for (const each of all)',
    '  testInFullRun(each, f)',
    "testInFullRun('without a comment', f)",
    '// In every run: lib/c.db.test.ts.',
    "testInFullRun('of a missing file', f)",
  ].join('\n')
  expect(findUncoveredJourneys(source, (path) => sources.get(path) ?? null)).toEqual([
    '5: e2e/b.spec.ts',
    '6: no test named',
    '8: lib/c.db.test.ts',
  ])
})
