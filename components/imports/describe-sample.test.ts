import { expect, it } from 'vitest'
import { describeAnswer, describeSplitter } from './describe-sample'

it('the import preview names the splitter and its version, or the file, as the source of the steps', () => {
  expect(describeSplitter({ splitter: 'blank-line/1' })).toBe(
    'split at blank lines (splitter version 1)',
  )
  expect(describeSplitter({ splitter: 'line' })).toBe('split at each line')
  expect(describeSplitter({ splitter: 'sentence/3' })).toBe(
    'split by sentence (splitter version 3)',
  )
  expect(describeSplitter({ splitter: null })).toBe('steps from the file')
})

it('the import preview shows the final answer and its verdict', () => {
  expect(describeAnswer({ answer: '12', verdict: 'wrong' })).toBe('Final answer 12: wrong.')
  expect(describeAnswer({ answer: null, verdict: 'unsure' })).toBe('No final answer found.')
})
