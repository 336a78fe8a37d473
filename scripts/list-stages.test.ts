import { expect, test } from 'vitest'
import type { Selection } from './changed/select-tests'
import { listStages } from './list-stages'

const nothing: Selection = { pure: [], database: [], system: [], e2e: [] }
const list = (selection: Partial<Selection>, changes: readonly string[]) =>
  listStages({
    reports: 'reports',
    isFull: false,
    selected: { selection: { ...nothing, ...selection }, changes },
  })
const listFormatted = (...changes: string[]) =>
  list({}, changes)
    .find(({ name }) => name === 'format')!
    .commands.map((command) => command.at(-1))

test('checks the format of changed files that are there', () => {
  expect(listFormatted('README.md', 'missing.md')).toEqual(['README.md'])
  expect(listFormatted('missing.md')).toEqual([])
})

test.each(['.prettierrc.json', '.prettierignore', 'app/globals.css'])(
  'checks the format of all files when %s changes',
  (file) => expect(listFormatted(file)).toEqual(['.']),
)

test('lists a build and a browser only for tests that need them', () => {
  const listNames = (selection: Partial<Selection>) => list(selection, []).map(({ name }) => name)
  expect(listNames({})).toEqual(['types', 'format', 'lint'])
  expect(listNames({ system: ['a.test.ts'] }).slice(3)).toEqual(['build', 'system'])
  expect(listNames({ e2e: ['a.spec.ts'] }).slice(3)).toEqual(['build', 'browser', 'e2e'])
})
