import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DawidSkeneModel } from '@/lib/agreement/consensus/dawid-skene'
import { findAnnotationIrregularity } from '@/lib/formats/find-annotation-irregularity'
import { neutralPolicies, outputFormatNames } from '@/lib/formats/format-names'
import { readMathShepherd } from '@/lib/formats/math-shepherd'
import { hasLabelsAfterError, labelsOnlyWriters } from '@/lib/formats/output-formats'
import { readPrm800kLine } from '@/lib/formats/prm800k'
import { readProcessbench } from '@/lib/formats/processbench'
import type { Rating, StoredAnnotation, StoredRecord } from '@/lib/formats/record'
import { readTrlStepwise } from '@/lib/formats/trl-stepwise'
import { consensusFallbackNames } from './consensus-names'
import { buildConsensusRecord } from './consensus-record'
import {
  type ConsensusRule,
  decideConsensus,
  listNewestVotes,
  toConsensusVote,
} from './decide-consensus'

const options = 3

/** Ratings up to a first error, or of every step. */
const ratings = (steps: number) =>
  fc
    .tuple(
      fc.array(fc.constantFrom<Rating>(0, 1), { minLength: steps, maxLength: steps }),
      fc.integer({ min: -1, max: steps - 1 }),
    )
    .map(([fullRatings, error]): Rating[] =>
      error < 0 ? fullRatings : [...fullRatings.slice(0, error), -1],
    )

/** Annotations of a solution, including what only imported data can have. */
const annotation = (steps: number): fc.Arbitrary<StoredAnnotation> =>
  ratings(steps).chain((ratingsList) => {
    const anyList = <T>(value: fc.Arbitrary<T>) =>
      fc.array(value, { minLength: ratingsList.length, maxLength: ratingsList.length })
    const step = fc.nat({ max: ratingsList.length - 1 })
    return fc.record({
      id: fc.uuid(),
      labeler: fc.constantFrom('ann', 'ben', 'cat', 'math-shepherd'),
      origin: fc.constantFrom('own', 'imported'),
      state: fc.constant('submitted'),
      startedAt: fc.constant(null),
      finishNote: fc.constant(null),
      submittedAt: fc.option(fc.constant('2026-03-02T09:00:00.000000Z')),
      recordedAt: fc.option(fc.constantFrom('2026-03-02T09:00:00', '2022-01-01T00:00:00.5')),
      finishReason: fc.constant(ratingsList.at(-1) === -1 ? 'found_error' : 'solution'),
      stepCount: fc.constant(steps),
      ratings: fc.constant(ratingsList),
      flagged: anyList(fc.constantFrom(true, false, null)),
      chosenPositions: anyList(fc.constantFrom(null, 0, 1)),
      optionCounts: anyList(fc.constantFrom(null, 1, 2, options)),
      supersededRatings: fc.array(fc.constantFrom<Rating | null>(-1, 1, null), { maxLength: 2 }),
      optionRatings: fc.uniqueArray(
        fc.record({
          step,
          position: fc.nat({ max: options - 1 }),
          option: fc.nat({ max: options - 1 }),
          rating: fc.constantFrom(-1, 0, 1, null),
          flagged: fc.constantFrom(true, null),
        }),
        { maxLength: 4, selector: (row) => `${row.step}/${row.position}` },
      ),
      humanOptions: fc.uniqueArray(
        fc.record({
          step,
          text: fc.constant('Mine.'),
          flagged: fc.boolean(),
          correctedRating: fc.constant(null),
        }),
        { maxLength: 2, selector: (row) => row.step },
      ),
      explanation: fc.constantFrom(null, 'The annotator’s.'),
      explanationOption: fc.constant(null),
      progress: fc.constantFrom(null, 'some'),
      tags: fc.constant([]),
      notes: fc.constant([]),
      stepTimesMs: fc.constant([]),
      totalTimeMs: fc.constant(7),
      revision: fc.constant(1),
      guidelineVersion: fc.constant(1),
      answerShown: fc.constant(true),
      hiddenReferenceShare: fc.constant(null),
      generation: fc.constantFrom(null, 3),
      isQualityControl: fc.boolean(),
      isScreening: fc.boolean(),
      irregular: fc.constant(null),
    })
  })

const problem = {
  id: 'p',
  externalId: null,
  statement: 'What is one plus one?',
  answer: '2',
  referenceSolution: null,
  subject: null,
  level: null,
  metadata: {},
}

const makeSolution = (steps: number): StoredRecord['solution'] => ({
  id: 's',
  externalId: null,
  flow: 'solution',
  text: null,
  splitter: null,
  stepSpans: [],
  steps: Array.from({ length: steps }, (_, i) => `Step ${i + 1}: do it.`),
  stepIds: [],
  revision: 1,
  explanations: [],
  answer: '3',
  options: Array.from({ length: steps }, (_, step) =>
    Array.from({ length: options }, (__, option) => ({
      step,
      option: option + 1,
      text: `Or ${option + 1}.`,
      source: null,
    })),
  ).flat(),
  verdict: 'wrong',
  verdictReason: '',
  verdictSource: 'grader',
  graderVersion: '1',
  score: 0.5,
  stepScores: null,
  generator: null,
  metadata: {},
})

/** A reviewer's answers about the error: one to each question, or none. */
const answers = fc.record({
  optionRatings: fc.oneof(
    fc.constant<Rating[]>([]),
    fc.array(fc.constantFrom<Rating>(-1, 0, 1), { minLength: options, maxLength: options }),
  ),
  explanation: fc.constantFrom(null, 'The reviewer’s.'),
  explanationOption: fc.constant(null),
  progress: fc.constantFrom(null, 'most'),
})

const fixture = fc.integer({ min: 1, max: 4 }).chain((steps) =>
  fc.record({
    steps: fc.constant(steps),
    annotations: fc.uniqueArray(annotation(steps), {
      minLength: 1,
      maxLength: 5,
      selector: ({ id }: StoredAnnotation) => id,
    }),
    adjudication: fc.option(ratings(steps)),
    answers,
    policy: fc.constantFrom('majority', 'dawid-skene', 'adjudicated'),
    fallback: fc.constantFrom(...consensusFallbackNames),
  }),
)

type Fixture = typeof fixture extends fc.Arbitrary<infer Value> ? Value : never

function decide({ steps, annotations, adjudication, answers, policy, fallback }: Fixture) {
  const solution = makeSolution(steps)
  const votes = annotations.map((each) => toConsensusVote(each, solution))
  const model = new DawidSkeneModel()
  model.add({ steps, annotations: listNewestVotes(votes) }, 'problem')
  const rule: ConsensusRule = { policy, fallback, fitted: model.fit() }
  const time = '2026-03-04T09:00:00.000000Z'
  const decision = decideConsensus(rule, {
    steps,
    votes,
    adjudication: adjudication && {
      id: 'a',
      ratings: adjudication,
      by: 'r',
      at: time,
      adopted: null,
      answers,
    },
  })
  if (decision.kind === 'undecided') return null
  const basis = annotations.find(({ id }) => id === decision.basis) ?? annotations[0]!
  const record = { problem, solution, annotation: basis, events: null }
  return { basis, decision, record: buildConsensusRecord(record, decision) }
}

describe('a consensus record', () => {
  test('is valid in every format for any annotations', { timeout: 30_000 }, () => {
    fc.assert(
      fc.property(fixture, fc.constantFrom(...neutralPolicies), (fixture, neutral) => {
        const row = decide(fixture)
        if (!row) return
        const { record, decision } = row
        const { annotation, solution } = record
        expect(findAnnotationIrregularity('solution', solution.steps.length, annotation)).toBeNull()
        expect(annotation.ratings.indexOf(-1)).toBe(decision.firstError ?? -1)
        for (const list of [
          annotation.flagged,
          annotation.chosenPositions,
          annotation.optionCounts,
        ])
          expect(list).toHaveLength(annotation.ratings.length)
        const write = (format: keyof typeof labelsOnlyWriters) => [
          ...labelsOnlyWriters[format].write(record, { neutral }),
        ]
        for (const format of outputFormatNames)
          expect(hasLabelsAfterError(format, record, { neutral })).toBe(false)
        checkPrm800k(write('prm800k'), annotation)
        checkFirstError(write('processbench'), annotation.ratings, neutral)
        checkMathShepherd(write('math-shepherd'), annotation.ratings, neutral)
        for (const line of write('trl-stepwise'))
          expect(readTrlStepwise(JSON.parse(line))).toMatchObject({ ok: true })
        for (const line of write('qwen-prm')) {
          const { labels } = JSON.parse(line) as { labels: number[] }
          expect(labels.length).toBeLessThanOrEqual(annotation.ratings.length)
        }
        for (const line of [...write('rlhflow'), ...write('preference')])
          expect(() => JSON.parse(line) as unknown).not.toThrow()
        expect(write('csv').length).toBeGreaterThanOrEqual(annotation.ratings.length)
      }),
      { numRuns: 150 },
    )
  })

  test('has the reviewer’s answers about the error, or the annotator’s where the reviewer was not asked', () => {
    fc.assert(
      fc.property(fixture, (fixture) => {
        const row = decide(fixture)
        if (!row?.decision.adjudication) return
        const { basis, decision, record } = row
        const { firstError } = decision
        if (firstError === null) return
        const { answers } = fixture
        const details = basis.id === decision.basis ? basis : { explanation: null, progress: null }
        expect(record.annotation).toMatchObject({
          explanation: answers.explanation ?? details.explanation,
          progress: answers.progress ?? details.progress,
        })
        if (answers.optionRatings.length === 0) return
        expect(record.annotation.optionRatings.filter(({ step }) => step === firstError)).toEqual(
          answers.optionRatings.map((rating, index) => ({
            step: firstError,
            position: index + 1,
            option: index + 1,
            rating,
            flagged: false,
          })),
        )
        expect(record.annotation.optionCounts[firstError]).toBe(1 + answers.optionRatings.length)
      }),
    )
  })

  test('has the id of its solution and no personal data of an annotator', () => {
    fc.assert(
      fc.property(fixture, (fixture) => {
        const row = decide(fixture)
        if (!row) return
        const { record, decision } = row
        expect(record.annotation).toMatchObject({
          id: 's',
          labeler: decision.policy,
          supersededRatings: [],
          notes: [],
          stepTimesMs: [],
          startedAt: null,
          guidelineVersion: null,
          irregular: null,
        })
      }),
    )
  })
})

/** The line can be read again with the same result. */
function checkPrm800k(lines: string[], row: StoredAnnotation) {
  expect(lines).toHaveLength(1)
  const readResult = readPrm800kLine(JSON.parse(lines[0]!))
  if (!readResult.ok) throw new Error(JSON.stringify(readResult.errors))
  const [solution] = readResult.record.solutions
  expect(solution!.annotations[0]).toMatchObject({
    labeler: row.labeler,
    ratings: row.ratings,
    finishReason: row.finishReason,
  })
}

function checkFirstError(lines: string[], ratings: StoredAnnotation['ratings'], neutral: string) {
  const isIncluded = neutral !== 'drop' || !ratings.includes(0)
  expect(lines).toHaveLength(isIncluded ? 1 : 0)
  if (!isIncluded) return
  expect(readProcessbench(JSON.parse(lines[0]!))).toMatchObject({ ok: true })
  const isWrong = (rating: Rating | null) =>
    rating === -1 || (rating === 0 && neutral === 'negative')
  expect(JSON.parse(lines[0]!)).toMatchObject({ label: ratings.findIndex(isWrong) })
}

function checkMathShepherd(lines: string[], ratings: StoredAnnotation['ratings'], neutral: string) {
  const end = neutral === 'drop' ? ratings.indexOf(0) : -1
  const length = end < 0 ? ratings.length : end
  expect(lines).toHaveLength(length > 0 ? 1 : 0)
  if (length === 0) return
  const readResult = readMathShepherd(JSON.parse(lines[0]!))
  if (!readResult.ok) throw new Error(JSON.stringify(readResult.errors))
  expect(readResult.record.solutions[0]!.steps).toHaveLength(length)
}
