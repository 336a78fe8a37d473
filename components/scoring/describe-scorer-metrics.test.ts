import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ScorerMetrics } from '@/lib/scoring/contract'
import {
  computeShareInterval,
  describeScorerMetrics,
  formatCalibrationCaption,
  formatCalibrationTitle,
  listCalibrationPoints,
} from './describe-scorer-metrics'

const bin = (predicted: number, observed: number, steps: number) => ({
  ...{ from: 0, to: 1 },
  ...{ predicted, observed, steps },
})

const metrics: ScorerMetrics = {
  heldOutAnnotations: 140,
  heldOutSteps: 600,
  heldOutErrors: 50,
  stepAuc: { model: 0.81, positionOnly: 0.6, random: 0.5 },
  firstErrorHit: { model: 0.55, positionOnly: 0.3, random: 0.22 },
  logLoss: 0.3,
  calibrationError: 0.041,
  bins: [bin(0.9, 0.88, 600)],
}

it('scorer metrics compare step AUC and first-error hits with step position alone and with chance', () => {
  const text = describeScorerMetrics(metrics).join(' ')
  expect(text).toContain('140 annotations with 600 rated steps from held-out problems')
  expect(text).toContain('above a wrong one 81% of the time')
  expect(text).toContain('60% by step position alone, 50% at random')
  expect(text).toContain('Better than step position alone.')
  expect(text).toContain(
    'in 55% of annotations with one (30% by step position alone, 22% at random)',
  )
})

it('scorer metrics warn if step position alone ranks steps as well as the scorer', () => {
  const describeWithAuc = (model: number) =>
    describeScorerMetrics({ ...metrics, stepAuc: { model, positionOnly: 0.6, random: 0.5 } }).join(
      ' ',
    )
  expect(describeWithAuc(0.63)).toContain('Hardly better than step position')
  expect(describeWithAuc(0.6)).toContain('do not rank by it')
  expect(describeWithAuc(0.4)).toContain('do not rank by it')
})

it('scorer metrics omit the comparison with step position for fewer than 500 held-out steps', () => {
  const text = describeScorerMetrics({ ...metrics, heldOutSteps: 499 }).join(' ')
  expect(text).toContain('above a wrong one 81% of the time')
  expect(text).not.toContain('Better than')
  expect(
    describeScorerMetrics({
      ...metrics,
      heldOutSteps: 499,
      stepAuc: { model: 0.4, positionOnly: 0.6, random: 0.5 },
    }).join(' '),
  ).not.toContain('do not rank')
})

it('scorer metrics name at most 5 sources and subjects where step position alone ranks steps as well as the scorer', () => {
  const group = (name: string, model: number, heldOutSteps = 500) => ({
    ...{ kind: 'subject' as const, name, heldOutAnnotations: 100, heldOutSteps },
    stepAuc: { model, positionOnly: 0.6, random: 0.5 },
    ...{ firstErrorHit: null, calibrationError: 0.02 },
  })
  const describeWithGroups = (groups: ScorerMetrics['groups']) =>
    describeScorerMetrics({ ...metrics, groups }).join(' ')
  expect(
    describeWithGroups([group('algebra', 0.9), group('physics', 0.6), group('biology', 0.4)]),
  ).toContain('Not better than step position alone on: subject physics, subject biology.')
  expect(describeWithGroups([group('algebra', 0.9)])).not.toContain('Not better than')
  expect(describeWithGroups([group('physics', 0.4, 499)])).not.toContain('Not better than')
  const sources = Array.from({ length: 7 }, (_, i) => ({
    ...group(`file${i}.jsonl`, 0.5),
    ...{ kind: 'source' as const, heldOutAnnotations: 100 + i },
  }))
  expect(describeWithGroups([group('physics', 0.6), ...sources])).toContain(
    'on: source file6.jsonl, source file5.jsonl, source file4.jsonl, source file3.jsonl, source file2.jsonl and 3 more.',
  )
})

it('scorer metrics omit values that are based on fewer than 20 steps or errors', () => {
  const few = describeScorerMetrics({ ...metrics, heldOutSteps: 19, heldOutErrors: 19 }).join(' ')
  expect(few).not.toContain('%')
  expect(formatCalibrationCaption({ ...metrics, heldOutSteps: 19 })).not.toContain('0.041')
  expect(few).toContain('Too few held-out steps')
  expect(few).toContain('Too few held-out annotations have an error')
  // Old versions have no `heldOutErrors`.
  const { heldOutErrors: _, ...oldMetrics } = metrics
  expect(describeScorerMetrics(oldMetrics).join(' ')).toContain('in 55% of annotations')
})

/** Ten bins sampled from a perfectly calibrated scorer. */
function sampleCalibratedBins(random: () => number): ScorerMetrics['bins'] {
  return Array.from({ length: 10 }, (_, i) => {
    const predicted = (i + 0.5) / 10
    const right = Array.from({ length: 100 }, () => random()).filter(
      (value) => value < predicted,
    ).length
    return bin(predicted, right / 100, 100)
  })
}

it('for a calibrated scorer, the title of the calibration plot says "match ratings" in over 92% of random samples', () => {
  let state = 7
  const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32
  const titles = Array.from({ length: 1_000 }, () =>
    formatCalibrationTitle({ bins: sampleCalibratedBins(random) }),
  )
  const wrong = titles.filter((title) => !title.includes('match ratings')).length
  expect(wrong).toBeLessThan(80)
})

it('scorer metrics explain why a value is missing', () => {
  expect(describeScorerMetrics({ ...metrics, heldOutSteps: 0 })).toHaveLength(1)
  const text = describeScorerMetrics({ ...metrics, stepAuc: null, firstErrorHit: null }).join(' ')
  expect(text).toContain('AUC is undefined')
  expect(text).toContain('No held-out annotation has an error')
})

it('the title of the calibration plot says whether probabilities match, are too high or too low', () => {
  expect(formatCalibrationTitle({ bins: [bin(0.9, 0.88, 200)] })).toMatch(
    /match ratings, within the uncertainty of 200 steps/,
  )
  expect(formatCalibrationTitle({ bins: [bin(0.9, 0.6, 200)] })).toMatch(/too high$/)
  expect(formatCalibrationTitle({ bins: [bin(0.5, 0.8, 200)] })).toMatch(/too low$/)
  // Far off, but with this few steps it may be chance.
  expect(formatCalibrationTitle({ bins: [bin(0.5, 0.8, 5), bin(0.9, 0.9, 60)] })).toMatch(
    /uncertainty of 65/,
  )
  expect(formatCalibrationTitle({ bins: [bin(0.5, 0.8, 5)] })).toMatch(/Too few/)
  // Too high in one bin and too low in another is not calibrated either.
  expect(formatCalibrationTitle({ bins: [bin(0.9, 0.6, 100), bin(0.3, 0.6, 100)] })).toMatch(
    /too high in some bins/,
  )
  expect(formatCalibrationCaption(metrics)).toContain('0.041')
})

it('the calibration plot has points only for bins with steps', () => {
  expect(listCalibrationPoints([bin(0, 0, 0), bin(0.9, 0.8, 10)])).toMatchObject([
    { predicted: 0.9, observed: 0.8, steps: 10 },
  ])
})

it('the confidence interval of a share contains the share and is narrower for larger n', () => {
  // Wilson, 8 of 10: 0.490 to 0.943.
  const { low, high } = computeShareInterval(0.8, 10)
  expect(low).toBeCloseTo(0.49, 2)
  expect(high).toBeCloseTo(0.943, 3)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(), (n, part) => {
      const share = (part % (n + 1)) / n
      const [few, many] = [computeShareInterval(share, n), computeShareInterval(share, 4 * n)]
      expect(few.low).toBeGreaterThanOrEqual(0)
      expect(few.high).toBeLessThanOrEqual(1)
      expect(few.low).toBeLessThanOrEqual(share)
      expect(few.high).toBeGreaterThanOrEqual(share)
      expect(many.high - many.low).toBeLessThan(few.high - few.low)
    }),
  )
})
