import { randomUUID } from 'node:crypto'
import { describe, expect, it, test } from 'vitest'
import { roundPolicyField } from '@/lib/rounds/policy'
import type { ScoreRun } from './round'
import { chooseInitialPolicyFields, listScoreSourceChoices } from './score-source-choices'

const makeRun = (id: string, overrides: Partial<ScoreRun> = {}): ScoreRun => ({
  run: id,
  number: 3,
  scorer: 's',
  scorerName: 'Embedded',
  kind: 'embedded',
  version: 2,
  model: 'embedded 2',
  scope: 'all',
  state: 'done',
  waitingFor: null,
  message: null,
  by: 'Amara',
  doneRows: 1_200,
  reusedRows: 0,
  failedRows: 6,
  allRows: 1_206,
  createdAt: '',
  finishedAt: null,
  ...overrides,
})
const makeScorers = (withImportedScores: number) => ({ withImportedScores, solutions: 5_588 })

test('the score choices of a new round are imported scores, finished score runs and "no scores"', () => {
  const runs = [
    makeRun('a'),
    makeRun('b', { state: 'running' }),
    makeRun('c', { version: null, number: 1 }),
  ]
  runs.push(
    makeRun('d', { kind: 'imported', version: null, scorerName: 'Cluster', model: 'step 9' }),
  )
  expect(listScoreSourceChoices(makeScorers(320), runs).map(({ label }) => label)).toEqual([
    'Imported: 320 of 5,588 solutions',
    'Run 3 · Embedded v2: 1,200 solutions',
    'Run 1 · Embedded: 1,200 solutions',
    'Run 3 · Cluster · step 9: 1,200 solutions',
    'No scores: rank by answer frequency',
  ])
})

test('a solution count limited to 10,001 is displayed as "more than 10,000"', () => {
  const label = (withImportedScores: number) =>
    listScoreSourceChoices({ withImportedScores, solutions: 10_001 }, [])[0]!.label
  expect(label(10_001)).toBe('Imported: more than 10,000 solutions')
  expect(label(3)).toBe('Imported: 3 of more than 10,000 solutions')
})

describe('initial score source of a new round', () => {
  const choose = (
    { imported = 320, runs = [makeRun('a')] }: { imported?: number; runs?: ScoreRun[] },
    request: { from?: { policy: ReturnType<typeof roundPolicyField.parse> }; scores?: string } = {},
  ) => {
    const choices = listScoreSourceChoices(makeScorers(imported), runs)
    const { from = null, scores } = request
    return chooseInitialPolicyFields(makeScorers(imported), choices, { from, scores })
  }
  const roundWithoutScores = {
    policy: roundPolicyField.parse({ scores: { source: 'none' }, size: 40 }),
  }

  it('is the imported scores if there are any', () => {
    expect(choose({}).source).toBe('imported')
  })

  it('is the newest score run if no scores were imported, and none without a score run', () => {
    expect(choose({ imported: 0 }).source).toBe('a')
    expect(choose({ imported: 0, runs: [] }).source).toBe('none')
  })

  it('is the score run in the URL if it exists', () => {
    expect(choose({}, { scores: 'a' }).source).toBe('a')
    expect(choose({}, { scores: 'unknown-run' }).source).toBe('imported')
  })

  it('is that of the copied round, unless the URL names a score run', () => {
    expect(choose({ imported: 0 }, { from: roundWithoutScores })).toMatchObject({
      source: 'none',
      size: '40',
    })
    expect(choose({}, { from: roundWithoutScores, scores: 'a' })).toMatchObject({
      source: 'a',
      size: '40',
    })
  })

  it('is chosen as without a copied round if its score run no longer exists', () => {
    const from = {
      policy: roundPolicyField.parse({ scores: { source: randomUUID() }, size: 40 }),
    }
    expect(choose({}, { from })).toMatchObject({ source: 'imported', size: '40' })
    const runs = [makeRun('newest'), makeRun('older')]
    expect(choose({ imported: 0, runs }, { from })).toMatchObject({ source: 'newest', size: '40' })
    expect(choose({ imported: 0, runs: [] }, { from })).toMatchObject({
      source: 'none',
      size: '40',
    })
  })
})
