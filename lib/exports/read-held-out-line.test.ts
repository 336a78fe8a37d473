import { expect, test } from 'vitest'
import { readHeldOutLine } from './read-held-out-line'

test.each([
  ['MATH', '{"problem": "What is 1+1?", "solution": "2", "answer": "2"}'],
  ['GSM8K', '{"question": "What is 1+1?", "answer": "2 #### 2"}'],
  ['others', '{"statement": "What is 1+1?"}'],
  ['the first of several', '{"question": "no", "problem": "What is 1+1?"}'],
])('reads the problem statement of a held-out line by its key: %s', (_, line) => {
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
])('rejects the held-out line %s with the location "%s"', (line, location) => {
  expect(readHeldOutLine(line)).toMatchObject({ ok: false, location })
})

test('quickly rejects a held-out line with combining marks that would take minutes to normalise', () => {
  const read = (marks: number) =>
    readHeldOutLine(JSON.stringify({ question: `e${'\u0301\u0323'.repeat(marks / 2)}` }))
  expect(read(100)).toMatchObject({ ok: true })
  expect(read(102)).toMatchObject({ ok: false, location: 'question' })
  expect(read(500_000)).toMatchObject({ ok: false, location: 'question' })
})
