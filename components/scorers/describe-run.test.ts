import { expect, it } from 'vitest'
import { canResume, describeRate, describeRun, describeRunState } from './describe-run'

const run = {
  number: 3,
  scorerName: 'Ours',
  kind: 'server',
  version: null,
  model: 'custom by custom-http 1',
  takes: 'all',
  state: 'done',
  message: null,
  by: 'Ada',
  createdAt: '2026-11-22T08:00:00Z',
  startedAt: '2026-11-22T08:00:00Z',
  finishedAt: '2026-11-22T08:01:00Z',
  doneRows: 98,
  reusedRows: 0,
  failedRows: 2,
  allRows: 100,
} as const

it('says how much a run scored, reused and could not', () => {
  expect(describeRun(run)).toBe(
    '98 of 100 solutions have scores; 2 could not be scored. Resume asks again for those that failed.',
  )
  expect(describeRun({ ...run, failedRows: 0, doneRows: 100, reusedRows: 40 })).toBe(
    '100 of 100 solutions have scores, 40 of them taken from an earlier run that had asked the same.',
  )
  expect(describeRun({ ...run, takes: 'unlabelled', failedRows: 0, doneRows: 0, allRows: 0 })).toBe(
    'There is no unlabelled solution with steps for it to score.',
  )
})

it('says that what is done stays where a run ended early', () => {
  expect(describeRun({ ...run, state: 'cancelled' })).toContain('keeps them, and Resume goes on')
  // Said once: the server says it with the reason.
  const message = 'Nobody answers there. 98 solutions have their scores, and they stay.'
  const failed = describeRun({ ...run, state: 'failed', message })
  expect(failed).toMatch(/It ended early\. Nobody answers there\. 98 .* and they stay\.$/)
  expect(describeRun({ ...run, state: 'failed' })).toContain('keeps them, and Resume goes on')
  expect(describeRun({ ...run, state: 'cancelled', allRows: null, doneRows: 0 })).toContain(
    'Nothing was asked',
  )
})

it('offers to resume only where something is left', () => {
  expect(canResume(run)).toBe(true)
  expect(canResume({ kind: 'server', state: 'done', failedRows: 0 })).toBe(false)
  expect(canResume({ kind: 'server', state: 'cancelled', failedRows: 0 })).toBe(true)
  expect(canResume({ kind: 'server', state: 'running', failedRows: 4 })).toBe(false)
})

it('says how far and how fast', () => {
  expect(describeRunState({ ...run, state: 'running', doneRows: 40 })).toBe('running, 42\u00a0%')
  expect(describeRunState({ ...run, state: 'running', allRows: null })).toBe('waits for its turn')
  expect(describeRunState(run)).toBe('done, 2 failed')
  expect(describeRate(50, 650)).toBe('50 a second, 13 seconds left')
  expect(describeRate(0.2, 12)).toBe('12 a minute, 60 seconds left')
  expect(describeRate(null, 12)).toBe('')
  expect(describeRate(50, null)).toBe('50 a second')
})

it('says of imported scores how many there are, and where they go on', () => {
  const imported = { ...run, kind: 'imported', allRows: null, failedRows: 0 } as const
  const open = describeRun({ ...imported, state: 'running' })
  expect(open).toContain('not finished: 98 solutions have their scores from a file so far')
  expect(describeRunState({ ...imported, state: 'running' })).toBe('not finished')
  expect(describeRun({ ...imported, failedRows: 2, allRows: 100 })).toBe(
    '98 solutions have their scores from a file; 2 lines could not be used.',
  )
  expect(describeRun({ ...imported, state: 'cancelled', doneRows: 1 })).toContain(
    'cancelled: 1 solution has its score',
  )
  expect(canResume({ ...imported, state: 'cancelled' })).toBe(false)
})
