import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readSharedDataLines } from '@/lib/formats/testing/shared-data'
import { longTextLength, scaleRuns } from '@/lib/platform/testing/report-figures'
import { extractAnswer, extractStatedAnswer } from './extract-answer'
import { gradeAnswer } from './grade-answer'

describe('extractStatedAnswer', () => {
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
    ['$\\boxed{1} \\quad \\boxed{2}$', '1, 2'],
    ['\\boxed{x=1} \\quad \\text{and} \\quad \\boxed{y=2}', 'x=1, y=2'],
    ['\\[\\boxed{3}\\]\nand\n\\[\\boxed{4}\\]', '3, 4'],
    ['So far \\boxed{255}. More. The final answer is $10,455$.', '10,455'],
    ['\\boxed{255}, so the answer is an integer.', '255'],
    ['The answer is \\(x^2\\)', 'x^2'],
    ['The answer is $1$ or $2$', '$1$ or $2$'],
    ['It is <<2*9=18>>18.\n#### 18', '18'],
    ['It is 18.\nA: 18', '18'],
    ['Answer: 1,000\n', '1,000'],
    ['  Answer: 5.', '5'],
  ])('finds in %j the answer %s', (text, answer) => {
    expect(extractStatedAnswer(text)).toBe(answer)
    expect(extractAnswer(text)).toBe(answer)
  })

  test.each([
    ['So \\boxed{1} and \\boxed{2}.', '1, 2'],
    ['\\boxed{1} and \\boxed{ }', '1'],
    ['$\\boxed{1}$, $\\boxed{2}$, or $\\boxed{3}$', '1, 2, 3'],
    ['$x = \\boxed{1}$ for the first and $y = \\boxed{2}$', '1, 2'],
    ['First \\boxed{1}.\n\nThen, checked again, \\boxed{2}.', '2'],
    ['\\boxed{2}\n\\boxed{2}', '2'],
    ['\\boxed{2} and \\boxed{2}', '2'],
  ])('reads from the boxes in %j the answer %s', (text, answer) => {
    expect(extractStatedAnswer(text)).toBe(answer)
  })

  test.each([
    ['Final Answer: The largest $n$ is 34.', '34'],
    ['**Final Answer:** 34', '34'],
    ['The final answer is: 34', '34'],
    ['The solution is $x \\le 4$.', 'x \\le 4'],
    ['Thus $x \\le 4$ is our answer.', 'x \\le 4'],
    ['So $3$ is our answer? No.\nThen $4$ is our answer.', '4'],
    ['The answer is 4.<|im_end|>\n<|im_start|>user The answer is 5.', '4'],
  ])('finds after a phrase such as "the answer is" in %j the answer %s', (text, answer) => {
    expect(extractStatedAnswer(text)).toBe(answer)
  })

  test.each([
    ['The answer is \\(\\frac{2}{3}\\), i.e. about 0.667.', '\\frac{2}{3}'],
    ['The answer is 9 because 4 + 5 = 9.', '9'],
    ['So the answer is therefore 11', '11'],
    ['The answer is 6, which is less than 20.', '6'],
    ['The answer is $y = 2x + C$, where $C$ is a constant.', 'y = 2x + C'],
    ['The answer is exactly 8, since nothing else is left.', '8'],
    ['The answer is 8, not 9.', '8'],
    ['This leaves a final answer of 15.', '15'],
    ['The answer would be $3.50.', '$3.50'],
    ['Hence the answer must be 17.', '17'],
    ['The answer = 21', '21'],
    ['The correct option is (D).', '(D)'],
    ['The final result is 64.', '64'],
    ['answer: 12', '12'],
    ['ANSWER: 12', '12'],
    ['**Final Answer**: 42', '42'],
    ['**Final Answer**\n\n$x = 3$', 'x = 3'],
    ['### Final Answer\n42', '42'],
    ['Final answer:\n42', '42'],
    ['The answer is:\n\\[\\frac{5}{6}\\]', '\\frac{5}{6}'],
    ['The answer is\n**5**', '5'],
    ['The answer is $1 +\n2$.', '1 +\n2'],
    ['The answer is Dr. Smith.', 'Dr. Smith'],
    ['\\boxed 5', '5'],
    ['\\boxed12', '12'],
    ['\\fbox{7}', '7'],
    ['It is \\boxed{5}, not \\boxed{6}.', '5'],
    ['<think>so \\boxed{4}?</think>\nThe answer is 5.', '5'],
    ['<think>a</think><think>the answer is 4</think> \\boxed{6}', '6'],
    ['I think so.\n<answer> 19 </answer>', '19'],
  ])('separates in %j the answer %s from the text around it', (text, answer) => {
    expect(extractStatedAnswer(text)).toBe(answer)
  })

  test.each([
    ['The answer is at least 5.', 'at least 5'],
    ['The answer is not 5.', 'not 5'],
    ['The answer is 5 or 6.', '5 or 6'],
    ['The answers are 5 and 6', '5 and 6'],
    ['The answer is 20% more than 50', '20% more than 50'],
  ])('keeps, in %j, the words that change the value: %s', (text, answer) => {
    expect(extractStatedAnswer(text)).toBe(answer)
    expect(gradeAnswer(extractStatedAnswer(text), /\d+$/.exec(answer)![0]).verdict).not.toBe(
      'correct',
    )
  })

  test('ignores the text in <think> tags, unless nothing follows it', () => {
    expect(extractStatedAnswer('<think>\\boxed{4}</think> Hm.')).toBeNull()
    expect(extractStatedAnswer('<think>\\boxed{4}</think>  ')).toBe('4')
  })

  test.each([
    ['We find that $x \\lt 4$.', 'x \\lt 4'],
    ['There are 12 of them in all.', '12'],
    ['It costs about $7.50 a piece.', '7.50'],
    ['The probability is 2/3.', '2/3'],
    ['1,234.', '1,234'],
    ['It is 0.75.', '0.75'],
    ['\\frac{3}{4}', '\\frac{3}{4}'],
    ['$28$ percent', '$28$ percent'],
    ['#### Step 1\nWe add.', '1'],
  ])('finds no stated answer in %j, from which extractAnswer takes %s', (text, answer) => {
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
  ])('finds no answer in %j', (text) => {
    expect(extractStatedAnswer(text)).toBeNull()
  })

  test('prefers "# Answer", then a box, to other phrases, anywhere in the text', () => {
    const text = 'A: 5\nthe answer is 4\n\\boxed{3}'
    expect(extractAnswer(text)).toBe('3')
    expect(extractAnswer(`${text}\n\n# Answer\n\n2`)).toBe('2')
  })
})

test('extracting an answer returns null or parts of the text, for any text', () => {
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
    { numRuns: scaleRuns(2000) },
  )
})

test('extracting an answer from a long text of answer phrases is quick', () => {
  for (const part of [
    '\\boxed{',
    '{',
    '####',
    'A:',
    '\nA:',
    'the answer is ',
    '# Answer\n',
    '\n',
    '\nfinal answer ',
    'answer is $a ',
    '</think>',
    '. ',
    ' ',
  ]) {
    const long = part.repeat(longTextLength / part.length)
    const closedText = `the answer is ${part.repeat(longTextLength / 2 / part.length)}${'}'.repeat(longTextLength / 2)}`
    for (const text of [long, closedText])
      expect(extractAnswer(text)?.length ?? 0).toBeLessThanOrEqual(text.length)
  }
})

test('grading extracted answers agrees with all published verdicts on 5,276 real GSM8K solutions', (context) => {
  let results = 0
  let agreed = 0
  for (const line of readSharedDataLines(context, 'candidates/gsm8k-model-solutions.jsonl')) {
    const {
      question,
      ground_truth: groundTruth,
      ...models
    } = JSON.parse(line) as Record<string, unknown>
    expect(question).toBeTruthy()
    const reference = extractAnswer(String(groundTruth))
    for (const model of Object.values(models)) {
      const { solution, is_correct } = model as { solution: string; is_correct: boolean }
      const answer = extractStatedAnswer(solution)
      results += Number(answer !== null)
      agreed += Number((gradeAnswer(answer, reference).verdict === 'correct') === is_correct)
    }
  }
  expect({ results, agreed }).toEqual({ results: 5265, agreed: 5276 })
})
