import { describe, expect, test } from 'vitest'
import { readItemRecord } from '@/lib/formats/detect-input-format'
import type { StepmarkLine } from '@/lib/formats/stepmark-schema'
import { prepareLine } from './prepare-line'
import { SeenRecords } from './seen-records'

const time = '2026-03-02T09:00:12.000000Z'
const steps = ['One.', 'Two.']

/** A line in the stepmark format, of the annotation `id`. */
const makeLine = (id: string): StepmarkLine => ({
  format: 'stepmark',
  version: 2,
  events: null,
  problem: {
    id: 'p',
    external_id: null,
    statement: 'Why?',
    answer: null,
    reference_solution: null,
    subject: null,
    level: null,
    metadata: {},
  },
  solution: {
    id: 's',
    external_id: null,
    flow: 'solution',
    text: null,
    splitter: null,
    step_spans: [],
    steps,
    step_ids: [],
    revision: 1,
    options: [],
    explanations: [],
    answer: null,
    verdict: 'unsure',
    verdict_reason: '',
    verdict_source: 'grader',
    grader_version: '1',
    score: null,
    step_scores: null,
    generator: null,
    metadata: {},
  },
  annotation: {
    id,
    labeler: 'ada',
    origin: 'own',
    state: 'submitted',
    started_at: time,
    submitted_at: time,
    recorded_at: null,
    finish_reason: 'found_error',
    finish_note: null,
    step_count: 2,
    ratings: [1, -1],
    flagged: [null, null],
    chosen_positions: [0, null],
    option_counts: [1, 1],
    superseded_ratings: [],
    option_ratings: [],
    human_options: [],
    explanation: null,
    explanation_option: null,
    progress: null,
    tags: [],
    notes: [],
    step_times_ms: [],
    total_time_ms: 1,
    revision: 1,
    guideline_version: 2,
    answer_shown: null,
    hidden_reference_share: null,
    generation: null,
    is_quality_control: false,
    is_screening: false,
    irregular: null,
  },
})

function see(values: readonly unknown[]) {
  const records = new SeenRecords()
  return values.map((value, i) => {
    const result = readItemRecord('auto', {
      line: i + 1,
      offset: 0,
      byteLength: 0,
      text: JSON.stringify(value),
    })
    if (!result.ok) throw new Error(JSON.stringify(result.errors))
    const line = prepareLine(result.record, { line: i + 1, offset: 0, excerpt: '' })
    const contradictions = records.findContradictions(line)
    return contradictions.length > 0
      ? contradictions.map(({ location, reason }) => [location, reason])
      : records.add(line)
  })
}

const noRecords = { problems: 0, solutions: 0, annotations: 0, steps: 0 }

describe('lines in the stepmark format', () => {
  test('count a shared solution once and each annotation once', () => {
    expect(see([makeLine('a'), makeLine('b'), makeLine('a')])).toEqual([
      { problems: 1, solutions: 1, annotations: 1, steps: 2, duplicates: 0 },
      { ...noRecords, annotations: 1, duplicates: 1 },
      { ...noRecords, duplicates: 1 },
    ])
  })

  test('count the same content under two ids as two records', () => {
    const lineWithOtherId = makeLine('b')
    Object.assign(lineWithOtherId.solution, { id: 't' })
    expect(see([makeLine('a'), lineWithOtherId])[1]).toMatchObject({ problems: 0, solutions: 1 })
  })

  test('are reported if they contradict each other about an annotation or a solution', () => {
    const ratedLine = makeLine('a')
    ratedLine.annotation.ratings[0] = 0
    const scoredLine = makeLine('b')
    scoredLine.solution.score = 1
    expect(see([makeLine('a'), ratedLine, scoredLine]).slice(1)).toEqual([
      [['annotation', 'The same annotation already occurs in line 1 with different content.']],
      [['solution', 'The same solution already occurs in line 1 with different content.']],
    ])
  })
})

test('counts a repeated prompt with its completions and labels as a duplicate', () => {
  const line = { prompt: 'Why?', completions: steps, labels: [true, false] }
  expect(see([line, line])).toEqual([
    { problems: 1, solutions: 1, annotations: 1, steps: 2, duplicates: 0 },
    { ...noRecords, duplicates: 1 },
  ])
})
