import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scaleRuns } from '@/lib/platform/testing/report-figures'
import { detectInputFormat, inputFormatReaders } from './detect-input-format'
import type { InputFormatName } from './format-names'
import type { ReadError } from './read-result'
import type { ImportRecord, SolutionRecord } from './record'
import { breakSpecialTokens } from './step-tags'
import { convertLines, readStoredRecords, writeStoredRecords } from './testing/convert-lines'
import { readSharedDataLines } from './testing/shared-data'

/* Formats with labels: TRL, ProcessBench, Math-Shepherd, Mr-Ben, BIG-Bench-Mistake. */

const context = { requests: null }

function readValue(format: InputFormatName, value: unknown): ImportRecord {
  const result = inputFormatReaders[format].read(value, context)
  if (!result.ok) throw new Error(JSON.stringify(result.errors))
  return result.record
}

function readErrors(format: InputFormatName, value: unknown): ReadError[] {
  const result = inputFormatReaders[format].read(value, context)
  if (result.ok) throw new Error('It was read.')
  return result.errors
}

function readSolution(format: InputFormatName, value: unknown): SolutionRecord {
  const [solution] = readValue(format, value).solutions
  return solution!
}

const trl = {
  prompt: 'Why?',
  completions: ['A', 'B', 'C', 'D'],
  labels: [true, false, true, false],
}
const bench = {
  id: 'gsm8k-0',
  generator: 'a-7b',
  problem: 'Why?',
  steps: ['A', 'B', 'C'],
  final_answer_correct: false,
  label: 1,
}
const shepherd = {
  input: 'Why? Step 1: A ки\nStep 2: B ки\nStep 3: C ки',
  label: 'Why? Step 1: A +\nStep 2: B -\nStep 3: C +',
  task: 'GSM8K',
}
const mrBen = {
  Question_UUID: 'u-1',
  Subject: 'algebra',
  Question: 'Which?',
  Options: 'A: 1 \nB: 2 ',
  Ground_Truth_Answer: 'A',
  Sampled_Model: 'a-7b',
  Model_Solution_Steps: ['Step 1: Look.', 'Step 2: Guess.', 'Solution: Choice_B'],
  Model_Solution_Correctness: 'incorrect',
  Model_Solution_First_Error_Step: '2',
  Model_Solution_Error_Reason: ['It guesses.\n', 'No reason is given.'],
}
const bigBenchMistake = {
  input: '1 + 1 =',
  steps: ['A', 'B', 'C'],
  answer: '3',
  target: '2',
  mistake_index: 1,
}
const withoutError = {
  ...mrBen,
  Model_Solution_Correctness: 'correct',
  Model_Solution_First_Error_Step: 'N/A',
}

test.each([
  ['trl-stepwise', trl],
  ['processbench', bench],
  ['math-shepherd', shepherd],
  ['mr-ben', mrBen],
  ['big-bench-mistake', bigBenchMistake],
] as const)('detects %s by its keys', (format, value) => {
  expect(detectInputFormat(value)).toBe(format)
})

describe('formats with one label per step', () => {
  test.each([
    ['trl-stepwise', trl, ['A', 'B', 'C', 'D'], [1, -1]],
    ['math-shepherd', shepherd, ['Step 1: A', 'Step 2: B', 'Step 3: C'], [1]],
  ] as const)(
    '%s: stores labels after the first error as superseded ratings',
    (format, value, steps, supersededRatings) => {
      const { problem } = readValue(format, value)
      expect(problem).toMatchObject({ statement: 'Why?', answer: null })
      const solution = readSolution(format, value)
      expect(solution).toMatchObject({ steps, text: null, answer: undefined, isCorrect: null })
      expect(solution.annotations).toMatchObject([
        {
          labeler: format,
          timestamp: null,
          generation: null,
          finishReason: 'found_error',
          totalTimeMs: 0,
          ratings: [1, -1],
          chosenPositions: [0, null],
          optionCounts: [1, 1],
          supersededRatings,
        },
      ])
    },
  )

  test('reads a solution with only correct steps as finished', () => {
    const [annotation] = readSolution('trl-stepwise', {
      ...trl,
      labels: [1, true, 1, true],
    }).annotations
    expect(annotation).toMatchObject({ finishReason: 'solution', ratings: [1, 1, 1, 1] })
    expect(annotation).not.toHaveProperty('supersededRatings')
  })

  test('keeps unknown keys of a line as metadata of the solution', () => {
    expect(readSolution('math-shepherd', { ...shepherd, more: 1 }).metadata).toEqual({
      task: 'GSM8K',
      more: 1,
    })
    expect(readSolution('trl-stepwise', { ...trl, more: 1 }).metadata).toEqual({ more: 1 })
  })
})

describe('formats with the first error only', () => {
  test.each([
    ['processbench', bench, { ...bench, label: -1 }],
    ['mr-ben', mrBen, withoutError],
    ['big-bench-mistake', bigBenchMistake, { ...bigBenchMistake, mistake_index: null }],
  ] as const)('%s: rates steps before the first error positive', (format, wrong, good) => {
    expect(readSolution(format, wrong).annotations).toMatchObject([
      { labeler: format, finishReason: 'found_error', ratings: [1, -1] },
    ])
    expect(readSolution(format, good).annotations).toMatchObject([
      { labeler: format, finishReason: 'solution', ratings: [1, 1, 1] },
    ])
  })

  test('ProcessBench: reads the ids of the solution and generator, and the verdict', () => {
    expect(readSolution('processbench', bench)).toMatchObject({
      externalId: 'gsm8k-0',
      generator: 'a-7b',
      isCorrect: false,
    })
    expect(readSolution('processbench', { ...bench, final_answer_correct: null }).isCorrect).toBe(
      null,
    )
  })

  test('Mr-Ben: adds choices to the statement and reasons as explanations', () => {
    const { problem } = readValue('mr-ben', mrBen)
    expect(problem).toMatchObject({
      externalId: null,
      metadata: { Question_UUID: 'u-1' },
      statement: 'Which?\n\nA: 1 \nB: 2 ',
      answer: 'A',
      referenceSolution: null,
      subject: 'algebra',
    })
    const solution = readSolution('mr-ben', mrBen)
    expect(solution).toMatchObject({ answer: 'B', isCorrect: null, generator: 'a-7b' })
    expect(solution.annotations[0]!.explanation).toBe('It guesses.\n\nNo reason is given.')
    expect(readSolution('mr-ben', withoutError).isCorrect).toBe(true)
    expect(readSolution('mr-ben', withoutError).annotations[0]).not.toHaveProperty('explanation')
  })

  test('Mr-Ben: joins lines to their numbered step', () => {
    const line = {
      ...mrBen,
      Model_Solution_Steps: ['First.', 'Step 1: A', 'a', ' ', 'Step 2: B', 'b', 'Step 3: C', 'end'],
      Model_Solution_First_Error_Step: '3',
    }
    const solution = readSolution('mr-ben', line)
    expect(solution.steps).toEqual(['First.\nStep 1: A\na\n ', 'Step 2: B\nb', 'Step 3: C', 'end'])
    expect(solution.annotations[0]!.ratings).toEqual([1, 1, -1])
  })

  test('Mr-Ben: leaves out empty steps, which do not move the first error', () => {
    const line = {
      ...mrBen,
      Model_Solution_Steps: ['A', '', 'B', ' ', 'C', '', 'Solution: Choice_B', ''],
      Model_Solution_First_Error_Step: '5',
    }
    const solution = readSolution('mr-ben', line)
    expect(solution).toMatchObject({ steps: ['A', 'B', 'C', 'Solution: Choice_B'], answer: 'B' })
    expect(solution.annotations[0]!.ratings).toEqual([1, 1, -1])
    const numbered = {
      ...line,
      Model_Solution_Steps: ['Step 1: A', '', 'Step 2: B', '', '', 'Solution: Choice_B'],
      Model_Solution_First_Error_Step: '2',
    }
    const joined = readSolution('mr-ben', numbered)
    expect(joined.steps).toEqual(['Step 1: A\n', 'Step 2: B', 'Solution: Choice_B'])
    expect(joined.annotations[0]!.ratings).toEqual([1, -1])
  })

  test('Mr-Ben: keeps the order of steps with unordered numbers, and finds the error by its number', () => {
    const steps = ['Step 1: A', 'Step 3: B', 'Step 2: C']
    const solution = readSolution('mr-ben', { ...mrBen, Model_Solution_Steps: steps })
    expect(solution.steps).toEqual(steps)
    expect(solution.annotations[0]!.ratings).toEqual([1, 1, -1])
  })

  test('BIG-Bench-Mistake: reads the answer and the reference answer', () => {
    expect(readValue('big-bench-mistake', bigBenchMistake).problem).toMatchObject({
      statement: '1 + 1 =',
      answer: '2',
    })
    expect(readSolution('big-bench-mistake', bigBenchMistake)).toMatchObject({
      answer: '3',
      isCorrect: null,
    })
  })
})

describe('invalid lines with labels', () => {
  test.each<[InputFormatName, object, string, RegExp]>([
    ['trl-stepwise', { ...trl, labels: [true] }, 'labels', /4 completions but 1 label\.$/],
    ['trl-stepwise', { ...trl, labels: [true, 0.5, true, true] }, 'labels[1]', /true or false/],
    ['trl-stepwise', { ...trl, labels: [true, -1, true, true] }, 'labels[1]', /true or false/],
    ['trl-stepwise', { ...trl, completions: [] }, 'completions', /empty/],
    ['trl-stepwise', { ...trl, completions: ['A', ' ', 'C', 'D'] }, 'completions[1]', /empty/],
    ['trl-stepwise', { ...trl, prompt: 3 }, 'prompt', /Expected text/],
    ['processbench', { ...bench, label: 3 }, 'label', /no step 3: steps are 0 to 2/],
    ['processbench', { ...bench, label: -2 }, 'label', /at least -1/],
    ['processbench', { ...bench, label: 0.5 }, 'label', /whole number/],
    ['processbench', { ...bench, label: '1' }, 'label', /Expected a number, got text/],
    ['processbench', { ...bench, steps: 'A' }, 'steps', /list/],
    ['processbench', { ...bench, final_answer_correct: 'no' }, 'final_answer_correct', /true or/],
    ['math-shepherd', { ...shepherd, input: 'Why? Step 1: A' }, 'input', /No step ends/],
    ['math-shepherd', { ...shepherd, input: `${shepherd.input} D` }, 'input', /after the last tag/],
    ['math-shepherd', { ...shepherd, input: 'Why? A ки' }, 'input', /does not begin with "Step 1/],
    [
      'math-shepherd',
      { ...shepherd, input: 'Step 1: A ки' },
      'input',
      /problem before the first step is missing/,
    ],
    ['math-shepherd', { ...shepherd, input: 'Why? Step 1: A ки ки' }, 'input', /Step 2 is empty/],
    ['math-shepherd', { ...shepherd, label: shepherd.input }, 'label', /label of step 1, got "к"/],
    ['math-shepherd', { ...shepherd, label: 'Why? Step 1: A ' }, 'label', /got the end/],
    ['math-shepherd', { ...shepherd, label: `${shepherd.label} ` }, 'label', /after 3 labels/],
    [
      'math-shepherd',
      { ...shepherd, label: shepherd.label.replace('B', 'b') },
      'label',
      /text after 1 labels/,
    ],
    ['math-shepherd', { ...shepherd, task: 3 }, 'task', /Expected text/],
    [
      'mr-ben',
      { ...mrBen, Model_Solution_First_Error_Step: '9' },
      'Model_Solution_First_Error_Step',
      /no step 9: steps are 1 to 3/,
    ],
    [
      'mr-ben',
      { ...mrBen, Model_Solution_First_Error_Step: '0' },
      'Model_Solution_First_Error_Step',
      /step from 1, or "N\/A"/,
    ],
    [
      'mr-ben',
      { ...mrBen, Model_Solution_First_Error_Step: 'N/A' },
      'Model_Solution_First_Error_Step',
      /is incorrect, but its first error is N\/A/,
    ],
    [
      'mr-ben',
      { ...mrBen, Model_Solution_Steps: [' '] },
      'Model_Solution_Steps',
      /Every step is empty/,
    ],
    [
      'mr-ben',
      { ...mrBen, Model_Solution_Steps: ['A', '', 'B'] },
      'Model_Solution_First_Error_Step',
      /Step 2 is empty, so it can’t be the first error/,
    ],
    ['mr-ben', { ...mrBen, Question: undefined }, 'Question', /Missing\. Its value/],
    ['big-bench-mistake', { ...bigBenchMistake, mistake_index: 3 }, 'mistake_index', /no step 3/],
    ['big-bench-mistake', { ...bigBenchMistake, mistake_index: -1 }, 'mistake_index', /at least 0/],
    [
      'big-bench-mistake',
      { ...bigBenchMistake, mistake_index: undefined },
      'mistake_index',
      /Missing\. Its value/,
    ],
    ['big-bench-mistake', { ...bigBenchMistake, steps: [] }, 'steps', /empty/],
  ])('of %s are rejected at $2, with the reason $3', (format, value, location, reason) => {
    const [error] = readErrors(format, value)
    expect(error).toEqual({ location, reason: expect.stringMatching(reason) as string })
  })

  test.each([
    'trl-stepwise',
    'processbench',
    'math-shepherd',
    'mr-ben',
    'big-bench-mistake',
  ] as const)('of %s are rejected if they are not objects', (format) => {
    expect(readErrors(format, ['a'])).toEqual([
      { location: 'line', reason: 'Expected an object, got a list.' },
    ])
  })
})

describe('round trips', () => {
  // Chat tokens such as `<s>` are broken when written: lib/formats/step-tags.test.ts.
  const anyWord = fc
    .stringMatching(/^[a-zA-Z0-9 .=+<>$\\é−😀"'\n]*$/u)
    .map((text) => `x${text}x`)
    .filter((text) => breakSpecialTokens(text) === text)
  const line = fc
    .array(fc.tuple(anyWord, fc.boolean()), { minLength: 1, maxLength: 5 })
    .chain((steps) => fc.tuple(anyWord, fc.constant(steps)))
    .map(([prompt, steps]) => ({
      prompt,
      completions: steps.map(([text]) => text),
      labels: steps.map(([, isRight]) => isRight),
    }))

  test('round-trips lines of TRL', () => {
    fc.assert(
      fc.property(line, (row) => {
        const text = JSON.stringify(row)
        expect(convertLines('trl-stepwise', 'trl-stepwise', [text])).toEqual([text])
      }),
    )
  })

  test('round-trips Math-Shepherd labels of every step', () => {
    fc.assert(
      fc.property(line, (row) => {
        const records = readStoredRecords('trl-stepwise', [JSON.stringify(row)])
        const rereadRecords = readStoredRecords(
          'math-shepherd',
          writeStoredRecords('math-shepherd', records),
        )
        expect(rereadRecords[0]!.problem.statement).toBe(row.prompt)
        expect(rereadRecords[0]!.solution.steps).toEqual(
          row.completions.map((text, i) => `Step ${i + 1}: ${text}`),
        )
        const { ratings, supersededRatings } = records[0]!.annotation
        expect(rereadRecords[0]!.annotation).toMatchObject({ ratings, supersededRatings })
      }),
    )
  })

  test('round-trips every readable Math-Shepherd line', () => {
    const gap = fc.constantFrom(' ', '', '  ', '\n', ' \n')
    const number = fc.constantFrom('Step 1:', 'step 1:', 'Step 1: Step 1:')
    const next = fc
      .tuple(fc.constantFrom('Step 2: ', 'Step 3:', ''), anyWord)
      .map((p) => p.join(''))
    const line = fc
      .record({
        problem: anyWord,
        first: fc.tuple(gap, number, anyWord),
        laterSteps: fc.array(fc.tuple(gap, gap, next), { maxLength: 3 }),
        end: fc.tuple(gap, gap),
        marks: fc.array(fc.constantFrom('+', '-'), { minLength: 4, maxLength: 4 }),
      })
      .map(({ problem, first, laterSteps, end, marks }) => {
        const text = [
          problem + first.join(''),
          ...laterSteps.map(([before, after, step]) => `${before}ки${after}${step}`),
          `${end[0]}ки${end[1]}`,
        ].join('')
        let position = 0
        return { input: text, label: text.replaceAll('ки', () => marks[position++]!), task: 'MATH' }
      })
    fc.assert(
      fc.property(line, (row) => {
        const [convertedBack] = convertLines('math-shepherd', 'math-shepherd', [
          JSON.stringify(row),
        ])
        expect(JSON.parse(convertedBack!)).toEqual(row)
      }),
      { numRuns: scaleRuns(500) },
    )
  })

  test('round-trips lines of ProcessBench', () => {
    const line = fc
      .tuple(
        fc.array(anyWord, { minLength: 1, maxLength: 5 }),
        fc.nat(),
        fc.constantFrom(true, false, null),
      )
      .map(([steps, index, isCorrect]) => ({
        id: 'a',
        generator: 'b',
        problem: 'Why?',
        steps,
        final_answer_correct: isCorrect,
        label: (index % (steps.length + 1)) - 1,
      }))
    fc.assert(
      fc.property(line, (row) => {
        const text = JSON.stringify(row)
        expect(convertLines('processbench', 'processbench', [text])).toEqual([text])
      }),
    )
  })
})

describe('published data sets', () => {
  test('Mr-Ben: every solution has its first error at the published step number', (testContext) => {
    interface Row {
      Model_Solution_First_Error_Step: string
      Model_Solution_Steps: string[]
    }
    const rows = readSharedDataLines(testContext, 'labelled/mr-ben-math.jsonl').map(
      (text) => JSON.parse(text) as Row,
    )
    expect(rows).toHaveLength(462)
    for (const row of rows) {
      const solution = readSolution('mr-ben', row)
      const { ratings, explanation } = solution.annotations[0]!
      const error = row.Model_Solution_First_Error_Step
      expect(solution.steps!.join('\n')).toBe(row.Model_Solution_Steps.join('\n'))
      expect(ratings.includes(-1)).toBe(error !== 'N/A')
      if (error === 'N/A') expect(ratings).toHaveLength(solution.steps!.length)
      else {
        expect(solution.steps![ratings.length - 1]).toContain(`Step ${error}`)
        expect(explanation).toMatch(/\S/)
      }
    }
  })

  test('BIG-Bench-Mistake: every solution has its first error at the published index', (testContext) => {
    const lines = readSharedDataLines(testContext, 'labelled/big-bench-mistake-arithmetic.jsonl')
    expect(lines).toHaveLength(300)
    for (const text of lines) {
      const row = JSON.parse(text) as { mistake_index: number | null }
      const [annotation] = readSolution('big-bench-mistake', row).annotations
      const error = annotation!.ratings.indexOf(-1)
      expect(error === -1 ? null : error).toBe(row.mistake_index)
    }
  })

  test('round-trips a row of TRL’s own conversion of Math-Shepherd through a Math-Shepherd line', (testContext) => {
    const [text] = [
      readSharedDataLines(testContext, 'formats/trl-math_shepherd.real.json').join('\n'),
    ]
    const row = JSON.parse(text) as { prompt: string; completions: string[]; labels: boolean[] }
    const [shepherdText] = convertLines('trl-stepwise', 'math-shepherd', [JSON.stringify(row)])
    const convertedBack = convertLines('math-shepherd', 'trl-stepwise', [shepherdText!])
    expect(convertedBack.map((line) => JSON.parse(line) as unknown)).toEqual([row])
  })

  test('ProcessBench: every published line is written with the same keys and values, in any order', (testContext) => {
    for (const file of ['processbench.real.jsonl', 'processbench.from-prm800k.jsonl']) {
      const lines = readSharedDataLines(testContext, `formats/${file}`)
      const parse = (line: string) => JSON.parse(line) as unknown
      expect(convertLines('processbench', 'processbench', lines).map(parse)).toEqual(
        lines.map(parse),
      )
    }
  })
})
