import { expect, test } from 'vitest'
import { describeImportEffect } from './describe-import-effect'

const counts = {
  solutions: 30,
  problems: 10,
  queued: 30,
  unservable: 0,
  waitsForRound: false,
  annotations: 0,
  gold: 0,
}

test('the preview of an import says how many new solutions will be queued, have known steps, or wait for a round', () => {
  expect(describeImportEffect(counts, 'keep')).toBe(
    'Adds 30 solutions and 10 problems; 30 will be queued.',
  )
  expect(describeImportEffect({ ...counts, queued: 21 }, 'keep')).toBe(
    'Adds 30 solutions and 10 problems; 21 will be queued; 9 have the same steps as another solution to the problem.',
  )
  expect(describeImportEffect({ ...counts, queued: 0 }, 'keep')).toBe(
    'Adds 30 solutions and 10 problems; none will be queued; 30 have the same steps as another solution to the problem.',
  )
  // Solutions of the other flow or without steps: no reason is given.
  expect(describeImportEffect({ ...counts, queued: 21, unservable: 9 }, 'keep')).toMatch(
    /21 will be queued\.$/,
  )
  expect(describeImportEffect({ ...counts, queued: 0, unservable: 30 }, 'keep')).toMatch(
    /none will be queued\.$/,
  )
  expect(describeImportEffect({ ...counts, queued: 0, waitsForRound: true }, 'keep')).toMatch(
    /they will wait for the next round\.$/,
  )
  // A round started after the file was checked.
  expect(describeImportEffect({ ...counts, waitsForRound: true }, 'keep')).toMatch(
    /30 will be queued\.$/,
  )
})

test('the preview of an import of gold says that gold takes no place in the queue', () => {
  expect(describeImportEffect({ ...counts, queued: 0, gold: 12 }, 'gold')).toMatch(
    /12 become gold and take no place in the queue\.$/,
  )
  expect(describeImportEffect({ ...counts, queued: 0, gold: 1 }, 'gold')).toMatch(
    /1 becomes gold and takes no place in the queue\.$/,
  )
})
