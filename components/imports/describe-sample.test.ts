import { expect, it } from 'vitest'
import { describeSampleVerdict, describeSampleSplitter } from './describe-sample'

it('the import preview names the splitter and its version, or the file, as the source of the steps', () => {
  expect(describeSampleSplitter({ splitter: 'blank-line/1' })).toBe(
    'split at blank lines (splitter version 1)',
  )
  expect(describeSampleSplitter({ splitter: 'line' })).toBe('split at each line')
  expect(describeSampleSplitter({ splitter: 'sentence/3' })).toBe(
    'split by sentence (splitter version 3)',
  )
  expect(describeSampleSplitter({ splitter: null })).toBe('steps from the file')
})

it('the import preview shows the final answer and its verdict', () => {
  expect(describeSampleVerdict({ answer: '12', verdict: 'wrong' })).toBe('Final answer 12: wrong.')
  expect(describeSampleVerdict({ answer: null, verdict: 'unsure' })).toBe('No final answer found.')
})
