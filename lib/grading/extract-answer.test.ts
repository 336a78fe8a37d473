import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { readSharedLines } from '@/lib/formats/testing/shared-data'

import { extractAnswer, extractStatedAnswer } from './extract-answer'
import { grade } from './grade'

describe('where the answer stands', () => {
  test.each([
    ['So it is.\n\n# Answer\n\n320,000', '320,000'],
    ['# Answer\n\n8, 3, 1', '8, 3, 1'],
    ['# Answer\n\n1\n\n# Answer\n\n2', '2'],
    ['We get \\boxed{5}.', '5'],
    ['\\boxed{1} no: \\(\\boxed{\\frac{1}{2}}\\).', '\\frac{1}{2}'],
    ['\\boxed {\\{1, 2\\}}', '\\{1, 2\\}'],
    ['\\boxed{\\boxed{3}}', '3'],
    ['\\boxed{7} and \\boxed{\\frac{1}{2}', '7'],
    ['} \\boxed{2} {', '2'],
    ['The answer is 12. I hope it is correct.', '12'],
    ['Therefore the answer is: $3.5$.', '3.5'],
    ['The final answer is **42**', '42'],
    ['The answer is \\(x^2\\)', 'x^2'],
    ['The answer is $1$ or $2$', '$1$ or $2$'],
    ['It is <<2*9=18>>18.\n#### 18', '18'],
    ['It is 18.\nA: 18', '18'],
    ['Answer: 1,000\n', '1,000'],
    ['  Answer: 5.', '5'],
  ])('%j: %s', (text, answer) => {
    expect(extractStatedAnswer(text)).toBe(answer)
    expect(extractAnswer(text)).toBe(answer)
  })

  test.each([
    ['So \\boxed{1} and \\boxed{2}.', '1, 2'],
    ['$\\boxed{1}$, $\\boxed{2}$, or $\\boxed{3}$', '1, 2, 3'],
    ['$x = \\boxed{1}$ for the first and $y = \\boxed{2}$', '1, 2'],
    ['First \\boxed{1}.\n\nThen, checked again, \\boxed{2}.', '2'],
    ['\\boxed{2}\n\\boxed{2}', '2'],
    ['\\boxed{2} and \\boxed{2}', '2'],
  ])('boxes: %j: %s', (text, answer) => {
    expect(extractStatedAnswer(text)).toBe(answer)
  })

  test.each([
    ['Final Answer: The largest $n$ is 34.', '34'],
    ['**Final Answer:** 34', '34'],
    ['The final answer is: 34', '34'],
    ['The solution is $x \\le 4$.', 'x \\le 4'],
    ['Thus $x \\le 4$ is our answer.', 'x \\le 4'],
    ['The answer is 4.<|im_end|>\n<|im_start|>user The answer is 5.', '4'],
  ])('said in other words: %j: %s', (text, answer) => {
    expect(extractStatedAnswer(text)).toBe(answer)
  })

  test.each([
    ['We find that $x \\lt 4$.', 'x \\lt 4'],
    ['There are 12 of them in all.', '12'],
    ['It costs about $7.50 a piece.', '7.50'],
    ['\\frac{3}{4}', '\\frac{3}{4}'],
    ['$28$ percent', '$28$ percent'],
    ['#### Step 1\nWe add.', '1'],
  ])('stated nowhere, the last value: %j: %s', (text, answer) => {
    expect(extractStatedAnswer(text)).toBeNull()
    expect(extractAnswer(text)).toBe(answer)
  })

  test.each([
    '',
    'We add.',
    '# Answer\n\n ',
    '\\boxed{}',
    'The answer is',
    '#### Step 1\nWe add.',
    'So A: no',
    '\\boxed{1',
  ])('%j states none', (text) => {
    expect(extractStatedAnswer(text)).toBeNull()
  })

  test('what comes first in the list counts, not what comes first in the text', () => {
    const text = 'A: 5\nthe answer is 4\n\\boxed{3}'
    expect(extractAnswer(text)).toBe('3')
    expect(extractAnswer(`${text}\n\n# Answer\n\n2`)).toBe('2')
  })
})

test('any text gives null or parts of it', () => {
  const text = fc.array(
    fc.oneof(
      fc.constantFrom(
        '\\boxed{',
        '}',
        '{',
        '# Answer\n',
        'A:',
        '####',
        'answer is ',
        '\n',
        '.',
        '$',
        '\\',
      ),
      fc.string(),
    ),
  )
  fc.assert(
    fc.property(text, (parts) => {
      const joined = parts.join('')
      for (const answer of [extractAnswer(joined), extractStatedAnswer(joined)])
        for (const part of answer?.split(', ') ?? []) expect(joined).toContain(part)
    }),
    { numRuns: 2000 },
  )
})

test('a megabyte of beginnings takes no time', () => {
  for (const part of [
    '\\boxed{',
    '{',
    '####',
    'A:',
    '\nA:',
    'the answer is ',
    '# Answer\n',
    '. ',
    ' ',
  ]) {
    const long = part.repeat(1_000_000 / part.length)
    const closed = `the answer is ${part.repeat(500_000 / part.length)}${'}'.repeat(500_000)}`
    for (const text of [long, closed])
      expect(extractAnswer(text)?.length ?? 0).toBeLessThanOrEqual(text.length)
  }
})

test('real answers: GSM8K’s own verdicts are met', (context) => {
  let found = 0
  let agreed = 0
  for (const line of readSharedLines(context, 'candidates/gsm8k-model-solutions.jsonl')) {
    const { question, ground_truth: truth, ...models } = JSON.parse(line) as Record<string, unknown>
    expect(question).toBeTruthy()
    const reference = extractAnswer(String(truth))
    for (const model of Object.values(models)) {
      const { solution, is_correct } = model as { solution: string; is_correct: boolean }
      const answer = extractStatedAnswer(solution)
      found += Number(answer !== null)
      agreed += Number((grade(answer, reference).verdict === 'correct') === is_correct)
    }
  }
  expect({ found, agreed }).toEqual({ found: 5265, agreed: 5276 })
})
