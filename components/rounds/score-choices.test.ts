import { describe, expect, it, test } from 'vitest'
import { roundPolicyField } from '@/lib/rounds/policy'
import type { ScoreRun } from './round'
import { chooseFields, listScoreChoices } from './score-choices'

const run = (id: string, said: Partial<ScoreRun> = {}): ScoreRun => ({
  ...{ run: id, number: 3, scorer: 's', scorerName: 'Embedded', kind: 'embedded', version: 2 },
  ...{
    model: 'embedded 2',
    takes: 'all',
    state: 'done',
    message: null,
    by: 'Amara',
    doneRows: 1_200,
    reusedRows: 0,
  },
  ...{ failedRows: 6, allRows: 1_206, createdAt: '', startedAt: null, finishedAt: null },
  ...said,
})
const scorers = (withImportedScores: number) => ({ withImportedScores, solutions: 5_588 })

test('scores may come with the data, from runs that are done, or from nowhere', () => {
  const runs = [run('a'), run('b', { state: 'running' }), run('c', { version: null, number: 1 })]
  runs.push(run('d', { kind: 'imported', version: null, scorerName: 'Cluster', model: 'step 9' }))
  expect(listScoreChoices(scorers(320), runs).map(({ label }) => label)).toEqual([
    'came with the data: 320 of 5,588 solutions',
    'run 3, Embedded version 2: 1,200 solutions',
    'run 1, Embedded: 1,200 solutions',
    'run 3, Cluster, step 9: 1,200 solutions',
    'none: by how many solutions of a problem agree on the answer',
  ])
})

test('what was counted so far and no farther is said to be more', () => {
  const label = (withImportedScores: number) =>
    listScoreChoices({ withImportedScores, solutions: 10_001 }, [])[0]!.label
  expect(label(10_001)).toBe('came with the data: more than 10,000 solutions')
  expect(label(3)).toBe('came with the data: 3 of more than 10,000 solutions')
})

describe('the form begins', () => {
  const begin = (
    { imported = 320, runs = [run('a')] }: { imported?: number; runs?: ScoreRun[] },
    asked: { from?: { policy: ReturnType<typeof roundPolicyField.parse> }; scores?: string } = {},
  ) => {
    const choices = listScoreChoices(scorers(imported), runs)
    const { from = null, scores } = asked
    return chooseFields(scorers(imported), choices, { from, scores })
  }
  const ofNone = { policy: roundPolicyField.parse({ scores: { source: 'none' }, size: 40 }) }

  it('with the scores of the data where there are some', () => {
    expect(begin({}).source).toBe('imported')
  })

  it('with the newest run, or with none, where the data has no scores', () => {
    expect(begin({ imported: 0 }).source).toBe('a')
    expect(begin({ imported: 0, runs: [] }).source).toBe('none')
  })

  it('with the run that is asked for, if it is there', () => {
    expect(begin({}, { scores: 'a' }).source).toBe('a')
    expect(begin({}, { scores: 'gone' }).source).toBe('imported')
  })

  it('as another round was asked for', () => {
    expect(begin({ imported: 0 }, { from: ofNone })).toMatchObject({ source: 'none', size: '40' })
    expect(begin({}, { from: ofNone, scores: 'a' })).toMatchObject({ source: 'a', size: '40' })
  })
})
