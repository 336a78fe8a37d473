import { expect, test } from 'vitest'
import { readHeldOutLine } from './read-held-out-line'

test.each([
  ['MATH', '{"problem": "What is 1+1?", "solution": "2", "answer": "2"}'],
  ['GSM8K', '{"question": "What is 1+1?", "answer": "2 #### 2"}'],
  ['others', '{"statement": "What is 1+1?"}'],
  ['the first of several', '{"question": "no", "problem": "What is 1+1?"}'],
])('the problem of %s', (_, line) => {
  expect(readHeldOutLine(line)).toEqual({ ok: true, statement: 'What is 1+1?' })
})

test.each([
  ['{', 'column 2'],
  ['["What is 1+1?"]', 'line'],
  ['"What is 1+1?"', 'line'],
  ['null', 'line'],
  ['{"text": "What is 1+1?"}', 'line'],
  ['{"problem": 3}', 'problem'],
  ['{"problem": {"en": "x"}, "question": "y"}', 'problem'],
  ['{"question": " \\n"}', 'question'],
])('%s is refused at %s', (line, place) => {
  expect(readHeldOutLine(line)).toMatchObject({ ok: false, place })
})
