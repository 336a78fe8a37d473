import { describe, expect, test } from 'vitest'
import type { SimulationCheckpoint } from './simulate-labelling'
import { estimateMean, summariseSimulatedRuns } from './summarise-simulated-runs'

const makeCheckpoint = (
  labelledCount: number,
  stepsRead: number,
  errors: number,
  stepAuc: number | null = 0.5,
) =>
  ({
    labelled: labelledCount,
    stepsRead,
    errors,
    stepAuc,
    firstErrorHit: null,
  }) satisfies SimulationCheckpoint

describe('the mean over seeds', () => {
  test('has a Student’s t interval', () => {
    // scipy.stats.t.interval(0.95, 2, 2, 1 / sqrt(3))
    const { mean, low, high } = estimateMean([1, 2, 3])
    expect(mean).toBe(2)
    expect(low).toBeCloseTo(-0.484, 2)
    expect(high).toBeCloseTo(4.484, 2)
  })

  test('has no interval for one seed', () => {
    expect(estimateMean([7])).toEqual({ mean: 7, low: null, high: null })
  })

  test('uses the exact t quantile for 39 degrees of freedom, 2.0227', () => {
    const values = Array.from({ length: 40 }, (_, i) => i % 2)
    // 39 degrees of freedom: 2.0227
    expect((estimateMean(values).high ?? 0) - 0.5).toBeCloseTo(2.0227 * Math.sqrt(10 / 39 / 40), 3)
  })
})

test('the confidence interval of a share stays between 0 and 1', () => {
  const runs = [0.99, 0.6].map((auc, i) => ({
    policy: 'random',
    seed: i,
    checkpoints: [makeCheckpoint(10, 40, 4, auc)],
  }))
  expect(summariseSimulatedRuns(runs, 'random')[0]?.checkpoints[0]?.stepAuc).toEqual({
    mean: expect.closeTo(0.795),
    low: 0,
    high: 1,
  })
})

describe('summariseSimulatedRuns', () => {
  const runs = [
    {
      policy: 'random',
      seed: 1,
      checkpoints: [makeCheckpoint(10, 40, 4, 0.6), makeCheckpoint(20, 80, 8, 0.7)],
    },
    {
      policy: 'random',
      seed: 2,
      checkpoints: [makeCheckpoint(10, 50, 10, 0.6), makeCheckpoint(20, 100, 20, 0.8)],
    },
    {
      policy: 'wrong',
      seed: 1,
      checkpoints: [makeCheckpoint(10, 30, 9, 0.5), makeCheckpoint(20, 60, 18, 0.7)],
    },
    {
      policy: 'wrong',
      seed: 2,
      checkpoints: [makeCheckpoint(10, 30, 9, 0.5), makeCheckpoint(20, 75, 15, 0.8)],
    },
  ]

  test('compares policies with the baseline per seed, and at equal numbers of steps read', () => {
    const [random, wrong] = summariseSimulatedRuns(runs, 'random')
    expect(random?.checkpoints.map(({ difference }) => difference)).toEqual([null, null])
    const [first, second] = wrong?.checkpoints ?? []
    expect(first?.errorsPerHundred.mean).toBe(30)
    // 30 - 10 and 30 - 20
    expect(first?.difference?.errorsPerHundred.mean).toBe(15)
    expect(first?.difference?.stepAuc?.mean).toBeCloseTo(-0.1, 9)
    // Random has no checkpoint that early.
    expect(first?.difference?.stepAucAtEqualSteps).toBeNull()
    // At 60, between 40 and 80, random had 0.65; at 75, between 50 and 100, it had 0.70.
    expect(second?.difference?.stepAucAtEqualSteps?.mean).toBeCloseTo((0.05 + 0.1) / 2, 9)
  })

  test('includes only checkpoints that every seed reached', () => {
    const shorter = [
      ...runs,
      { policy: 'wrong', seed: 3, checkpoints: [makeCheckpoint(10, 30, 9)] },
    ]
    const [, wrong] = summariseSimulatedRuns(shorter, 'random')
    expect(wrong?.checkpoints.map(({ labelled }) => labelled)).toEqual([10])
    // The third seed has no baseline.
    expect(wrong?.checkpoints[0]?.difference).toBeNull()
  })

  test('returns no differences without a baseline policy', () => {
    const [wrong] = summariseSimulatedRuns(runs.slice(2), 'random')
    expect(wrong?.checkpoints[0]).toMatchObject({ labelled: 10, difference: null })
  })
})
