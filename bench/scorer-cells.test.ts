import { expect, test } from 'vitest'
import { compareAuc } from './paired-bootstrap'
import { listCells } from './scorer-cells'

const example = (problemId: string, subject: string) => ({
  ...{ problemId, subject, problem: '', steps: [], ratings: [] },
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

test('the interval of a difference in AUC excludes 0 for a better scorer and is 0 for the same one', () => {
  const steps = Array.from({ length: 400 }, (_, i) => ({
    problemId: `p${i >> 2}`,
    isError: i % 4 === 0,
    ours: i % 4 === 0 ? 0.6 : (i % 7) / 8,
    theirs: (i % 7) / 8,
  }))
  const better = compareAuc(steps)!
  expect(better.ours).toBeGreaterThan(better.theirs)
  expect(better.low).toBeGreaterThan(0)
  expect(better.high).toBeGreaterThan(better.low)
  const same = compareAuc(steps.map((step) => ({ ...step, ours: step.theirs })))!
  expect(same).toMatchObject({ ours: same.theirs, low: 0, high: 0 })
  expect(compareAuc(steps.filter(({ isError }) => isError))).toBeNull()
})
