import { expect, it } from 'vitest'
import { coldStartSolutions } from '@/lib/scoring/contract'
import { describeScorers, warnOfColdStart } from './describe-scorers'

const run = {
  number: 3,
  state: 'done',
  doneRows: 900,
  scorerName: 'embedded',
  version: 2,
} as const

it('says how many solutions have scores, and from where', () => {
  expect(describeScorers({ solutions: 1_200, withImportedScores: 800 }, [run], [])).toBe(
    '800 of 1,200 solutions came with a score. The newest score run, 3 by embedded, version 2, has scored 900. No round was opened yet, so no score run ranks anything: what is imported is queued by the scores that it came with.',
  )
  expect(describeScorers({ solutions: 4, withImportedScores: 4 }, [], [])).toMatch(
    /^All 4 solutions came with a score\. No score run has added any\./,
  )
  expect(describeScorers({ solutions: 4, withImportedScores: 0 }, [], [])).toMatch(/^None of 4/)
  const say = (withImportedScores: number) =>
    describeScorers({ solutions: 10_001, withImportedScores }, [], [])
  expect(say(10_001)).toMatch(/^More than 10,000 solutions came with a score\./)
  expect(say(20)).toMatch(/^20 of more than 10,000 solutions came with a score\./)
  expect(say(0)).toMatch(/^None of more than 10,000 solutions came with a score\./)
  expect(describeScorers({ solutions: 10_000, withImportedScores: 10_000 }, [], [])).toMatch(
    /^All 10,000 solutions came/,
  )
  expect(describeScorers({ solutions: 0, withImportedScores: 0 }, [], [])).toMatch(/import some/)
})

it('passes over runs that have scored nothing', () => {
  const empty = { ...run, number: 4, state: 'cancelled', doneRows: 0 } as const
  expect(describeScorers({ solutions: 9, withImportedScores: 0 }, [empty, run], [])).toMatch(
    /score run, 3 by/,
  )
  const words = describeScorers({ solutions: 9, withImportedScores: 0 }, [empty], [])
  expect(words).toMatch(/No score run has added any/)
})

it('says what ranks now, and that a newer run does not', () => {
  const say = (source: string, scores: { run: number; model: string } | null) =>
    describeScorers(
      { solutions: 9, withImportedScores: 9 },
      [run],
      [
        { state: 'planned', number: null, policy: { scores: { source: 'none' } }, scores: null },
        { state: 'open', number: 5, policy: { scores: { source } }, scores },
      ],
    )
  expect(say('01900000-0000-7000-8000-000000000000', { run: 2, model: 'embedded 1' })).toMatch(
    /Round 5 is open and ranked by score run 2, frozen when it opened/,
  )
  expect(say('imported', null)).toMatch(/ranked by the scores that came with the data/)
  expect(say('none', null)).toMatch(/ranked by no score at all/)
  const closed = {
    state: 'closed',
    number: 5,
    policy: { scores: { source: 'none' } },
    scores: null,
  }
  const words = describeScorers({ solutions: 9, withImportedScores: 9 }, [run], [closed])
  expect(words).toMatch(/nothing is ranked now/)
  expect(words).not.toMatch(/is queued by/)
})

it('says plainly that it knows little, until there is enough', () => {
  expect(warnOfColdStart(0)).toMatch(/^Nothing is labelled yet/)
  expect(warnOfColdStart(1)).toMatch(/^1 solution is labelled/)
  expect(warnOfColdStart(coldStartSolutions - 1)).toMatch(/knows little/)
  expect(warnOfColdStart(coldStartSolutions)).toBeNull()
})
