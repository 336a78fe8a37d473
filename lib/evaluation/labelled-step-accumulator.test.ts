import { describe, expect, test } from 'vitest'
import { maxListedFindings } from './evaluation-limits'
import { LabelledStepAccumulator, type ScoredAnnotation } from './labelled-step-accumulator'

const annotation = (overrides: Partial<ScoredAnnotation>): ScoredAnnotation => ({
  solution: 's',
  problem: 'p',
  round: 1,
  slice: 'random',
  ratings: [1],
  stepScores: null,
  isTraining: false,
  ...overrides,
})

function accumulate(
  annotations: readonly Partial<ScoredAnnotation>[],
  neutral: 'positive' | 'negative' = 'positive',
) {
  const accumulator = new LabelledStepAccumulator(neutral)
  for (const each of annotations) accumulator.add(annotation(each))
  return accumulator
}

test('LabelledStepAccumulator counts the steps of each round that the scorer was trained on', () => {
  const stepScores = [0.5, 0.5]
  const accumulator = accumulate([
    { ratings: [1, 1], stepScores },
    { round: 2, ratings: [1, 1], stepScores, isTraining: true },
    { round: 2, ratings: [1], stepScores },
  ])
  expect(accumulator.measureDisagreements()).toMatchObject([
    { round: 1, steps: 2, trainingSteps: 0 },
    { round: 2, steps: 3, trainingSteps: 2 },
  ])
})

describe('yields and calibration of labelled steps', () => {
  test('count errors per 100 steps read, by round and slice', () => {
    const accumulator = accumulate([
      { problem: 'a', slice: 'convincing-wrong', ratings: [1, 1, -1] },
      { problem: 'a', slice: 'convincing-wrong', ratings: [1, -1] },
      { problem: 'b', ratings: [1, 0, 1, 1, 1] },
      { problem: 'b', round: 2, ratings: [1, -1] },
    ])
    expect(accumulator.annotations).toBe(4)
    expect(accumulator.measureYields()).toMatchObject([
      {
        round: 1,
        slice: 'convincing-wrong',
        annotations: 2,
        problems: 1,
        stepsRead: 5,
        errors: 2,
        errorsPer100Steps: { value: 40, low: null, high: null },
      },
      {
        round: 1,
        slice: 'random',
        annotations: 1,
        stepsRead: 5,
        errors: 0,
        errorsPer100Steps: { value: 0 },
      },
      {
        round: 2,
        slice: 'random',
        annotations: 1,
        stepsRead: 2,
        errors: 1,
        errorsPer100Steps: { value: 50 },
      },
    ])
  })

  test('ignore ratings after the first error', () => {
    const accumulator = accumulate([{ ratings: [1, -1, 1, -1], stepScores: [0.5, 0.5, 0.5, 0.5] }])
    expect(accumulator.measureYields()).toMatchObject([{ stepsRead: 2, errors: 1 }])
    expect(accumulator.measureSteps()).toMatchObject({ steps: 2 })
  })

  test('skip unrated steps and unscored solutions, and count neutral as requested', () => {
    const annotations = [
      { ratings: [null, 0, 1] as const, stepScores: [0.2, [0.1, 0.6, 0.3], 0.8] as const },
      { ratings: [1, 1] as const },
    ]
    const lenient = accumulate(annotations).measureSteps()!
    expect(lenient.steps).toBe(2)
    expect(lenient.bins.map(({ predicted, observed }) => [predicted, observed.value])).toEqual([
      [expect.closeTo(0.8), 1],
      [expect.closeTo(0.9), 1],
    ])
    const strict = accumulate(annotations, 'negative').measureSteps()!
    expect(strict.bins.map(({ predicted, observed }) => [predicted, observed.value])).toEqual([
      [expect.closeTo(0.3), 0],
      [expect.closeTo(0.8), 1],
    ])
  })
})

describe('disagreements with a confident scorer', () => {
  test('are counted by direction and round, without neutral ratings', () => {
    const accumulator = accumulate([
      { solution: 'a', ratings: [1, -1], stepScores: [0.05, 0.95] },
      { solution: 'b', problem: 'q', ratings: [0, 0, 1], stepScores: [0.99, 0.01, 0.89] },
      { solution: 'c', problem: 'r', round: 2, ratings: [-1], stepScores: [0.9] },
    ])
    expect(accumulator.measureDisagreements()).toMatchObject([
      {
        round: 1,
        steps: 5,
        problems: 2,
        confidentCorrectRatedNegative: 1,
        confidentWrongRatedPositive: 1,
      },
      {
        round: 2,
        steps: 1,
        problems: 1,
        confidentCorrectRatedNegative: 1,
        confidentWrongRatedPositive: 0,
      },
    ])
    expect(accumulator.listDisagreementSteps()).toEqual([
      { solution: 'a', step: 0, round: 1, score: 0.05, rating: 1 },
      { solution: 'a', step: 1, round: 1, score: 0.95, rating: -1 },
      { solution: 'c', step: 0, round: 2, score: 0.9, rating: -1 },
    ])
  })

  test('include a score of exactly 0.1 despite floating-point error', () => {
    expect(accumulate([{ ratings: [1], stepScores: [0.1] }]).listDisagreementSteps()).toHaveLength(
      1,
    )
  })

  test('have no share below 20 steps', () => {
    const measureShare = (count: number) =>
      accumulate(
        Array.from({ length: count }, (_, i) => ({
          problem: `p${i}`,
          ratings: [-1] as const,
          stepScores: [0.95],
        })),
      ).measureDisagreements()[0]?.share
    expect(measureShare(19)).toBeNull()
    expect(measureShare(20)).toMatchObject({ value: 1, high: 1 })
    expect(measureShare(20)!.low).toBeCloseTo(0.832, 3)
  })

  test('list only the most confident steps', () => {
    const accumulator = accumulate(
      Array.from({ length: 400 }, (_, i) => ({
        solution: `s${Math.floor(i / 2)}`,
        problem: `p${i}`,
        ratings: [-1] as const,
        stepScores: [0.9 + Math.floor(i / 2) / 10_000],
      })),
    )
    const listed = accumulator.listDisagreementSteps()
    expect(listed).toHaveLength(maxListedFindings)
    expect(listed.map(({ solution }) => solution)).toEqual(
      Array.from({ length: maxListedFindings }, (_, i) => `s${199 - i}`),
    )
  })
})
