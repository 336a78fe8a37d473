import { describe, expect, test } from 'vitest'
import { listedFindings } from './contract'
import { LabelledTally, type ScoredAnnotation } from './labelled-tally'

const annotation = (given: Partial<ScoredAnnotation>): ScoredAnnotation => ({
  ...{ solution: 's', problem: 'p', round: 1, slice: 'random', ratings: [1], stepScores: null },
  ...given,
})

function tally(
  annotations: readonly Partial<ScoredAnnotation>[],
  neutral: 'positive' | 'negative' = 'positive',
) {
  const made = new LabelledTally(neutral)
  for (const each of annotations) made.add(annotation(each))
  return made
}

describe('what annotations find', () => {
  test('errors per 100 steps read, by round and slice', () => {
    const made = tally([
      { problem: 'a', slice: 'convincing-wrong', ratings: [1, 1, -1] },
      { problem: 'a', slice: 'convincing-wrong', ratings: [1, -1] },
      { problem: 'b', ratings: [1, 0, 1, 1, 1] },
      { problem: 'b', round: 2, ratings: [1, -1] },
    ])
    expect(made.annotations).toBe(4)
    expect(made.measureYields()).toMatchObject([
      {
        ...{ round: 1, slice: 'convincing-wrong', annotations: 2, problems: 1 },
        ...{ stepsRead: 5, errors: 2, perHundred: { value: 40, low: null, high: null } },
      },
      {
        round: 1,
        slice: 'random',
        annotations: 1,
        stepsRead: 5,
        errors: 0,
        perHundred: { value: 0 },
      },
      {
        round: 2,
        slice: 'random',
        annotations: 1,
        stepsRead: 2,
        errors: 1,
        perHundred: { value: 50 },
      },
    ])
  })

  test('what was rated after the first error is neither read nor compared', () => {
    const made = tally([{ ratings: [1, -1, 1, -1], stepScores: [0.5, 0.5, 0.5, 0.5] }])
    expect(made.measureYields()).toMatchObject([{ stepsRead: 2, errors: 1 }])
    expect(made.measureSteps()).toMatchObject({ steps: 2 })
  })

  test('unrated steps and unscored solutions are not compared; neutral counts as asked', () => {
    const given = [
      { ratings: [null, 0, 1] as const, stepScores: [0.2, [0.1, 0.6, 0.3], 0.8] as const },
      { ratings: [1, 1] as const },
    ]
    const lenient = tally(given).measureSteps()!
    expect(lenient.steps).toBe(2)
    expect(lenient.bins.map(({ predicted, observed }) => [predicted, observed.value])).toEqual([
      [expect.closeTo(0.8), 1],
      [expect.closeTo(0.9), 1],
    ])
    const strict = tally(given, 'negative').measureSteps()!
    expect(strict.bins.map(({ predicted, observed }) => [predicted, observed.value])).toEqual([
      [expect.closeTo(0.3), 0],
      [expect.closeTo(0.8), 1],
    ])
  })
})

describe('where a sure scorer and people part', () => {
  test('both ways, by round; a neutral rating parts from nothing', () => {
    const made = tally([
      { solution: 'a', ratings: [1, -1], stepScores: [0.05, 0.95] },
      { solution: 'b', problem: 'q', ratings: [0, 0, 1], stepScores: [0.99, 0.01, 0.89] },
      { solution: 'c', problem: 'r', round: 2, ratings: [-1], stepScores: [0.9] },
    ])
    expect(made.measureParted()).toMatchObject([
      { round: 1, steps: 5, problems: 2, surelyRightRatedWrong: 1, surelyWrongRatedRight: 1 },
      { round: 2, steps: 1, problems: 1, surelyRightRatedWrong: 1, surelyWrongRatedRight: 0 },
    ])
    expect(made.listPartedSteps()).toEqual([
      { solution: 'a', step: 0, round: 1, score: 0.05, rating: 1 },
      { solution: 'a', step: 1, round: 1, score: 0.95, rating: -1 },
      { solution: 'c', step: 0, round: 2, score: 0.9, rating: -1 },
    ])
  })

  test('a tenth is as sure as nine tenths, whatever floating point makes of it', () => {
    expect(tally([{ ratings: [1], stepScores: [0.1] }]).listPartedSteps()).toHaveLength(1)
  })

  test('under 20 steps no share is said', () => {
    const steps = (count: number) =>
      tally(
        Array.from({ length: count }, (_, i) => ({
          problem: `p${i}`,
          ratings: [-1] as const,
          stepScores: [0.95],
        })),
      ).measureParted()[0]?.share
    expect(steps(19)).toBeNull()
    expect(steps(20)).toEqual({ value: 1, low: 1, high: 1 })
  })

  test('of many the surest are kept, and two people who say the same of a step are one', () => {
    const made = tally(
      Array.from({ length: 400 }, (_, i) => ({
        ...{ solution: `s${Math.floor(i / 2)}`, problem: `p${i}`, ratings: [-1] as const },
        stepScores: [0.9 + Math.floor(i / 2) / 10_000],
      })),
    )
    const listed = made.listPartedSteps()
    expect(listed).toHaveLength(listedFindings)
    expect(listed.map(({ solution }) => solution)).toEqual(
      Array.from({ length: listedFindings }, (_, i) => `s${199 - i}`),
    )
  })
})
