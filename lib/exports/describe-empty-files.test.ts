import { expect, test } from 'vitest'
import type { Flow } from '@/lib/formats/record'
import { describeEmptyFiles } from './describe-empty-files'
import type { ReleaseFormat } from './release-formats'

test('the warning about an empty file says that neutral ratings are dropped', () => {
  const files = [
    { name: 'steps.jsonl', format: 'trl-stepwise', split: 'train', rows: 0 },
    { name: 'errors.jsonl', format: 'processbench', split: 'train', rows: 0 },
  ] as const
  const splitCounts = { annotations: 2, solutions: 1, problems: 1 }
  const counts = { train: splitCounts, test: splitCounts }
  const noFlows = { flows: { train: new Set<Flow>(), test: new Set<Flow>() } }
  expect(describeEmptyFiles(files, counts, { neutral: 'drop' }, noFlows)).toEqual([
    'steps.jsonl is empty: no annotation in train has a positive or negative rating at its first step (neutral ratings are dropped).',
    'errors.jsonl is empty: no annotation in train has only positive ratings before its first error, or at all its steps (neutral ratings are dropped).',
  ])
  expect(describeEmptyFiles(files, counts, { neutral: 'positive' }, noFlows)).toEqual([
    'steps.jsonl is empty: no annotation in train has a rating at its first step.',
    'errors.jsonl is empty: no annotation in train has a first error or ratings of all steps.',
  ])
})

test('the warning about an empty file says what its format needs', () => {
  const splitCounts = { annotations: 2, solutions: 1, problems: 1 }
  const counts = { train: splitCounts, test: splitCounts }
  const describe = (format: ReleaseFormat, ...flows: Flow[]) =>
    describeEmptyFiles(
      [{ name: 'a', format, split: 'test', rows: 0 }],
      counts,
      { neutral: 'positive' },
      // The flows of the other split don't matter.
      { flows: { train: new Set<Flow>(['solution', 'step_choice']), test: new Set(flows) } },
    )
  expect(describe('preference', 'solution')).toEqual([
    'a is empty: no annotation in test has a better-rated alternative at its first error.',
  ])
  expect(describe('preference', 'step_choice')).toEqual([
    'a is empty: no annotation in test has a negative alternative to a chosen step.',
  ])
  expect(describe('preference', 'solution', 'step_choice')).toEqual([
    'a is empty: no annotation in test has a better-rated alternative at its first error, or a negative alternative to a chosen step.',
  ])
  expect(describe('processbench')).toEqual([
    'a is empty: no annotation in test has a first error or ratings of all steps.',
  ])
  expect(describe('trl-stepwise-parquet')).toEqual([
    'a is empty: no annotation in test has a rating at its first step.',
  ])
})
