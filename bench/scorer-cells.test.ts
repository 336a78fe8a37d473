import { expect, test } from 'vitest'
import { compareAuc } from './compare-auc'
import { dropIncomparableCells, listCells, listSteps } from './scorer-cells'
import { benchScorerComparison, MissingFileError } from './scorer-comparison'

const example = (problemId: string, subject: string) => ({
  problemId,
  subject,
  problem: '',
  steps: [],
  ratings: [],
})

const examples = Array.from({ length: 90 }, (_, i) =>
  // One problem is in two subjects.
  example(i < 2 ? 'shared' : `p${i >> 1}`, ['algebra', 'geometry', 'physics'][i % 3]!),
)

test('no problem is both in the training and in the test part of a split', () => {
  const cells = listCells(examples)
  expect(cells).toHaveLength(3 + 1 + 3 + 6)
  for (const { splits } of cells)
    for (const { train, test: tested } of splits) {
      const problems = new Set(train.map((i) => examples[i]!.problemId))
      expect(tested.some((i) => problems.has(examples[i]!.problemId))).toBe(false)
    }
})

test('folds within a subject test each of its solutions once per division', () => {
  const [algebra] = listCells(examples)
  const tested = algebra!.splits.flatMap((split) => split.test).toSorted((a, b) => a - b)
  const members = [...examples.keys()].filter((i) => examples[i]!.subject === 'algebra')
  expect(algebra).toMatchObject({ test: 'algebra', isWithin: true })
  expect(tested).toEqual(members.flatMap((i) => [i, i, i]))
})

const labelled = (problemId: string, subject: string, ratings: (-1 | 1 | null)[]) => ({
  problemId,
  subject,
  problem: '',
  ratings,
  steps: ratings.map((_, i) => `Step ${i}`),
})

const large = Array.from({ length: 40 }, (_, i) =>
  labelled(`p${i}`, 'algebra', i % 2 === 0 ? [1, -1] : [1, 1]),
)

const within = 'small, other problems to small'
const [from, to] = ['small to algebra', 'algebra to small']

test.each([
  ['one problem', [labelled('x1', 'small', [1, -1])], [within]],
  ['two problems', ['x1', 'x2'].map((id) => labelled(id, 'small', [1, -1])), []],
  ['only correct steps', [labelled('x1', 'small', [1])], [within, from, to]],
  ['no rated step', [labelled('x1', 'small', [null])], [within, from, to]],
  ['a problem that is in both', [labelled('p0', 'small', [1, -1])], [within, to]],
])(
  'every split of a comparable cell has steps to learn from and to test, with a subject of %s',
  (_, small, expected) => {
    const solutions = [...large, ...small]
    const steps = listSteps(solutions)
    const { comparable, skipped } = dropIncomparableCells(listCells(solutions), steps)
    expect(comparable.length + skipped.length).toBe(5)
    expect(comparable.map(({ test: tested }) => tested)).toContain('algebra')
    const ratingsOf = (members: readonly number[]) =>
      steps.filter(({ solution }) => members.includes(solution)).map(({ isError }) => isError)
    expect(skipped.map(({ train, test: tested }) => `${train} to ${tested}`)).toEqual(expected)
    for (const { splits } of comparable)
      for (const { train, test: tested } of splits) {
        expect(new Set(ratingsOf(train)).size).toBe(2)
        expect(ratingsOf(tested)).not.toHaveLength(0)
      }
    for (const { splits } of comparable)
      expect(new Set(splits.flatMap((split) => ratingsOf(split.test))).size).toBe(2)
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
  const same = compareAuc(steps.map((step) => ({ ...step, embedded: step.tfidf })))!
  expect(same).toMatchObject({ embedded: same.tfidf, low: 0, high: 0 })
  expect(compareAuc(steps.filter(({ isError }) => isError))).toBeNull()
})
