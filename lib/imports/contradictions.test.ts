import { expect, test } from 'vitest'
import { type EarlierRecords, findContradictions, type LineOutline } from './contradictions'

const noWords = { answer: null, score: null, generator: null, text: null }

const line = (
  solutions: readonly [externalId: string | null, content: string, record: string][] = [],
): LineOutline => ({
  problem: { identity: 'p', problem: 'Why?', answer: null, solution: null },
  solutions: solutions.map(([externalId, contentHash, recordHash]) => ({
    identity: externalId ?? contentHash,
    externalId,
    contentHash,
    recordHash,
    findLooseHash: () => null,
    words: noWords,
  })),
})

const nothing: EarlierRecords = { findProblem: () => undefined, findSolution: () => undefined }

const here: EarlierRecords = {
  findProblem: () => ({ problem: 'Why?', answer: '1', solution: null, where: 'stands in line 1' }),
  findSolution: () => ({
    contentHash: 'c',
    recordHash: 'r',
    words: noWords,
    where: 'stands in line 1',
  }),
}

test('a problem contradicts in what it says, and not in what it leaves out', () => {
  expect(findContradictions(line(), here)).toEqual([])
  const said = { identity: 'p', problem: 'Why not?', answer: '2', solution: null }
  const found = findContradictions({ problem: said, solutions: [] }, here)
  expect(found.map(({ place }) => place)).toEqual(['problem', 'answer'])
  expect(found[0]!.reason).toBe(
    'The same problem stands in line 1 with other content: statement "Why?" there, "Why not?" here.',
  )
  expect(found[1]!.reason).toBe(
    'The same problem stands in line 1 with other content: answer "1" there, "2" here.',
  )
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
  expect(score!.reason).toContain('(is_correct, step_scores, ')
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

test('what differs is named where it is short: answers cut, scores and generators', () => {
  const given = line([['a', 'c', 'other']])
  const words = { answer: 'x'.repeat(70), score: 0.5, generator: 'my-7b', text: null }
  const other = { contentHash: 'c', recordHash: 'r', where: 'stands in the project' }
  const find = (there: typeof words, here: typeof words) =>
    findContradictions(
      { ...given, solutions: given.solutions.map((one) => ({ ...one, words: here })) },
      { ...nothing, findSolution: () => ({ ...other, words: there }) },
    )[0]?.reason
  expect(find(words, { ...words, answer: '2', score: -1 })).toBe(
    `The solution "a" stands in the project with other content: answer "${'x'.repeat(60)}…" there, "2" here; score 0.5 there, -1 here.`,
  )
  expect(find(words, { ...words, answer: `${'x'.repeat(69)}y` })).toContain(
    'with other content: the answer is another one.',
  )
})

test('what is not there is said to be none, and long statements are not repeated', () => {
  const said = { identity: 'p', problem: 'y'.repeat(61), answer: '2', solution: 'a\nb' }
  const there = { problem: 'Why?', answer: null, solution: 'a', where: 'stands in line 1' }
  const found = findContradictions(
    { problem: said, solutions: [] },
    { ...nothing, findProblem: () => there },
  )
  expect(found.map(({ reason }) => reason.split(': ')[1])).toEqual([
    'the statement is another one.',
    'no answer there, "2" here.',
    'reference solution "a" there, "a⏎b" here.',
  ])
})
