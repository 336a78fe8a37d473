import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError } from '@/lib/platform/errors'
import { scaleRuns } from '@/lib/platform/testing/report-figures'
import { findAnnotationIrregularity } from './find-annotation-irregularity'
import { parseJsonLine } from './parse-json'
import { readPrm800kLine, writePrm800kLine } from './prm800k'
import { dumpPythonJson, PythonFloat, type PythonJsonValue } from './python-json'
import type { AnnotationRecord, ProblemRecord, SolutionRecord } from './record'
import { anyPrm800kLine } from './testing/any-prm800k-line'
import { readSharedDataLines } from './testing/shared-data'

function read(line: string): [ProblemRecord, SolutionRecord, AnnotationRecord] {
  const parsed = parseJsonLine(line)
  if (!parsed.ok) throw new Error(`${parsed.location}: ${parsed.reason}`)
  const result = readPrm800kLine(parsed.value)
  if (!result.ok) throw new Error(JSON.stringify(result.errors))
  const [solution] = result.record.solutions
  const annotation = solution?.annotations[0]
  if (!solution || !annotation) throw new Error('no annotation')
  return [result.record.problem, solution, annotation]
}

const step = (
  completions: PythonJsonValue,
  human: PythonJsonValue,
  chosenPosition: number | null,
) => ({
  completions,
  human_completion: human,
  chosen_completion: chosenPosition,
})
const makeCompletion = (text: string, rating: number | null, flagged: boolean | null) => ({
  text,
  rating,
  flagged,
})

const header = {
  labeler: 'e90a38f3-3135-4465-87af-3e6322e3d772',
  timestamp: '2022-07-30T23:23:32.118856',
  generation: null as number | null,
  is_quality_control_question: false,
  is_initial_screening_question: false,
}

const phase1 = {
  ...header,
  question: { problem: 'How much is 2 + 2?', ground_truth_answer: '4' },
  label: {
    steps: [
      step([makeCompletion('Add.', 1, false), makeCompletion('Guess.', -1, true)], null, 0),
      step(
        [makeCompletion('5.', -1, false)],
        { text: 'Count.', rating: null, source: 'human', flagged: false, corrected_rating: 1 },
        null,
      ),
      step([makeCompletion('So 4.\n\n# Answer\n\n4', 1, false)], null, 0),
    ],
    total_time: 293250,
    finish_reason: 'solution',
  },
}

const phase2 = {
  ...header,
  generation: 6,
  question: {
    problem: 'How much is 2 − 2?',
    ground_truth_solution: null as string | null,
    ground_truth_answer: '0',
    pre_generated_steps: ['Subtract.', 'It is 1.', '# Answer\n\n1'],
    pre_generated_answer: '1',
    pre_generated_verifier_score: new PythonFloat(0.00001),
  },
  label: {
    steps: [
      step([makeCompletion('Subtract.', 1, null)], null, 0),
      step(
        [
          makeCompletion('It is 1.', -1, null),
          makeCompletion('It is 0.', 1, false),
          makeCompletion('Hm.', null, true),
        ],
        null,
        null,
      ),
    ],
    total_time: 1000,
    finish_reason: 'found_error',
  },
}

describe('reading a PRM800K line', () => {
  test('reads the options of phase 1 with their ratings, and the chosen ones as the path', () => {
    const [problem, solution, annotation] = read(dumpPythonJson(phase1))
    expect(problem).toMatchObject({
      externalId: null,
      answer: '4',
      referenceSolution: undefined,
      identity: 'prm800k:{"problem":"How much is 2 + 2?","answer":"4"}',
    })
    expect(solution).toMatchObject({
      flow: 'step_choice',
      text: null,
      steps: ['Add.', '5.', 'So 4.\n\n# Answer\n\n4'],
      options: [
        { step: 0, option: 0, text: 'Add.' },
        { step: 0, option: 1, text: 'Guess.' },
        { step: 1, option: 0, text: '5.' },
        { step: 2, option: 0, text: 'So 4.\n\n# Answer\n\n4' },
      ],
      answer: '4',
      score: null,
    })
    expect(annotation).toEqual({
      labeler: 'e90a38f3-3135-4465-87af-3e6322e3d772',
      timestamp: '2022-07-30T23:23:32.118856',
      generation: null,
      isQualityControl: false,
      isScreening: false,
      finishReason: 'solution',
      totalTimeMs: 293250,
      ratings: [1, 1, 1],
      flagged: [false, false, false],
      chosenPositions: [0, null, 0],
      optionCounts: [2, 1, 1],
      optionRatings: [
        { step: 0, position: 0, option: 0, rating: 1, flagged: false },
        { step: 0, position: 1, option: 1, rating: -1, flagged: true },
        { step: 1, position: 0, option: 0, rating: -1, flagged: false },
        { step: 2, position: 0, option: 0, rating: 1, flagged: false },
      ],
      humanOptions: [{ step: 1, text: 'Count.', flagged: false, correctedRating: 1 }],
    })
  })

  test('reads the steps of phase 2 as the solution, and alternatives as its options', () => {
    const [problem, solution, annotation] = read(dumpPythonJson(phase2))
    expect(problem.referenceSolution).toBeNull()
    expect(problem.identity).toBe(
      'prm800k:{"problem":"How much is 2 − 2?","solution":null,"answer":"0"}',
    )
    expect(solution).toMatchObject({
      flow: 'solution',
      steps: ['Subtract.', 'It is 1.', '# Answer\n\n1'],
      options: [
        { step: 1, option: 1, text: 'It is 0.' },
        { step: 1, option: 2, text: 'Hm.' },
      ],
      answer: '1',
      score: 0.00001,
    })
    expect(annotation).toMatchObject({
      generation: 6,
      finishReason: 'found_error',
      ratings: [1, -1],
      flagged: [null, null],
      chosenPositions: [0, null],
      optionCounts: [1, 3],
      optionRatings: [
        { step: 1, position: 1, option: 1, rating: 1, flagged: false },
        { step: 1, position: 2, option: 2, rating: null, flagged: true },
      ],
      humanOptions: [],
    })
  })

  test('reads a different text at position 0 as an option', () => {
    const steps = [
      step([makeCompletion('Take away.', 0, null), makeCompletion('Other.', 1, false)], null, 0),
    ]
    const line = dumpPythonJson({ ...phase2, label: { ...phase2.label, steps } })
    const [problem, solution, annotation] = read(line)
    expect(solution.options).toEqual([
      { step: 0, option: 1, text: 'Other.', source: null },
      { step: 0, option: 2, text: 'Take away.', source: null },
    ])
    expect(annotation.ratings).toEqual([0])
    expect(annotation.optionRatings).toMatchObject([
      { position: 0, option: 2, rating: 0, flagged: null },
      { position: 1, option: 1, rating: 1, flagged: false },
    ])
    expect(writePrm800kLine(problem, solution, annotation)).toBe(line)
  })

  test('reads a last step without options as one that was reached but not rated', () => {
    const steps = [...phase1.label.steps.slice(0, 1), step(null, null, null)]
    const label = { steps, total_time: 1, finish_reason: 'give_up' }
    const line = dumpPythonJson({ ...phase1, label })
    const [problem, solution, annotation] = read(line)
    expect(solution).toMatchObject({ steps: ['Add.'], answer: null })
    expect(annotation).toMatchObject({
      ratings: [1, null],
      optionCounts: [2, null],
      chosenPositions: [0, null],
    })
    expect(writePrm800kLine(problem, solution, annotation)).toBe(line)
  })

  test('reads the answer after "# Answer" in the last step of the path, even at its beginning', () => {
    const steps = [
      step([makeCompletion('x', -1, false), makeCompletion('# Answer\n\n7\n8', 1, false)], null, 1),
    ]
    const [, solution] = read(dumpPythonJson({ ...phase1, label: { ...phase1.label, steps } }))
    expect(solution.answer).toBe('7\n8')
  })
})

describe('a written PRM800K line', () => {
  test.each([
    ['non-ASCII text is escaped', '2 \\u2212 2'],
    ['a small score has an exponent of two digits', '"pre_generated_verifier_score": 1e-05'],
    ['the time is exported as text', '"timestamp": "2022-07-30T23:23:32.118856"'],
  ])('has the format of the published files: %s', (_, expected) => {
    const line = dumpPythonJson(phase2)
    expect(line).toContain(expected)
    expect(writePrm800kLine(...read(line))).toBe(line)
  })

  test.each([
    [1, '1.0'],
    [0, '0.0'],
  ])('has the score %d as %s', (value, expected) => {
    const question = { ...phase2.question, pre_generated_verifier_score: new PythonFloat(value) }
    const line = dumpPythonJson({ ...phase2, question })
    expect(line).toContain(`"pre_generated_verifier_score": ${expected}}`)
    expect(writePrm800kLine(...read(line))).toBe(line)
  })

  test('has numbers with the types of the published files', () => {
    const question = { ...phase2.question, pre_generated_verifier_score: 1 }
    const label = { ...phase2.label, total_time: new PythonFloat(5) }
    const line = dumpPythonJson({ ...phase2, question, label })
    expect(line).toMatch(/"pre_generated_verifier_score": 1}.*"total_time": 5\.0,/)
    expect(writePrm800kLine(...read(line))).toBe(
      line.replace('score": 1}', 'score": 1.0}').replace('time": 5.0,', 'time": 5,'),
    )
  })

  test('distinguishes an absent from a null reference solution', () => {
    const withoutSolution = dumpPythonJson(phase1)
    const line = dumpPythonJson(phase2)
    expect(writePrm800kLine(...read(withoutSolution))).not.toContain('ground_truth_solution')
    expect(writePrm800kLine(...read(line))).toContain('"ground_truth_solution": null')
  })

  test('differs from the original only in a changed rating', () => {
    const line = dumpPythonJson(phase2)
    const [problem, solution, annotation] = read(line)
    const changedAnnotation = { ...annotation, ratings: [0 as const, -1 as const] }
    expect(writePrm800kLine(problem, solution, changedAnnotation)).toBe(
      line.replace('"Subtract.", "rating": 1', '"Subtract.", "rating": 0'),
    )
    const optionRatings = annotation.optionRatings.map((row) =>
      row.position === 1 ? { ...row, rating: null } : row,
    )
    expect(writePrm800kLine(problem, solution, { ...annotation, optionRatings })).toBe(
      line.replace('"It is 0.", "rating": 1', '"It is 0.", "rating": null'),
    )
  })

  test('equals the line that was read, for every documented shape', () => {
    fc.assert(
      fc.property(anyPrm800kLine, (line) => {
        expect(writePrm800kLine(...read(line))).toBe(line)
      }),
      { numRuns: scaleRuns(500) },
    )
  })
})

describe('annotations made in Stepmark', () => {
  const problem = { statement: 'p', answer: null, referenceSolution: undefined }
  const solution: Pick<SolutionRecord, 'flow' | 'steps' | 'options' | 'answer' | 'score'> = {
    flow: 'solution',
    steps: ['a', 'b', 'c'],
    options: [{ step: 1, option: 1, text: 'b2', source: 'm' }],
    answer: undefined,
    score: null,
  }
  const annotation: AnnotationRecord = {
    labeler: '0192',
    timestamp: '2026-11-21T10:00:00.000000',
    generation: 2,
    isQualityControl: false,
    isScreening: true,
    finishReason: 'found_error',
    totalTimeMs: 5,
    ratings: [1, -1],
    flagged: [null, true],
    chosenPositions: [0, null],
    optionCounts: [1, 2],
    optionRatings: [{ step: 1, position: 1, option: 1, rating: 0, flagged: false }],
    humanOptions: [],
  }

  test('are written with the same keys, in the same order, as the published dataset', () => {
    expect(writePrm800kLine(problem, solution, annotation)).toBe(
      '{"labeler": "0192", "timestamp": "2026-11-21T10:00:00.000000", "generation": 2, ' +
        '"is_quality_control_question": false, "is_initial_screening_question": true, ' +
        '"question": {"problem": "p", "ground_truth_solution": null, "ground_truth_answer": null, ' +
        '"pre_generated_steps": ["a", "b", "c"], "pre_generated_answer": null, ' +
        '"pre_generated_verifier_score": null}, "label": {"steps": [' +
        '{"completions": [{"text": "a", "rating": 1, "flagged": null}], ' +
        '"human_completion": null, "chosen_completion": 0}, ' +
        '{"completions": [{"text": "b", "rating": -1, "flagged": true}, ' +
        '{"text": "b2", "rating": 0, "flagged": false}], ' +
        '"human_completion": null, "chosen_completion": null}], ' +
        '"total_time": 5, "finish_reason": "found_error"}}',
    )
  })

  test('have a rating of null for an unrated alternative', () => {
    const line = writePrm800kLine(problem, solution, { ...annotation, optionRatings: [] })
    expect(line).toContain('{"text": "b2", "rating": null, "flagged": false}')
  })

  test('have PRM800K’s phase 1 question if they are step choices', () => {
    const knownProblem = { ...problem, referenceSolution: 'known' }
    const line = writePrm800kLine(knownProblem, { ...solution, flow: 'step_choice' }, annotation)
    expect(line).toContain('"question": {"problem": "p", "ground_truth_answer": null}')
  })

  test('are rejected if their record is inconsistent', () => {
    const writeWithoutSteps = () =>
      writePrm800kLine(problem, { ...solution, steps: null }, annotation)
    expect(writeWithoutSteps).toThrow(AppError)
    const optionCounts = [1, 3]
    expect(() => writePrm800kLine(problem, solution, { ...annotation, optionCounts })).toThrow(
      'The text at step 1, position 2 is missing.',
    )
  })
})

describe('an invalid PRM800K line', () => {
  const change = (path: string, to: unknown) => [path, to] as const
  test.each([
    [change('label', undefined), 'label', 'Missing. Its value must be an object.'],
    [change('extra', 1), 'extra', `PRM800K has no key "extra" here, so an export would lose it.`],
    [
      change('question.subject', 'Algebra'),
      'question.subject',
      `PRM800K has no key "subject" here, so an export would lose it.`,
    ],
    [
      change('label.steps.1.human_completion.note', ''),
      'label.steps[1].human_completion.note',
      `PRM800K has no key "note" here, so an export would lose it.`,
    ],
    [
      change('question.pre_generated_answer', '4'),
      'question.ground_truth_solution',
      'Missing. Its value must be text.',
    ],
    [
      change('label.steps.0.completions.1.rating', 2),
      'label.steps[0].completions[1].rating',
      'Expected a rating: -1, 0, 1 or null.',
    ],
    [
      change('label.steps.0.chosen_completion', 2),
      'label.steps[0].chosen_completion',
      'Completion 2 is chosen, but there are 2.',
    ],
    [
      change('label.steps.0.chosen_completion', -1),
      'label.steps[0].chosen_completion',
      'Expected at least 0.',
    ],
    [
      change('label.steps.1.human_completion.rating', 1),
      'label.steps[1].human_completion.rating',
      'Expected null, got 1.',
    ],
    [change('label.total_time', 1.5), 'label.total_time', 'Expected a whole number, got 1.5.'],
    [
      change('label.finish_reason', 'bored'),
      'label.finish_reason',
      'Expected one of: solution, found_error, give_up, bad_problem.',
    ],
    [change('labeler', ' '), 'labeler', 'The text is empty.'],
    [
      change('labeler', '\u202egnp.exe'),
      'labeler',
      'The name contains a control character or a mark that changes the text direction.',
    ],
    [
      change('labeler', 'a\nb'),
      'labeler',
      'The name contains a control character or a mark that changes the text direction.',
    ],
    [change('question.problem', ' '), 'question.problem', 'The problem is empty.'],
    [change('generation', '6'), 'generation', 'Expected a number, got text.'],
    [change('label.steps', null), 'label.steps', 'Expected a list, got null.'],
  ])('is rejected after the change %j, at %s: %s', ([path, to], location, reason) => {
    const line: unknown = structuredClone(phase1)
    const keys = path.split('.')
    const last = keys.pop() ?? ''
    const holder = keys.reduce((value, key) => Reflect.get(value as object, key) as unknown, line)
    Reflect.set(holder as object, last, to)
    const result = readPrm800kLine(line)
    expect(!result.ok && result.errors).toContainEqual({ location, reason })
  })
})

test('the six real lines of PRM800K round-trip byte for byte and are regular', (context) => {
  const lines = readSharedDataLines(context, 'prm800k/samples.jsonl')
  expect(lines).toHaveLength(6)
  for (const line of lines) {
    const [problem, solution, annotation] = read(line)
    expect(writePrm800kLine(problem, solution, annotation)).toBe(line)
    const stepCount = solution.steps?.length ?? 0
    expect(findAnnotationIrregularity(solution.flow, stepCount, annotation)).toBeNull()
  }
})
