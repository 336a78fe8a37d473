import { describe, expect, test } from 'vitest'
import { readValidValue, readValueErrors } from './testing/read-value'

describe('lm-eval', () => {
  const line = {
    doc_id: 3,
    doc: {
      problem: '1 + 1?',
      answer: '2',
      solution: 'Count.',
      unique_id: 'u',
      type: 'Algebra',
      level: 'Level 1',
      source: 's',
    },
    target: '2',
    arguments: { gen_args_0: { arg_0: 'Solve: 1 + 1?', arg_1: { until: [] } } },
    resps: [['It is 2.', 'It is 3.']],
    filtered_resps: ['2'],
    filter: 'strict-match',
    metrics: ['exact_match'],
    exact_match: 1,
    doc_hash: 'h',
  }

  test('reads every response as a solution and metrics as metadata', () => {
    const { problem, solutions } = readValidValue('lm-eval', line)
    expect(problem).toMatchObject({
      statement: '1 + 1?',
      answer: '2',
      referenceSolution: 'Count.',
      externalId: 'u',
      subject: 'Algebra',
      level: 'Level 1',
      metadata: { source: 's' },
    })
    const metadata = {
      doc_id: 3,
      filter: 'strict-match',
      metrics: ['exact_match'],
      exact_match: 1,
      filtered_resps: ['2'],
    }
    expect(solutions).toMatchObject([
      { text: 'It is 2.', isCorrect: null, metadata },
      { text: 'It is 3.', isCorrect: null, metadata },
    ])
  })

  test('GSM8K: reads the reference answer after "####", in the document’s answer or else in the target', () => {
    const doc = { question: 'q', answer: 'One and one.\n#### 1,018' }
    const { problem } = readValidValue('lm-eval', { ...line, doc, target: '7' })
    expect(problem).toMatchObject({
      statement: 'q',
      answer: '1,018',
      referenceSolution: doc.answer,
    })
    const otherLine = readValidValue('lm-eval', {
      ...line,
      doc: { query: 'q' },
      target: 'x\n#### 5 ',
    })
    expect(otherLine.problem).toMatchObject({ answer: '5', referenceSolution: 'x\n#### 5 ' })
  })

  test('uses the prompt as the problem if the document has no known key', () => {
    const { problem, solutions } = readValidValue('lm-eval', {
      ...line,
      doc: { text: 't' },
      filtered_resps: line.resps[0],
    })
    expect(problem).toMatchObject({ statement: 'Solve: 1 + 1?', metadata: { text: 't' } })
    expect(solutions[0]?.metadata).not.toHaveProperty('filtered_resps')
    const olderLine = { ...line, doc: {}, arguments: [['Older prompt', {}]] }
    expect(readValidValue('lm-eval', olderLine).problem.statement).toBe('Older prompt')
  })

  test.each([
    [
      { ...line, resps: [[[-1.5, false]]] },
      'resps[0][0]',
      'Expected text: likelihood tasks have no solutions.',
    ],
    [{ ...line, resps: [['']] }, 'resps[0][0]', 'The text is empty.'],
    [{ ...line, resps: [] }, 'resps', 'The list is empty.'],
    [
      { ...line, doc: {}, arguments: null },
      'doc',
      'No problem found. It can be in "problem", "question" or "query" here, or in arguments.gen_args_0.arg_0.',
    ],
    [{ ...line, doc: { problem: 7 } }, 'doc.problem', 'Expected text, got 7. Write "7".'],
  ])('rejects a line at $1: $2', (value, location, reason) => {
    expect(readValueErrors('lm-eval', value)).toEqual([{ location, reason }])
  })
})

describe('rlhflow-samples', () => {
  const line = { prompt: 'Why?', answers: ['A', 'B'], label: [1, 0], idx: 3 }

  test.each([line, { ...line, label: undefined, labels: [true, false] }])(
    'reads the answers, and whether each is correct, from %j',
    (value) => {
      const { problem, solutions } = readValidValue('rlhflow-samples', value)
      expect(problem).toMatchObject({ statement: 'Why?', metadata: { idx: 3 } })
      expect(solutions).toMatchObject([
        { text: 'A', isCorrect: true },
        { text: 'B', isCorrect: false },
      ])
    },
  )

  test('leaves the correctness of answers without labels to the grader', () => {
    const { solutions } = readValidValue('rlhflow-samples', { prompt: 'Why?', answers: ['A'] })
    expect(solutions).toMatchObject([{ text: 'A', isCorrect: null }])
  })

  test.each([
    [{ ...line, label: [1] }, 'label', 'There are 2 answers but 1 labels.'],
    [{ ...line, label: [1, 2] }, 'label[1]', 'Expected 1 or 0, or true or false.'],
  ])('rejects %j at %s', (value, location, reason) => {
    expect(readValueErrors('rlhflow-samples', value)).toEqual([{ location, reason }])
  })
})

describe('search-and-learn', () => {
  const line = {
    problem: 'p',
    answer: 2,
    solution: 's',
    unique_id: 'u',
    subject: 'A',
    level: 1,
    pred: '2',
    completions: ['One.\n\nTwo.', 'One.\n\nTwo.\n\n', 'One.\n\n\n\nTwo.', '## Step 1: a\nb'],
    scores: [
      [0.9, 0.8],
      [0.7, 0.6, 0.5],
      [0.4, 0.3],
      [0.2, 0.1],
    ],
    completion_tokens: [1, 2, 3, 4],
    agg_scores: [0.8, 0.5, 0.3, 0.1],
  }

  test('keeps step scores if there is one for each step, else stores them as metadata', () => {
    const { problem, solutions } = readValidValue('search-and-learn', line)
    expect(problem).toMatchObject({
      statement: 'p',
      answer: '2',
      referenceSolution: 's',
      externalId: 'u',
      level: '1',
      metadata: { pred: '2' },
    })
    expect(solutions).toMatchObject([
      {
        text: null,
        steps: ['One.', 'Two.'],
        stepScores: [0.9, 0.8],
        score: 0.8,
        metadata: { completion_tokens: 1 },
      },
      { text: null, steps: ['One.', 'Two.'], stepScores: [0.7, 0.6], score: 0.5 },
      { text: null, steps: ['One.', 'Two.'], stepScores: [0.4, 0.3] },
      {
        text: line.completions[3],
        steps: null,
        stepScores: null,
        metadata: { scores: [0.2, 0.1] },
      },
    ])
  })

  test('reads a single number in "scores" as the score of the solution', () => {
    const { solutions } = readValidValue('search-and-learn', {
      problem: 'p',
      completions: ['x'],
      scores: [0.5],
    })
    expect(solutions).toMatchObject([{ text: 'x', score: 0.5, stepScores: null, metadata: {} }])
  })

  test.each([
    [{ ...line, scores: [[1]] }, 'scores', 'The line has 4 completions but 1 entry here.'],
    [
      { ...line, scores: [['x'], [], [], []] },
      'scores[0]',
      'Expected a number, or a list of numbers, one for each step.',
    ],
    [{ ...line, completions: [] }, 'completions', 'The list is empty.'],
    [{ ...line, problem: ' ' }, 'problem', 'The text is empty.'],
  ])('rejects a line at $1: $2', (value, location, reason) => {
    expect(readValueErrors('search-and-learn', value)).toContainEqual({ location, reason })
  })
})

describe('qwen-eval', () => {
  const line = {
    idx: 0,
    question: 'q',
    gt_cot: 'Count.',
    gt: 18,
    level: 2,
    unit: 'cm',
    code: ['It is 18.', 'None.'],
    pred: ['18', ''],
    report: ['Done', null],
    score: [true, false],
  }

  test('reads generations with their predictions and verdicts', () => {
    const { problem, solutions } = readValidValue('qwen-eval', line)
    expect(problem).toMatchObject({
      statement: 'q',
      answer: '18',
      referenceSolution: 'Count.',
      level: '2',
      metadata: { idx: 0, unit: 'cm' },
    })
    expect(solutions).toMatchObject([
      { text: 'It is 18.', answer: '18', isCorrect: true, metadata: { report: 'Done' } },
      { text: 'None.', answer: null, isCorrect: false, metadata: {} },
    ])
    const withoutReport = readValidValue('qwen-eval', { question: 'q', gt: '', code: ['x'] })
    expect(withoutReport.problem.answer).toBeNull()
    expect(withoutReport.solutions[0]?.answer).toBeUndefined()
  })

  test.each([
    [{ ...line, pred: ['18'] }, 'pred', 'There are 2 generations but 1 entries here.'],
    [{ ...line, score: [1, 0] }, 'score[0]', 'Expected true or false, got 1.'],
    [{ ...line, code: 'x' }, 'code', 'Expected a list, got text.'],
  ])('rejects a line at $1: $2', (value, location, reason) => {
    expect(readValueErrors('qwen-eval', value)).toContainEqual({ location, reason })
  })
})

describe('gsm8k-solutions', () => {
  const line = {
    question: 'q',
    ground_truth: 'Count.\nA: 18',
    difficulty: 3,
    note: { x: 1 },
    'm-1': { is_correct: true, solution: 'So.\nA: 18', tokens: 5 },
    'm-2': { solution: 'A: 7' },
  }

  test('reads one solution of each model', () => {
    const { problem, solutions } = readValidValue('gsm8k-solutions', line)
    expect(problem).toMatchObject({
      statement: 'q',
      answer: '18',
      referenceSolution: line.ground_truth,
      metadata: { difficulty: 3, note: { x: 1 } },
    })
    expect(solutions).toMatchObject([
      { text: 'So.\nA: 18', generator: 'm-1', isCorrect: true, metadata: { tokens: 5 } },
      { text: 'A: 7', generator: 'm-2', isCorrect: null, metadata: {} },
    ])
  })

  test.each([
    [{ ...line, 'm-1': { solution: 7 } }, '["m-1"].solution', 'Expected text, got 7. Write "7".'],
    [
      { ...line, 'm-1': { solution: 'x', is_correct: 'no' } },
      '["m-1"].is_correct',
      'Expected true or false, got text.',
    ],
    [
      { question: 'q', ground_truth: 'A: 1' },
      'line',
      'Expected at least one key with {"solution": …}, one per model.',
    ],
    [{ ...line, question: 7 }, 'question', 'Expected text, got 7. Write "7".'],
  ])('rejects a line at $1: $2', (value, location, reason) => {
    expect(readValueErrors('gsm8k-solutions', value)).toEqual([{ location, reason }])
  })
})

describe('scored-samples', () => {
  const line = {
    problem: 'p',
    answer: '7',
    ground_truth_answer: '8',
    subject: 'A',
    level: 5,
    unique_id: 'u',
    is_correct: false,
    prm_score: 0.9,
    orm_score: 0.1,
    steps: ['One.', 'Two.'],
    rating_probs: [
      { '-1': 0.1, '1': 0.7, '0': 0.2 },
      { '-1': 1, '1': 0, '0': 0 },
    ],
  }

  test('reads one solution with the scores of its steps', () => {
    const { problem, solutions } = readValidValue('scored-samples', line)
    expect(problem).toMatchObject({ externalId: 'u', answer: '8', subject: 'A', level: '5' })
    expect(solutions).toMatchObject([
      {
        steps: ['One.', 'Two.'],
        text: null,
        answer: '7',
        isCorrect: false,
        score: 0.9,
        stepScores: [
          [0.1, 0.2, 0.7],
          [1, 0, 0],
        ],
        metadata: { orm_score: 0.1 },
      },
    ])
  })

  test('uses step_scores as P(correct) of each step if rating_probs is missing', () => {
    const { rating_probs: probs, ...otherFields } = line
    const sample = { ...otherFields, step_scores: [0.5, 0.25], solution_id: 's' }
    expect(
      readValidValue('scored-samples', { ...sample, rating_probs: null }).solutions,
    ).toMatchObject([{ stepScores: [0.5, 0.25], metadata: { orm_score: 0.1, solution_id: 's' } }])
    expect(
      readValidValue('scored-samples', { ...sample, rating_probs: probs }).solutions,
    ).toMatchObject([
      {
        stepScores: [
          [0.1, 0.2, 0.7],
          [1, 0, 0],
        ],
        metadata: { orm_score: 0.1, solution_id: 's' },
      },
    ])
    expect(readValueErrors('scored-samples', { ...otherFields, step_scores: [1] })).toEqual([
      { location: 'step_scores', reason: 'There are 2 steps but 1 step score.' },
    ])
  })

  test.each([
    [{ answer: '2', given_answer: null }, '2', null],
    [{ answer: '2', given_answer: '3' }, '2', '3'],
    [{ answer: '3' }, null, '3'],
    [{ answer: '3', ground_truth_answer: '2' }, '2', '3'],
    [{ ground_truth_answer: '2' }, '2', undefined],
    [{ ground_truth_answer: '2', given_answer: null, answer: '3' }, '2', null],
  ])(
    'reads from %j the reference answer %j and the sample’s answer %j',
    (answers, reference, sample) => {
      const { problem, solutions } = readValidValue('scored-samples', {
        problem: 'p',
        text: 'One.',
        prm_score: 1,
        ...answers,
      })
      expect([problem.answer, solutions[0]?.answer]).toEqual([reference, sample])
    },
  )

  test.each([
    [
      { ...line, steps: null, text: undefined },
      'line',
      'A sample needs "text" (to be split into steps) or "steps".',
    ],
    [{ ...line, text: 'x' }, 'steps', 'A sample has either "text" or "steps", not both.'],
    [{ ...line, steps: ['One.'] }, 'rating_probs', 'There is 1 step but 2 step scores.'],
    [
      { ...line, rating_probs: [{ '1': 1 }] },
      'rating_probs[0]["-1"]',
      'Missing. Its value must be a number.',
    ],
    [{ ...line, prm_score: 'x' }, 'prm_score', 'Expected a number, got text.'],
  ])('rejects a line at $1: $2', (value, location, reason) => {
    expect(readValueErrors('scored-samples', value)).toContainEqual({ location, reason })
  })
})
