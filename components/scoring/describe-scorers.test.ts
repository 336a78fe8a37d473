import { expect, it } from 'vitest'
import { minRecommendedTrainingSolutions } from '@/lib/scoring/contract'
import { describeScorers, describeUnusedVersion, formatColdStartWarning } from './describe-scorers'

const run = {
  number: 3,
  state: 'done',
  doneRows: 900,
  kind: 'embedded',
  scorerName: 'Embedded',
  model: 'embedded 2',
  version: 2,
} as const

it('the summary of the scorers page counts scored solutions by source', () => {
  expect(describeScorers({ solutions: 1_200, withImportedScores: 800 }, [run], [])).toBe(
    '800 of 1,200 solutions have an imported score. Score run 3 (Embedded v2) scored 900. The queue uses imported scores.',
  )
  expect(describeScorers({ solutions: 4, withImportedScores: 4 }, [], [])).toMatch(
    /^All 4 solutions have an imported score\. The queue uses imported scores\.$/,
  )
  expect(describeScorers({ solutions: 4, withImportedScores: 0 }, [], [])).toMatch(/^None of 4/)
  const describeWithImported = (withImportedScores: number) =>
    describeScorers({ solutions: 10_001, withImportedScores }, [], [])
  expect(describeWithImported(10_001)).toMatch(
    /^More than 10,000 solutions have an imported score\./,
  )
  expect(describeWithImported(20)).toMatch(
    /^20 of more than 10,000 solutions have an imported score\./,
  )
  expect(describeWithImported(0)).toMatch(
    /^None of more than 10,000 solutions have an imported score\./,
  )
  expect(describeScorers({ solutions: 10_000, withImportedScores: 10_000 }, [], [])).toMatch(
    /^All 10,000 solutions have/,
  )
  expect(describeScorers({ solutions: 0, withImportedScores: 0 }, [], [])).toMatch(
    /Import solutions to score/,
  )
})

it('the summary of the scorers page ignores score runs without scores', () => {
  const emptyRun = { ...run, number: 4, state: 'cancelled', doneRows: 0 } as const
  expect(describeScorers({ solutions: 9, withImportedScores: 0 }, [emptyRun, run], [])).toMatch(
    /Score run 3 \(/,
  )
  expect(describeScorers({ solutions: 9, withImportedScores: 0 }, [emptyRun], [])).toBe(
    'None of 9 solutions have an imported score.',
  )
})

it('the summary of the scorers page names the scores that rank the active round', () => {
  const describeWithSource = (source: string, scores: { run: number; model: string } | null) =>
    describeScorers(
      { solutions: 9, withImportedScores: 9 },
      [run],
      [
        { state: 'planned', number: null, policy: { scores: { source: 'none' } }, scores: null },
        { state: 'active', number: 5, policy: { scores: { source } }, scores },
      ],
    )
  expect(
    describeWithSource('01900000-0000-7000-8000-000000000000', { run: 2, model: 'embedded 1' }),
  ).toMatch(/Round 5 is ranked by score run 2\./)
  expect(describeWithSource('imported', null)).toMatch(/ranked by imported scores/)
  expect(describeWithSource('none', null)).toMatch(/uses no scores/)
  const closedRound = {
    state: 'closed' as const,
    number: 5,
    policy: { scores: { source: 'none' } },
    scores: null,
  }
  const text = describeScorers({ solutions: 9, withImportedScores: 9 }, [run], [closedRound])
  expect(text).toMatch(/No round is active/)
  expect(text).not.toMatch(/queue uses/)
})

it('describeUnusedVersion says how to use the newest version until a score run uses it', () => {
  const versions = [{ version: 2 }, { version: 1 }]
  const firstVersionRun = { kind: 'embedded', version: 1 } as const
  expect(describeUnusedVersion(versions, [firstVersionRun])).toBe(
    'Training changes no scores. To use version 2, start a score run with it, then choose that run when you plan a round.',
  )
  expect(
    describeUnusedVersion(versions, [{ ...firstVersionRun, version: 2 }, firstVersionRun]),
  ).toBeNull()
  expect(describeUnusedVersion([], [])).toBeNull()
})

it('formatColdStartWarning warns that scores are unreliable until the recommended number of solutions is labelled', () => {
  expect(formatColdStartWarning(0)).toMatch(/^No labels yet/)
  expect(formatColdStartWarning(1)).toMatch(/^1 labelled solution\./)
  expect(formatColdStartWarning(minRecommendedTrainingSolutions - 1)).toMatch(
    /^49 labelled solutions\. With fewer than 50, scores are unreliable\. Don’t rank by them yet\.$/,
  )
  expect(formatColdStartWarning(minRecommendedTrainingSolutions)).toBeNull()
})
