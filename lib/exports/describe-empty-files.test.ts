import { expect, test } from 'vitest'
import { describeEmptyFiles } from './describe-empty-files'
import type { ReleaseFormat } from './release-formats'

test('the warning about an empty file of stepwise rows says that dropped neutral ratings end every row', () => {
  const files = [
    { name: 'trl-stepwise-train.jsonl', format: 'trl-stepwise', split: 'train', rows: 0 },
  ] as const
  const splitCounts = { annotations: 2, solutions: 1, problems: 1 }
  const counts = { train: splitCounts, test: splitCounts }
  expect(describeEmptyFiles(files, counts, 'drop')).toEqual([
    'trl-stepwise-train.jsonl is empty: with neutral ratings dropped, every row in train would end before its first step.',
  ])
  expect(describeEmptyFiles(files, counts, 'positive')).toEqual([
    'trl-stepwise-train.jsonl is empty: no annotation in train has a rating at its first step.',
  ])
})

test('the warning about an empty file says what its format needs', () => {
  const splitCounts = { annotations: 2, solutions: 1, problems: 1 }
  const counts = { train: splitCounts, test: splitCounts }
  const describe = (format: ReleaseFormat) =>
    describeEmptyFiles([{ name: 'a', format, split: 'test', rows: 0 }], counts, 'positive')
  expect(describe('preference')).toEqual([
    'a is empty: no annotation in test has a better-rated alternative at its first error (in the step-choice flow, a negative alternative to a chosen step).',
  ])
  expect(describe('processbench')).toEqual([
    'a is empty: no annotation in test has a first error or ratings of all steps.',
  ])
  expect(describe('trl-stepwise-parquet')).toEqual([
    'a is empty: no annotation in test has a rating at its first step.',
  ])
})
