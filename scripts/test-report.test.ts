import { expect, test } from 'vitest'
import { addUp, formatReport, formatStage, type StageEnd } from './test-report'

const ends: StageEnd[] = [
  { stage: { name: 'types' }, result: { isOk: true, seconds: 16.04, counts: null } },
  {
    stage: { name: 'pure' },
    result: { isOk: false, seconds: 104, counts: { passed: 8, failed: 1, skipped: 2 } },
  },
  { stage: { name: 'system' }, result: null },
]

test('a line for each stage, also for one that was not run', () => {
  expect(ends.map(formatStage)).toEqual([
    '✓ types       16.0 s   passed',
    '✗ pure       104.0 s   8 passed, 1 failed, 2 skipped',
    '  system    not run',
  ])
  expect(addUp(ends)).toEqual({ passed: 8, failed: 1, skipped: 2 })
})

test('the report says what was run, on what, how it ended, and what the suites told', () => {
  const place = {
    ...{ commit: 'abc1234', isChanged: true, isFull: true, machine: '2 cores, 24 GiB, Node 24' },
    began: new Date('2026-03-05T10:00:00Z'),
  }
  expect(formatReport(place, ends, '## Soak\n\n| what | figure |\n| --- | --- |\n| pages | 9 |\n'))
    .toBe(`# Tests, at full size

Commit abc1234, and changes that are in none. Begun 2026-03-05T10:00:00.000Z, 2 minutes, on 2 cores, 24 GiB, Node 24.

8 passed, 1 failed, 2 skipped.

| stage | | seconds | passed | failed | skipped |
| --- | --- | --- | --- | --- | --- |
| types | passed | 16 |  |  |  |
| pure | failed | 104 | 8 | 1 | 2 |
| system | not run | | | | |

## Soak

| what | figure |
| --- | --- |
| pages | 9 |
`)
})
