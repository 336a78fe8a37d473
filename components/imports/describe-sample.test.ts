import { expect, it } from 'vitest'
import { describeAnswer, describeSplitter } from './describe-sample'

it('names the splitter and its version, or says that the file gave the steps', () => {
  expect(describeSplitter({ splitter: 'blank-line/1' })).toBe('cut at blank lines, splitter 1')
  expect(describeSplitter({ splitter: 'line' })).toBe('cut at each line')
  expect(describeSplitter({ splitter: 'sentence/3' })).toBe('cut by sentence, splitter 3')
  expect(describeSplitter({ splitter: null })).toBe('as the file gives them')
})

it('says what the final answer is and what the grader makes of it', () => {
  expect(describeAnswer({ answer: '12', verdict: 'wrong' })).toBe(
    'Its final answer is read as 12: wrong.',
  )
  expect(describeAnswer({ answer: null, verdict: 'unsure' })).toBe('No final answer was found.')
})
