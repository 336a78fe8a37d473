import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { learnErrorRateByPosition } from './learn-error-rate-by-position'
import { computeCalibratedProbability, fitCalibration, sigmoid } from './logistic'
import {
  computeAuc,
  computeFirstErrorProbabilities,
  type HeldOutPrediction,
  measureScorer,
} from './measure-scorer'

const solution = (
  ratings: HeldOutPrediction['ratings'],
  negative: number[],
  problemId = 'p',
): HeldOutPrediction => ({ problemId, ratings, negative, byPosition: negative.map(() => 0.5) })

const step = (chance: number, isError: boolean) => ({ chance, isError })

describe('metrics', () => {
  test('count ties as halves in the AUC', () => {
    expect(computeAuc([step(0.9, true), step(0.1, false)])).toBe(1)
    expect(computeAuc([step(0.1, true), step(0.9, false)])).toBe(0)
    expect(computeAuc([step(0.5, true), step(0.5, false)])).toBe(0.5)
    expect(
      computeAuc([step(0.5, true), step(0.5, false), step(0.2, false), step(0.7, false)]),
    ).toBe(0.5)
    expect(computeAuc([step(0.5, true)])).toBeNull()
    expect(computeAuc([])).toBeNull()
  })

  test('have the AUC that a count of all pairs gives', () => {
    const steps = fc.array(
      fc.record({ chance: fc.integer({ min: 0, max: 5 }), isError: fc.boolean() }),
    )
    fc.assert(
      fc.property(steps, (all) => {
        const [errors, correctSteps] = [
          all.filter((step) => step.isError),
          all.filter((step) => !step.isError),
        ]
        const pairs = errors.flatMap((a) =>
          correctSteps.map((b) => Number(a.chance > b.chance) + Number(a.chance === b.chance) / 2),
        )
        const expected = pairs.length === 0 ? null : pairs.reduce((a, b) => a + b, 0) / pairs.length
        if (expected === null) expect(computeAuc(all)).toBeNull()
        else expect(computeAuc(all)).toBeCloseTo(expected, 10)
      }),
    )
  })

  test('take P(-1) times the probability of no earlier error as the probability of a first error', () => {
    expect(computeFirstErrorProbabilities([0.5, 0.6, 0.5])).toEqual(
      [0.5, 0.3, 0.5 * 0.4 * 0.5].map((value) => expect.closeTo(value, 12)),
    )
    const chances = fc.array(fc.double({ min: 0, max: 1, noNaN: true }))
    fc.assert(
      fc.property(chances, (negative) => {
        const missProbability = negative.reduce((product, chance) => product * (1 - chance), 1)
        expect(
          computeFirstErrorProbabilities(negative).reduce((a, b) => a + b, missProbability),
        ).toBeCloseTo(1, 9)
      }),
    )
  })

  test('use rated steps up to the first error for AUC, and all steps for first-error hits', () => {
    const metrics = measureScorer([
      solution([1, -1, -1], [0.1, 0.8, 0.9], 'a'),
      solution([1, null, 0], [0.2, 0.9, 0.3], 'a'),
      solution([-1], [0.1, 0.9], 'b'),
    ])
    expect(metrics).toMatchObject({
      heldOutProblems: 2,
      heldOutAnnotations: 3,
      heldOutSteps: 5,
      heldOutErrors: 2,
      scorer: { firstErrorHit: 0.5 },
      random: { stepAuc: 0.5, firstErrorHit: (1 / 3 + 1 / 2) / 2 },
    })
    // Errors 0.8 and 0.1 against 0.1, 0.2, 0.3.
    expect(metrics.scorer.stepAuc).toBeCloseTo(3.5 / 6)
    expect(metrics.positionOnly.stepAuc).toBe(0.5)
    const losses = [0.9, 0.8, 0.8, 0.7, 0.1].map((chance) => -Math.log(chance))
    expect(metrics.logLoss).toBeCloseTo(losses.reduce((a, b) => a + b, 0) / 5)
    expect(metrics.calibration.map(({ steps }) => steps)).toEqual([0, 2, 1, 1, 0, 0, 0, 0, 1, 0])
    expect(metrics.calibration[1]).toEqual({
      from: 0.1,
      to: 0.2,
      steps: 2,
      meanPredicted: 0.1,
      shareNegative: { value: 0.5, low: expect.closeTo(0.01, 1), high: expect.closeTo(0.99, 1) },
    })
    // Two steps at 0.1, one of them an error; then 0.2, 0.3, and an error at 0.8.
    expect(metrics.calibrationError).toBeCloseTo((2 * 0.4 + 0.2 + 0.3 + 0.2) / 5)
  })

  test('are computed separately for each source and each subject if there are several', () => {
    const sums = { source: 'sums.jsonl', subject: 'arithmetic' }
    const exam = { source: 'exam.jsonl', subject: 'biology' }
    const solutions = [
      { ...solution([1, -1], [0.1, 0.9], 'a'), ...sums },
      { ...solution([1, -1], [0.1, 0.9], 'b'), ...sums },
      { ...solution([1, -1], [0.6, 0.4], 'c'), ...exam },
      { ...solution([1, 1], [0.5, 0.5], 'd'), source: 'exam.jsonl', subject: null },
    ]
    const { groups } = measureScorer(solutions)
    expect(groups.map(({ kind, name }) => [kind, name])).toEqual([
      ['source', 'exam.jsonl'],
      ['source', 'sums.jsonl'],
      ['subject', 'arithmetic'],
      ['subject', 'biology'],
    ])
    const [fromExam, fromSums, arithmetic, biology] = groups.map(({ metrics }) => metrics)
    expect(fromExam).toMatchObject({ heldOutProblems: 2, heldOutAnnotations: 2, heldOutSteps: 4 })
    expect(arithmetic).toEqual(fromSums)
    // In metrics over all solutions, the easy source would hide that the scorer is wrong about the other one.
    expect(arithmetic?.scorer.stepAuc).toBe(1)
    expect(biology?.scorer.stepAuc).toBe(0)
    expect(biology?.calibrationError).toBeCloseTo(0.6)
    expect(measureScorer(solutions.slice(0, 2)).groups).toEqual([])
  })

  test('have a wider interval of the share of errors for ratings of fewer problems', () => {
    const share = (name: (i: number) => string) =>
      measureScorer(
        Array.from({ length: 100 }, (_, i) => solution([i % 20 < 4 ? -1 : 1], [0.2], name(i))),
      ).shareNegative!
    const [many, few] = [share(String), share((i) => String(i % 20))]
    expect([many.value, few.value]).toEqual([0.2, 0.2])
    expect(few.high! - few.low!).toBeGreaterThan(1.5 * (many.high! - many.low!))
    expect(share(() => 'p')).toEqual({ value: 0.2, low: null, high: null })
  })

  test('include the number of sources and subjects without held-out problems', () => {
    const labelled = ['a', 'b', 'c'].map((subject) => ({ subject, source: 'x.jsonl' }))
    const { groupCounts } = measureScorer(
      [{ ...solution([1], [0.1]), ...labelled[0] }, solution([1], [0.1])],
      [...labelled, {}],
    )
    expect(groupCounts).toEqual([
      { kind: 'source', labelled: 1, heldOut: 1 },
      { kind: 'subject', labelled: 3, heldOut: 1 },
    ])
  })

  test('list the 20 sources with the most solutions', () => {
    const solutions = Array.from({ length: 30 }, (_, i) =>
      Array.from({ length: i + 1 }, () => ({ ...solution([1], [0.1]), source: `file ${i}` })),
    ).flat()
    const { groups } = measureScorer(solutions)
    expect(groups.map(({ name }) => name)).toEqual(
      Array.from({ length: 20 }, (_, i) => `file ${29 - i}`),
    )
  })

  test('are null without data', () => {
    expect(measureScorer([])).toMatchObject({
      groups: [],
      heldOutSteps: 0,
      scorer: { stepAuc: null, firstErrorHit: null },
      logLoss: null,
      calibrationError: null,
    })
  })
})

test('the position baseline is the share of errors by step up to the first error', () => {
  const estimate = learnErrorRateByPosition([[1, -1, -1], [1, -1], [0, 1, null], [-1]])
  const overall = 3.5 / 8
  expect(estimate(0)).toBeCloseTo((1 + 2 * overall) / 6)
  expect(estimate(1)).toBeCloseTo((2 + 2 * overall) / 5)
  expect(estimate(9)).toBeCloseTo(overall)
})

describe('calibration', () => {
  test('recovers the slope and intercept of simulated data', () => {
    const logits = Array.from({ length: 4000 }, (_, i) => (i % 200) / 25 - 4)
    // At each logit, the share of true values is the probability.
    const isTrue = logits.map(
      (logit, i) => (Math.floor(i / 200) + 0.5) / 20 < sigmoid(0.5 * logit - 1),
    )
    const trust = logits.map(() => 1)
    const { slope, intercept } = fitCalibration({ logits, trust, isTrue }, -0.7)
    expect(slope).toBeCloseTo(0.5, 1)
    expect(intercept).toBeCloseTo(-1, 1)
  })

  test('is learned from steps in proportion to trust', () => {
    const logits = Array.from({ length: 400 }, (_, i) => (i % 2 === 0 ? 2 : -2))
    const isRight = logits.map((logit) => logit > 0)
    const isWrong = logits.map((logit) => logit < 0)
    const observations = (trust: [number, number]) => ({
      logits: [...logits, ...logits],
      trust: [...logits.map(() => trust[0]), ...logits.map(() => trust[1])],
      isTrue: [...isRight, ...isWrong],
    })
    expect(fitCalibration(observations([1, 0]), 0).slope).toBeGreaterThan(1.5)
    expect(fitCalibration(observations([0, 1]), 0).slope).toBe(0.05)
  })

  test('moves a logit to the base as trust falls', () => {
    const calibration = { slope: 2, intercept: 1, base: -1 }
    expect(computeCalibratedProbability(calibration, 3, 1)).toBe(sigmoid(7))
    expect(computeCalibratedProbability(calibration, 3, 0.5)).toBe(sigmoid(3))
    expect(computeCalibratedProbability(calibration, 3, 0)).toBe(sigmoid(-1))
  })

  test('leaves logits unchanged without data', () => {
    expect(fitCalibration({ logits: [], trust: [], isTrue: [] }, -1)).toEqual({
      slope: 1,
      intercept: 0,
      base: -1,
    })
  })

  test('has a positive slope and finite parameters for any data', () => {
    const observations = fc.array(
      fc.tuple(
        fc.double({ min: -50, max: 50, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.boolean(),
      ),
    )
    fc.assert(
      fc.property(observations, (all) => {
        const unseen = {
          logits: all.map(([logit]) => logit),
          trust: all.map(([, trust]) => trust),
          isTrue: all.map(([, , is]) => is),
        }
        const { slope, intercept } = fitCalibration(unseen, -2)
        expect(slope).toBeGreaterThan(0)
        expect(Number.isFinite(slope) && Number.isFinite(intercept)).toBe(true)
      }),
    )
  })
})
