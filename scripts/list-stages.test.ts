import { expect, test } from 'vitest'
import type { TestSelection } from './changed/select-tests'
import { listStages } from './list-stages'

const emptySelection: TestSelection = { pure: [], database: [], system: [], e2e: [] }

test('in a full run, the system stage does not overlap with other stages', () => {
  const stages = listStages({ reports: 'reports', isFull: true, selection: null })
  const otherStages = stages.map(({ name }) => name).filter((name) => name !== 'system')
  const system = stages.find(({ name }) => name === 'system')!
  const afterSystem = stages.filter(({ after }) => after?.includes('system'))
  expect(
    [...system.needs!, ...system.after!, ...afterSystem.map(({ name }) => name)].toSorted(),
  ).toEqual(otherStages.filter((name) => name !== 'browser').toSorted())
})

test('bundles, the build and the browser download are listed only for tests that need them', () => {
  const listNames = (selection: Partial<TestSelection>) =>
    listStages({
      reports: 'reports',
      isFull: false,
      selection: { ...emptySelection, ...selection },
    }).map(({ name }) => name)
  const checks = ['types', 'format', 'lint']
  expect(listNames({})).toEqual(checks)
  expect(listNames({ pure: ['a.test.ts'] })).toEqual(['bundles', ...checks, 'pure'])
  expect(listNames({ system: ['a.test.ts'] })).toEqual(['bundles', ...checks, 'build', 'system'])
  expect(listNames({ e2e: ['a.spec.ts'] })).toEqual([
    ...['bundles', ...checks],
    ...['build', 'browser', 'e2e'],
  ])
})
