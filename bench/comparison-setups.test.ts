import { expect, test } from 'vitest'
import { compareAuc } from './compare-auc'
import {
  partitionComparableSetups,
  listComparisonSetups,
  listRatedSteps,
} from './comparison-setups'
import { benchScorerComparison, MissingFileError } from './scorer-comparison'

const makeExample = (problemId: string, subject: string) => ({
  problemId,
  subject,
  problem: '',
  steps: [],
  ratings: [],
})

const examples = Array.from({ length: 90 }, (_, i) =>
  // One problem is in two subjects.
  makeExample(i < 2 ? 'shared' : `p${i >> 1}`, ['algebra', 'geometry', 'physics'][i % 3]!),
)

test('no problem is both in the training and in the test part of a split', () => {
  const rows = listComparisonSetups(examples)
  expect(rows).toHaveLength(3 + 1 + 3 + 6)
  for (const { splits } of rows)
    for (const { train, test: tested } of splits) {
      const problems = new Set(train.map((i) => examples[i]!.problemId))
      expect(tested.some((i) => problems.has(examples[i]!.problemId))).toBe(false)
    }
})

test('folds within a subject test each of its solutions once per division', () => {
  const [algebra] = listComparisonSetups(examples)
  const tested = algebra!.splits.flatMap((split) => split.test).toSorted((a, b) => a - b)
  const members = [...examples.keys()].filter((i) => examples[i]!.subject === 'algebra')
  expect(algebra).toMatchObject({ test: 'algebra', isWithinGroup: true })
  expect(tested).toEqual(members.flatMap((i) => [i, i, i]))
})

const makeLabelledSolution = (problemId: string, subject: string, ratings: (-1 | 1 | null)[]) => ({
  problemId,
  subject,
  problem: '',
  ratings,
  steps: ratings.map((_, i) => `Step ${i}`),
})

const largeSubject = Array.from({ length: 40 }, (_, i) =>
  makeLabelledSolution(`p${i}`, 'algebra', i % 2 === 0 ? [1, -1] : [1, 1]),
)

const withinSmall = 'small, other problems to small'
const [fromSmall, toSmall] = ['small to algebra', 'algebra to small']

test.each([
  ['one problem', [makeLabelledSolution('x1', 'small', [1, -1])], [withinSmall]],
  ['two problems', ['x1', 'x2'].map((id) => makeLabelledSolution(id, 'small', [1, -1])), []],
  [
    'only correct steps',
    [makeLabelledSolution('x1', 'small', [1])],
    [withinSmall, fromSmall, toSmall],
  ],
  [
    'no rated step',
    [makeLabelledSolution('x1', 'small', [null])],
    [withinSmall, fromSmall, toSmall],
  ],
  [
    'a problem that is in both',
    [makeLabelledSolution('p0', 'small', [1, -1])],
    [withinSmall, toSmall],
  ],
])(
  'every split of a comparable row has steps to learn from and to test, with a subject of %s',
  (_, small, expected) => {
    const solutions = [...largeSubject, ...small]
    const steps = listRatedSteps(solutions)
    const { comparable, skipped } = partitionComparableSetups(
      listComparisonSetups(solutions),
      steps,
    )
    expect(comparable.length + skipped.length).toBe(5)
    expect(comparable.map(({ test: tested }) => tested)).toContain('algebra')
    const listOutcomes = (members: readonly number[]) =>
      steps.filter(({ solution }) => members.includes(solution)).map(({ isError }) => isError)
    expect(skipped.map(({ train, test: tested }) => `${train} to ${tested}`)).toEqual(expected)
    for (const { splits } of comparable)
      for (const { train, test: tested } of splits) {
        expect(new Set(listOutcomes(train)).size).toBe(2)
        expect(listOutcomes(tested)).not.toHaveLength(0)
      }
    for (const { splits } of comparable)
      expect(new Set(splits.flatMap((split) => listOutcomes(split.test))).size).toBe(2)
  },
)

test('a comparison on a file that does not exist fails', async () => {
  await expect(benchScorerComparison(['no-such-file.jsonl'])).rejects.toThrow(MissingFileError)
})

test('the interval of a difference in AUC excludes 0 for a better scorer and is 0 for the same one', () => {
  const steps = Array.from({ length: 400 }, (_, i) => ({
    problemId: `p${i >> 2}`,
    isError: i % 4 === 0,
    embedded: i % 4 === 0 ? 0.6 : (i % 7) / 8,
    tfidf: (i % 7) / 8,
  }))
  const better = compareAuc(steps)!
  expect(better.embedded).toBeGreaterThan(better.tfidf)
  expect(better.low).toBeGreaterThan(0)
  expect(better.high).toBeGreaterThan(better.low)
  const unchanged = compareAuc(steps.map((step) => ({ ...step, embedded: step.tfidf })))!
  expect(unchanged).toMatchObject({ embedded: unchanged.tfidf, low: 0, high: 0 })
  expect(compareAuc(steps.filter(({ isError }) => isError))).toBeNull()
})
