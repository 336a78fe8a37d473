import { expect, it } from 'vitest'
import {
  canResumeScoreRun,
  describeModelAndConnector,
  describeScoringRate,
  describeScoreRun,
  describeScoreRunState,
} from './describe-score-run'

const run = {
  number: 3,
  scorerName: 'Ours',
  kind: 'server',
  version: null,
  model: 'custom by custom-http 1',
  scope: 'all',
  state: 'done',
  waitingFor: null,
  message: null,
  by: 'Ada',
  createdAt: '2026-11-22T08:00:00Z',
  finishedAt: '2026-11-22T08:01:00Z',
  doneRows: 98,
  reusedRows: 0,
  failedRows: 2,
  allRows: 100,
} as const

it('describeScoreRun counts the solutions that a score run scored, reused and failed to score', () => {
  expect(describeScoreRun(run)).toBe(
    '98 of 100 solutions scored, 2 failed. Resume to retry the failed ones.',
  )
  expect(describeScoreRun({ ...run, failedRows: 0, doneRows: 100, reusedRows: 40 })).toBe(
    '100 of 100 solutions scored, 40 reused from an earlier run.',
  )
  expect(
    describeScoreRun({ ...run, scope: 'unlabelled', failedRows: 0, doneRows: 0, allRows: 0 }),
  ).toBe('No unlabelled solution to score.')
})

it('describeScoreRun says that stored scores remain if a run ends early', () => {
  expect(describeScoreRun({ ...run, state: 'cancelled' })).toContain(
    'Scores so far are kept. Resume to continue.',
  )
  // The server's message already says that the scores remain.
  const message = 'No one answers there. 98 solutions have their scores, and they stay.'
  const failedText = describeScoreRun({ ...run, state: 'failed', message })
  expect(failedText).toBe(`Run failed: ${message}`)
  expect(describeScoreRun({ ...run, state: 'failed' })).toContain(
    'Scores so far are kept. Resume to continue.',
  )
  expect(describeScoreRun({ ...run, state: 'cancelled', allRows: null, doneRows: 0 })).toContain(
    'Nothing was scored',
  )
})

it('a score run can be resumed only if it ended with unscored solutions and its scorer is not retired', () => {
  expect(canResumeScoreRun(run)).toBe(true)
  expect(canResumeScoreRun(run, true)).toBe(false)
  expect(describeScoreRun({ ...run, state: 'cancelled' }, true)).toMatch(
    /Scores so far are kept\. The scorer is retired\.$/,
  )
  expect(describeScoreRun(run, true)).not.toContain('Resume')
  expect(canResumeScoreRun({ kind: 'server', state: 'done', failedRows: 0 })).toBe(false)
  expect(canResumeScoreRun({ kind: 'server', state: 'cancelled', failedRows: 0 })).toBe(true)
  expect(canResumeScoreRun({ kind: 'server', state: 'running', failedRows: 4 })).toBe(false)
})

it('describeModelAndConnector names known connectors in words, and gives the connector version', () => {
  expect(describeModelAndConnector('Qwen/x by custom-http 1')).toBe(
    'Qwen/x on your own server (connector version 1)',
  )
  expect(describeModelAndConnector('m by later-connector 2')).toBe(
    'm on later-connector (connector version 2)',
  )
})

it('the progress of a score run shows its state, rate and remaining time', () => {
  expect(describeScoreRunState({ ...run, state: 'running', doneRows: 40 })).toBe('running, 42%')
  expect(describeScoreRunState({ ...run, state: 'running', allRows: null })).toBe('queued')
  expect(describeScoreRunState(run)).toBe('done, 2 failed')
  expect(describeScoringRate(50, 650)).toBe('50 per second, 13 seconds left')
  expect(describeScoringRate(0.2, 12)).toBe('12 per minute, 60 seconds left')
  expect(describeScoringRate(null, 12)).toBe('')
  expect(describeScoringRate(50, null)).toBe('50 per second')
})

it('describeScoreRun counts the scored solutions and rejected lines of a score import, in each state', () => {
  const importedRun = { ...run, kind: 'imported', allRows: null, failedRows: 0 } as const
  const runningText = describeScoreRun({ ...importedRun, state: 'running' })
  expect(runningText).toContain('Not finished: 98 solutions scored from a file so far')
  expect(describeScoreRunState({ ...importedRun, state: 'running' })).toBe('not finished')
  expect(describeScoreRun({ ...importedRun, failedRows: 2, allRows: 100 })).toBe(
    '98 solutions scored from a file, 2 lines rejected.',
  )
  expect(describeScoreRun({ ...importedRun, state: 'cancelled', doneRows: 1 })).toContain(
    'Cancelled: 1 solution scored',
  )
  expect(canResumeScoreRun({ ...importedRun, state: 'cancelled' })).toBe(false)
})
