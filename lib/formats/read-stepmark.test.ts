import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findAnnotationIrregularity } from './find-annotation-irregularity'
import { listPossibleProblemIdentities, readStepmarkLine } from './read-stepmark'
import type { StoredRecord } from './record'
import { writeStepmarkLine } from './stepmark'
import type { StepmarkLine } from './stepmark-schema'
import { anyStoredRecord } from './testing/any-stored-record'
import { fullStoredRecord } from './testing/full-stored-record'

const { steps } = fullStoredRecord.solution
const option = fullStoredRecord.solution.options[0]!

const write = (record: StoredRecord) => JSON.parse(writeStepmarkLine(record)) as StepmarkLine

function readErrors(line: unknown) {
  const result = readStepmarkLine(line)
  return result.ok ? [] : result.errors
}

describe('a line in the stepmark format', () => {
  test('is read back unchanged after it was written', () => {
    const result = readStepmarkLine(write(fullStoredRecord))
    expect(result).toMatchObject({ ok: true, record: { stored: fullStoredRecord } })
  })

  test('is read into the same kind of record as lines in other formats', () => {
    const result = readStepmarkLine(write(fullStoredRecord))
    if (!result.ok) throw new Error('rejected')
    const [solution] = result.record.solutions
    expect(solution).toMatchObject({ text: null, steps, options: [option], isCorrect: false })
    expect(solution!.annotations).toMatchObject([
      { labeler: 'ada', timestamp: '2026-03-02T09:00:12', explanation: 'Off by one.' },
    ])
    expect(solution!.annotations[0]).not.toHaveProperty('supersededRatings')
  })

  test('is read back or rejected with errors for any record, and never throws', () => {
    fc.assert(
      fc.property(anyStoredRecord, (record) => {
        const result = readStepmarkLine(write(record))
        if (!result.ok) {
          expect(result.errors.length).toBeGreaterThan(0)
          return
        }
        expect(result.record.stored).toEqual(record)
        const { annotation, solution } = record
        if (annotation.irregular === null)
          expect(
            findAnnotationIrregularity(solution.flow, annotation.stepCount, annotation),
          ).toBeNull()
      }),
    )
  })

  test('is rejected if it has another version or an unknown key', () => {
    expect(readErrors({ ...write(fullStoredRecord), version: 3 })).toEqual([
      { location: 'version', reason: 'Expected version 1 or 2.' },
    ])
    expect(readErrors({ ...write(fullStoredRecord), more: 1 })).toEqual([
      { location: 'more', reason: 'Unknown key "more".' },
    ])
    expect(readErrors({ format: 'stepmark' })).not.toEqual([])
  })
})

type Change = (line: StepmarkLine) => unknown
const changeSolution =
  (record: object): Change =>
  (line) =>
    Object.assign(line.solution, record)
const changeAnnotation =
  (record: object): Change =>
  (line) =>
    Object.assign(line.annotation, record)

test.each<[string, string, Change]>([
  [
    'solution.step_spans',
    'step spans without a text',
    changeSolution({ text: null, splitter: null }),
  ],
  [
    'solution.splitter',
    'a splitter without a text',
    changeSolution({ text: null, step_spans: [] }),
  ],
  ['solution.step_spans', 'fewer spans than steps', changeSolution({ step_spans: [[0, 12]] })],
  [
    'solution.step_spans[1]',
    'a span whose text differs from the step',
    changeSolution({
      step_spans: [
        [0, 12],
        [13, 32],
      ],
    }),
  ],
  [
    'solution.step_spans[0]',
    'a span before the text',
    changeSolution({
      step_spans: [
        [-32, -20],
        [14, 32],
      ],
    }),
  ],
  [
    'solution.step_spans[1]',
    'a span after the text',
    changeSolution({
      step_spans: [
        [0, 12],
        [14, 99],
      ],
    }),
  ],
  ['solution.step_ids', 'fewer step ids than steps', changeSolution({ step_ids: [1] })],
  ['solution.step_ids[1]', 'a step id twice', changeSolution({ step_ids: [1, 1] })],
  ['solution.step_scores', 'more scores than steps', changeSolution({ step_scores: [1, 1, 1] })],
  [
    'solution.options[1].option',
    'the step as option',
    changeSolution({ options: [option, { ...option, option: 0 }] }),
  ],
  ['solution.options[1]', 'an option twice', changeSolution({ options: [option, option] })],
  [
    'solution.options[0].option',
    'an option number that is too large',
    changeSolution({ options: [{ ...option, option: 40_000 }] }),
  ],
  [
    'solution.explanations[0].step',
    'an explanation of a step that does not exist',
    changeSolution({ explanations: [{ step: 2, position: 0, text: '' }] }),
  ],
  [
    'solution.explanations[1]',
    'an explanation twice',
    (line) => line.solution.explanations.push(line.solution.explanations[0]!),
  ],
  ['annotation.labeler', 'an empty name', changeAnnotation({ labeler: '' })],
  [
    'annotation.labeler',
    'a name that changes the text direction',
    changeAnnotation({ labeler: '\u202egnp.exe' }),
  ],
  [
    'annotation.started_at',
    'a day that does not exist',
    changeAnnotation({ started_at: '2026-02-30T09:00:00Z' }),
  ],
  [
    'annotation.started_at',
    'an hour that does not exist',
    changeAnnotation({ started_at: '2026-02-20T25:00:00Z' }),
  ],
  [
    'annotation.submitted_at',
    'the year 0',
    changeAnnotation({ submitted_at: '0000-02-20T05:00:00Z' }),
  ],
  [
    'annotation.submitted_at',
    'a date without a time',
    changeAnnotation({ submitted_at: '2026-02-20' }),
  ],
  [
    'annotation.started_at',
    'an own annotation without a start time',
    changeAnnotation({ started_at: null }),
  ],
  [
    'annotation.submitted_at',
    'an own annotation without a submission time',
    changeAnnotation({ submitted_at: null }),
  ],
  [
    'annotation.started_at',
    'an imported annotation with a start time',
    changeAnnotation({ origin: 'imported' }),
  ],
  [
    'annotation.irregular',
    'an own annotation that is irregular',
    changeAnnotation({ irregular: 'It is.' }),
  ],
  ['annotation.recorded_at', 'an empty time', changeAnnotation({ recorded_at: '' })],
  [
    'annotation.flagged',
    'more flags than ratings',
    changeAnnotation({ flagged: [null, null, null] }),
  ],
  [
    'annotation.chosen_positions',
    'fewer chosen options than ratings',
    changeAnnotation({ chosen_positions: [0] }),
  ],
  [
    'annotation.option_counts',
    'fewer option counts than ratings',
    changeAnnotation({ option_counts: [] }),
  ],
  ['annotation.ratings[0]', 'a rating of 2', changeAnnotation({ ratings: [2, -1] })],
  [
    'annotation.step_count',
    'a step count other than that of the solution',
    changeAnnotation({ step_count: 3 }),
  ],
  [
    'annotation.superseded_ratings',
    'more ratings than steps',
    changeAnnotation({ superseded_ratings: [1] }),
  ],
  ['annotation.revision', 'a revision newer than the solution', changeAnnotation({ revision: 3 })],
  [
    'annotation.ratings',
    'a found error without a negative rating',
    changeAnnotation({ ratings: [1, 1] }),
  ],
  [
    'annotation.option_ratings[0].option',
    'a rating of an option that does not exist',
    changeAnnotation({
      option_ratings: [{ step: 0, position: 1, option: 1, rating: 1, flagged: null }],
    }),
  ],
  [
    'annotation.option_ratings[1]',
    'a position twice',
    (line) => line.annotation.option_ratings.push(line.annotation.option_ratings[0]!),
  ],
  [
    'annotation.human_options[0].step',
    'a human option at a step that does not exist',
    changeAnnotation({
      human_options: [{ step: 2, text: '', flagged: false, corrected_rating: null }],
    }),
  ],
  [
    'annotation.human_options[1]',
    'a human option twice',
    (line) => line.annotation.human_options.push(line.annotation.human_options[0]!),
  ],
  [
    'annotation.notes[0].step',
    'a note at a step that does not exist',
    (line) => (line.annotation.notes[0]!.step = 2),
  ],
  [
    'annotation.notes[0].option',
    'a note on an option that does not exist',
    (line) => (line.annotation.notes[0]!.option = 3),
  ],
  [
    'annotation.notes[0].option',
    'a note on option 0',
    (line) => (line.annotation.notes[0]!.option = 0),
  ],
  [
    'annotation.notes[1].text',
    'an empty comment',
    (line) => (line.annotation.notes[1]!.text = ' '),
  ],
  [
    'annotation.notes[0].dismissed_at',
    'a month that does not exist',
    (line) => (line.annotation.notes[0]!.dismissed_at = '2026-13-01T00:00:00Z'),
  ],
  [
    'annotation.notes[2]',
    'a note twice',
    (line) => line.annotation.notes.push(line.annotation.notes[0]!),
  ],
  ['annotation.explanation', 'a missing explanation', changeAnnotation({ explanation: null })],
  ['annotation.step_times_ms[0]', 'a negative time', changeAnnotation({ step_times_ms: [-1] })],
  ['events[1]', 'an event twice', (line) => line.events!.push(line.events![0]!)],
  [
    'events[0].received_at',
    'an event on a day that does not exist',
    (line) => (line.events![0]!.received_at = '2026-02-30T00:00:00Z'),
  ],
])('reports the location %s in a stepmark line for %s', (location, _, change) => {
  const line = write(fullStoredRecord)
  change(line)
  const errors = readErrors(line)
  expect(errors.map((error) => error.location)).toEqual([location])
})

test('rejects a stepmark line without steps, except in the step-choice flow', () => {
  const line = write(fullStoredRecord)
  line.solution.steps = []
  const location = 'solution.steps'
  expect(readErrors(line)).toContainEqual({ location, reason: 'The list is empty.' })
  line.solution.flow = 'step_choice'
  expect(readErrors(line).map((error) => error.location)).not.toContain(location)
})

describe('the identity of a problem', () => {
  const identityAfter = (change: (record: StoredRecord) => unknown) => {
    const copy = structuredClone(fullStoredRecord)
    change(copy)
    return listPossibleProblemIdentities(copy)[0]
  }
  const statement = 'statement:What is $1+1$?'
  /** Everything that PRM800K can express, and no more. */
  const prm800k = ({ annotation, solution }: StoredRecord) => {
    Object.assign(annotation, { origin: 'imported', startedAt: null, recordedAt: '2022' })
    Object.assign(solution, { text: null, splitter: null, stepSpans: [] })
  }

  test('is its external id, or else its statement', () => {
    expect(identityAfter(({ problem }) => (problem.externalId = 'p'))).toBe('id:p')
    expect(identityAfter(() => undefined)).toBe(statement)
  })

  test('is PRM800K’s question, with a reference solution if its phase has one', () => {
    const question = 'prm800k:{"problem":"What is $1+1$?"'
    expect(identityAfter(prm800k)).toBe(`${question},"solution":null,"answer":"2"}`)
    const phase1 = (record: StoredRecord) => {
      prm800k(record)
      record.solution.flow = 'step_choice'
    }
    expect(identityAfter(phase1)).toBe(`${question},"answer":"2"}`)
  })

  test.each<[string, (record: StoredRecord) => unknown]>([
    ['a subject', ({ problem }) => (problem.subject = 'Algebra')],
    ['metadata', ({ problem }) => (problem.metadata = { a: 1 })],
    ['a generator', ({ solution }) => (solution.generator = 'my-7b')],
    ['no time', ({ annotation }) => (annotation.recordedAt = null)],
    ['an own annotation', ({ annotation }) => (annotation.origin = 'own')],
  ])('is its statement if the line could not come from PRM800K, because it has %s', (_, change) => {
    const changeRecord = (record: StoredRecord) => {
      prm800k(record)
      change(record)
    }
    expect(identityAfter(changeRecord)).toBe(statement)
  })
})
