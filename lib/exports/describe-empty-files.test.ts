import { expect, test } from 'vitest'
import { describeEmptyFiles } from './describe-empty-files'

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
    'trl-stepwise-train.jsonl is empty: no annotation in train can be written in the format trl-stepwise.',
  ])
})
