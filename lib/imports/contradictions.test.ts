import { expect, test } from 'vitest'
import { type EarlierRecordLookup, findContradictions, type ComparableLine } from './contradictions'

const emptyDetails = { answer: null, score: null, generator: null, text: null }

const line = (
  solutions: readonly [externalId: string | null, content: string, record: string][] = [],
): ComparableLine => ({
  problem: { identity: 'p', problem: 'Why?', answer: null, solution: null },
  solutions: solutions.map(([externalId, contentHash, recordHash]) => ({
    identity: externalId ?? contentHash,
    externalId,
    contentHash,
    recordHash,
    findLooseHash: () => null,
    details: emptyDetails,
  })),
})

const noEarlierRecords: EarlierRecordLookup = {
  findProblem: () => undefined,
  findSolution: () => undefined,
}

const earlierRecords: EarlierRecordLookup = {
  findProblem: () => ({
    problem: 'Why?',
    answer: '1',
    solution: null,
    locationText: 'already occurs in line 1',
  }),
  findSolution: () => ({
    contentHash: 'c',
    recordHash: 'r',
    details: emptyDetails,
    locationText: 'already occurs in line 1',
  }),
}

test('reports an imported problem whose values differ, but not one that omits values', () => {
  expect(findContradictions(line(), earlierRecords)).toEqual([])
  const laterProblem = { identity: 'p', problem: 'Why not?', answer: '2', solution: null }
  const contradictions = findContradictions(
    { problem: laterProblem, solutions: [] },
    earlierRecords,
  )
  expect(contradictions.map(({ location }) => location)).toEqual(['problem', 'answer'])
  expect(contradictions[0]!.reason).toBe(
    'The same problem already occurs in line 1 with another statement: "Why?" before, "Why not?" now. Change the id or the statement.',
  )
  expect(contradictions[1]!.reason).toBe(
    'The same problem already occurs in line 1 with another answer: "1" before, "2" now.',
  )
})

test('reports an imported solution that differs under the same external id', () => {
  expect(findContradictions(line([['a', 'c', 'r']]), earlierRecords)).toEqual([])
  expect(findContradictions(line([[null, 'c', 'other']]), earlierRecords)).toEqual([])
  expect(findContradictions(line([['a', 'other', 'other']]), earlierRecords)).toEqual([
    {
      location: 'samples[0]',
      reason:
        'The solution "a" already occurs in line 1 with different content (text, steps or problem).',
    },
  ])
  const [score] = findContradictions(line([['a', 'c', 'other']]), earlierRecords)
  expect(score!.reason).toContain('(is_correct, step_scores, ')
})

test('reports two samples of one line that have the same id but different content', () => {
  const siblings = line([
    ['a', 'c', 'r'],
    ['a', 'c', 'r'],
    ['b', 'c', 'r'],
    ['a', 'd', 's'],
  ])
  expect(findContradictions(siblings, noEarlierRecords)).toEqual([
    {
      location: 'samples[3]',
      reason:
        'The solution "a" already occurs at samples[0] with different content (text, steps or problem).',
    },
  ])
})

test('an import contradiction quotes values that differ if they are short, and shortens long answers', () => {
  const comparableLine = line([['a', 'c', 'other']])
  const details = { answer: 'x'.repeat(70), score: 0.5, generator: 'my-7b', text: null }
  const storedRecord = {
    contentHash: 'c',
    recordHash: 'r',
    locationText: 'already exists in the project',
  }
  const find = (storedDetails: typeof details, lineDetails: typeof details) =>
    findContradictions(
      {
        ...comparableLine,
        solutions: comparableLine.solutions.map((solution) => ({
          ...solution,
          details: lineDetails,
        })),
      },
      { ...noEarlierRecords, findSolution: () => ({ ...storedRecord, details: storedDetails }) },
    )[0]?.reason
  expect(find(details, { ...details, answer: '2', score: -1 })).toBe(
    `The solution "a" already exists in the project with different content: answer "${'x'.repeat(60)}…" before, "2" now; score 0.5 before, -1 now.`,
  )
  expect(find(details, { ...details, answer: `${'x'.repeat(69)}y` })).toContain(
    'with different content: different answer.',
  )
})

test('an import contradiction says which value was missing before, without repeating long statements', () => {
  const laterProblem = { identity: 'p', problem: 'y'.repeat(61), answer: '2', solution: 'a\nb' }
  const storedDetails = {
    problem: 'Why?',
    answer: null,
    solution: 'a',
    locationText: 'already occurs in line 1',
  }
  const contradictions = findContradictions(
    { problem: laterProblem, solutions: [] },
    { ...noEarlierRecords, findProblem: () => storedDetails },
  )
  expect(contradictions.map(({ reason }) => reason.split(' with another ')[1])).toEqual([
    'statement. Change the id or the statement.',
    'answer: none before, "2" now.',
    'reference solution: "a" before, "a⏎b" now.',
  ])
})
