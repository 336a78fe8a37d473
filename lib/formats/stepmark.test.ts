import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { parseJsonLine } from './parse-json'
import type { StoredRecord } from './record'
import { writeStepmarkLine } from './stepmark'
import { stepmarkSchema } from './stepmark-schema'
import { anyStoredRecord } from './testing/any-stored-record'

const readDocs = (name: string) =>
  readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8')

const record: StoredRecord = {
  problem: {
    id: '0198a1f0-0000-7000-8000-000000000001',
    externalId: 'alg-17',
    statement: 'What is $1+1$?',
    answer: '2',
    referenceSolution: null,
    subject: 'Algebra',
    level: '1',
    metadata: { split: 'train', shares: [1, 0.5] },
  },
  solution: {
    id: '0198a1f0-0000-7000-8000-000000000002',
    externalId: 'alg-17/0',
    flow: 'solution',
    text: 'One and one.\n\nThat is \\boxed{3}.',
    splitter: 'blank-line/1',
    stepSpans: [
      [0, 12],
      [14, 32],
    ],
    steps: ['One and one.', 'That is \\boxed{3}.'],
    stepIds: [],
    revision: 1,
    options: [{ step: 1, option: 1, text: 'That is 2.', source: 'other-7b' }],
    explanations: [{ step: 1, position: 0, text: 'The sum is off by one.' }],
    answer: '3',
    verdict: 'wrong',
    verdictReason: 'The answer differs from the reference.',
    verdictSource: 'grader',
    graderVersion: 'same-text-1',
    score: 1,
    stepScores: [0.99, [0.25, 0.5, 0.25]],
    generator: 'my-model-7b',
    metadata: {},
  },
  annotation: {
    id: '0198a1f0-0000-7000-8000-000000000003',
    labeler: '0198a1f0-0000-7000-8000-000000000004',
    origin: 'own',
    state: 'submitted',
    startedAt: '2026-03-02T09:00:00.000000Z',
    submittedAt: '2026-03-02T09:01:10.250000Z',
    recordedAt: null,
    finishReason: 'found_error',
    finishNote: null,
    stepCount: 2,
    ratings: [1, -1],
    flagged: [null, true],
    chosenPositions: [0, null],
    optionCounts: [1, 2],
    supersededRatings: [],
    optionRatings: [{ step: 1, position: 1, option: 1, rating: 1, flagged: false }],
    humanOptions: [],
    explanation: 'The sum is off by one.',
    explanationOption: 0,
    progress: 'most',
    tags: ['arithmetic'],
    notes: [
      { step: 1, option: null, kind: 'flag', text: '', dismissedAt: null },
      { step: 1, option: 1, kind: 'comment', text: 'As in the book: ½.', dismissedAt: null },
    ],
    stepTimesMs: [9_000, 31_000],
    totalTimeMs: 42_000,
    revision: 1,
    guidelineVersion: 3,
    answerShown: true,
    hiddenReferenceShare: null,
    generation: null,
    isQualityControl: false,
    isScreening: false,
    irregular: null,
  },
  events: [
    {
      sequence: 1,
      receivedAt: '2026-03-02T09:00:12.000000Z',
      activeMs: 9_000,
      kind: 'rate',
      step: 0,
      option: null,
      rating: 1,
      detail: null,
      inputMethod: 'key',
      guidelineVersion: 3,
      answerShown: true,
    },
  ],
}

const goldenLine = [
  String.raw`{"format": "stepmark", "version": 2, "problem": {"id": "0198a1f0-0000-7000-8000-000000000001", "external_id": "alg-17", "statement": "What is $1+1$?", "answer": "2", "reference_solution": null, "subject": "Algebra", "level": "1", "metadata": {"split": "train", "shares": [1, 0.5]}}, `,
  String.raw`"solution": {"id": "0198a1f0-0000-7000-8000-000000000002", "external_id": "alg-17/0", "flow": "solution", "text": "One and one.\n\nThat is \\boxed{3}.", "splitter": "blank-line/1", "step_spans": [[0, 12], [14, 32]], "steps": ["One and one.", "That is \\boxed{3}."], "step_ids": [], "revision": 1, `,
  String.raw`"options": [{"step": 1, "option": 1, "text": "That is 2.", "source": "other-7b"}], "explanations": [{"step": 1, "position": 0, "text": "The sum is off by one."}], "answer": "3", "verdict": "wrong", "verdict_reason": "The answer differs from the reference.", "verdict_source": "grader", "grader_version": "same-text-1", "score": 1.0, "step_scores": [0.99, [0.25, 0.5, 0.25]], "generator": "my-model-7b", "metadata": {}}, `,
  String.raw`"annotation": {"id": "0198a1f0-0000-7000-8000-000000000003", "labeler": "0198a1f0-0000-7000-8000-000000000004", "origin": "own", "state": "submitted", "started_at": "2026-03-02T09:00:00.000000Z", "submitted_at": "2026-03-02T09:01:10.250000Z", "recorded_at": null, "finish_reason": "found_error", "finish_note": null, "step_count": 2, "ratings": [1, -1], "flagged": [null, true], "chosen_positions": [0, null], "option_counts": [1, 2], "superseded_ratings": [], `,
  String.raw`"option_ratings": [{"step": 1, "position": 1, "option": 1, "rating": 1, "flagged": false}], "human_options": [], "explanation": "The sum is off by one.", "explanation_option": 0, "progress": "most", "tags": ["arithmetic"], "notes": [{"step": 1, "option": null, "kind": "flag", "text": "", "dismissed_at": null}, {"step": 1, "option": 1, "kind": "comment", "text": "As in the book: \u00bd.", "dismissed_at": null}], `,
  String.raw`"step_times_ms": [9000, 31000], "total_time_ms": 42000, "revision": 1, "guideline_version": 3, "answer_shown": true, "hidden_reference_share": null, "generation": null, "is_quality_control": false, "is_screening": false, "irregular": null}, `,
  String.raw`"events": [{"sequence": 1, "received_at": "2026-03-02T09:00:12.000000Z", "active_ms": 9000, "kind": "rate", "step": 0, "option": null, "rating": 1, "detail": null, "input_method": "key", "guideline_version": 3, "answer_shown": true}]}`,
].join('')

/** Renames the keys of a line to camel case, as in a record. */
function renameKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renameKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      key === 'metadata' ? item : renameKeys(item),
    ]),
  )
}

function readBack(line: string): unknown {
  const parsed = parseJsonLine(line)
  if (!parsed.ok) throw new Error(`${parsed.location}: ${parsed.reason}`)
  const { format, version, ...lineFields } = stepmarkSchema.parse(parsed.value)
  expect({ format, version }).toEqual({ format: 'stepmark', version: 2 })
  return renameKeys(lineFields)
}

describe('a line in the stepmark format', () => {
  test('is written with exactly the expected bytes', () => {
    expect(writeStepmarkLine(record)).toBe(goldenLine)
  })

  test('has the same key order if the record’s keys are in another order', () => {
    const reversedKeys = JSON.parse(JSON.stringify(record), (_, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value) && !('split' in value)
        ? Object.fromEntries(Object.entries(value).reverse())
        : value,
    ) as StoredRecord
    expect(Object.keys(reversedKeys)[0]).toBe('events')
    expect(writeStepmarkLine(reversedKeys)).toBe(goldenLine)
  })

  test('has no keys for properties of a record that the schema does not have', () => {
    const annotation = { ...record.annotation, writer: 'a page', identity: 'a hash' }
    expect(writeStepmarkLine({ ...record, annotation })).toBe(goldenLine)
  })

  test('is read back unchanged for any record', () => {
    fc.assert(
      fc.property(anyStoredRecord, (record) => {
        expect(readBack(writeStepmarkLine(record))).toEqual(record)
      }),
    )
  })

  test('keeps a score of -0', () => {
    const scoredRecord = { ...record, solution: { ...record.solution, score: -0 } }
    expect(readBack(writeStepmarkLine(scoredRecord))).toEqual(scoredRecord)
  })
})

describe('the documentation of the stepmark format', () => {
  test('docs/stepmark.schema.json is the schema that validates lines', () => {
    const published: unknown = JSON.parse(readDocs('stepmark.schema.json'))
    expect(published).toEqual(z.toJSONSchema(stepmarkSchema))
  })

  test('the example in docs/formats.md is a line with every key in order', () => {
    const [, section = ''] = readDocs('formats.md').split('\n## `stepmark`')
    const [, example = ''] = /```json\n([^]*?)```/.exec(section) ?? []
    const line: unknown = JSON.parse(example)
    stepmarkSchema.parse(line)
    const listKeys = (value: unknown): unknown =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.entries(value).map(([key, item]) => [
            key,
            key === 'metadata' ? [] : listKeys(item),
          ])
        : null
    expect(listKeys(line)).toEqual(listKeys(JSON.parse(goldenLine)))
  })
})
