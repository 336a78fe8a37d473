import { expect, test } from 'vitest'
import { type EarlierRecords, findContradictions, type LineOutline } from './contradictions'

const line = (
  solutions: readonly [externalId: string | null, content: string, record: string][] = [],
): LineOutline => ({
  problem: { identity: 'p', problem: 'Why?', answer: null, solution: null },
  solutions: solutions.map(([externalId, contentHash, recordHash]) => ({
    identity: externalId ?? contentHash,
    externalId,
    contentHash,
    recordHash,
    looseHash: null,
  })),
})

const nothing: EarlierRecords = { findProblem: () => undefined, findSolution: () => undefined }

const here: EarlierRecords = {
  findProblem: () => ({ problem: 'Why?', answer: '1', solution: null, where: 'stands in line 1' }),
  findSolution: () => ({ contentHash: 'c', recordHash: 'r', where: 'stands in line 1' }),
}

test('a problem contradicts in what it says, and not in what it leaves out', () => {
  expect(findContradictions(line(), here)).toEqual([])
  const said = { identity: 'p', problem: 'Why not?', answer: '2', solution: null }
  const found = findContradictions({ problem: said, solutions: [] }, here)
  expect(found.map(({ place }) => place)).toEqual(['problem', 'answer'])
  expect(found[0]!.reason).toBe('The same problem stands in line 1 with other content.')
})

test('a solution contradicts by its text or by anything else said of it, under an external id', () => {
  expect(findContradictions(line([['a', 'c', 'r']]), here)).toEqual([])
  expect(findContradictions(line([[null, 'c', 'other']]), here)).toEqual([])
  expect(findContradictions(line([['a', 'other', 'other']]), here)).toEqual([
    {
      place: 'samples[0]',
      reason: 'The solution "a" stands in line 1 with other content (text, steps or problem).',
    },
  ])
  const [score] = findContradictions(line([['a', 'c', 'other']]), here)
  expect(score!.reason).toContain('(answer, is_correct, score, ')
})

test('two samples of one line contradict each other', () => {
  const siblings = line([
    ['a', 'c', 'r'],
    ['a', 'c', 'r'],
    ['b', 'c', 'r'],
    ['a', 'd', 's'],
  ])
  expect(findContradictions(siblings, nothing)).toEqual([
    {
      place: 'samples[3]',
      reason:
        'The solution "a" stands at samples[0] already with other content (text, steps or problem).',
    },
  ])
})
