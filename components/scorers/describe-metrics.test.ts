import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ScorerMetrics } from '@/lib/scoring/contract'
import {
  boundShare,
  captionCalibration,
  describeMetrics,
  listPoints,
  titleCalibration,
} from './describe-metrics'

const bin = (predicted: number, observed: number, steps: number) => ({
  ...{ from: 0, to: 1 },
  ...{ predicted, observed, steps },
})

const metrics: ScorerMetrics = {
  heldOutSolutions: 140,
  heldOutSteps: 600,
  heldOutErrors: 50,
  stepAuc: { model: 0.81, positionOnly: 0.6, random: 0.5 },
  firstErrorHit: { model: 0.55, positionOnly: 0.3, random: 0.22 },
  logLoss: 0.3,
  calibrationError: 0.041,
  bins: [bin(0.9, 0.88, 600)],
}

it('says what the numbers mean, beside place and chance', () => {
  const words = describeMetrics(metrics).join(' ')
  expect(words).toContain('140 solutions with 600 rated steps, of problems that it had not learnt')
  expect(words).toContain('81 times in a hundred')
  expect(words).toContain('by the place of a step alone it would be 60 times in a hundred')
  expect(words).toContain('So it reads more than the place.')
  expect(words).toContain('in 55 % of cases; by place alone in 30 %, at random in 22 %')
})

it('does not praise one that the place of a step beats', () => {
  const say = (model: number) =>
    describeMetrics({ ...metrics, stepAuc: { model, positionOnly: 0.6, random: 0.5 } }).join(' ')
  expect(say(0.63)).toContain('hardly more than the place')
  expect(say(0.6)).toContain('do not rank by it')
  expect(say(0.4)).toContain('do not rank by it')
})

it('claims nothing of two AUCs that few steps could part', () => {
  const words = describeMetrics({ ...metrics, heldOutSteps: 499 }).join(' ')
  expect(words).toContain('81 times in a hundred')
  expect(words).not.toContain('So it reads more')
  expect(
    describeMetrics({
      ...metrics,
      heldOutSteps: 499,
      stepAuc: { model: 0.4, positionOnly: 0.6, random: 0.5 },
    }).join(' '),
  ).not.toContain('do not rank')
})

it('gives no number that under twenty stand behind', () => {
  const few = describeMetrics({ ...metrics, heldOutSteps: 19, heldOutErrors: 19 }).join(' ')
  expect(few).not.toMatch(/in a hundred| %/)
  expect(captionCalibration({ ...metrics, heldOutSteps: 19 })).not.toContain('0.041')
  expect(few).toContain('So few steps cannot say')
  expect(few).toContain('Too few of these solutions have an error')
  // A version of before does not say how many had one.
  const { heldOutErrors: _, ...before } = metrics
  expect(describeMetrics(before).join(' ')).toContain('in 55 % of cases')
})

/** Ten bins of a scorer whose promises hold, drawn. */
function drawPerfect(random: () => number): ScorerMetrics['bins'] {
  return Array.from({ length: 10 }, (_, i) => {
    const predicted = (i + 0.5) / 10
    const right = Array.from({ length: 100 }, () => random()).filter((at) => at < predicted).length
    return bin(predicted, right / 100, 100)
  })
}

it('says of a scorer whose promises hold that they do, nearly always', () => {
  let state = 7
  const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32
  const titles = Array.from({ length: 1_000 }, () =>
    titleCalibration({ bins: drawPerfect(random) }),
  )
  const wrong = titles.filter((title) => !title.includes('say what people find')).length
  expect(wrong).toBeLessThan(80)
})

it('says where it cannot be said', () => {
  expect(describeMetrics({ ...metrics, heldOutSteps: 0 })).toHaveLength(1)
  const words = describeMetrics({ ...metrics, stepAuc: null, firstErrorHit: null }).join(' ')
  expect(words).toContain('cannot be said')
  expect(words).toContain('No held-out solution has an error')
})

it('names what the plot shows', () => {
  expect(titleCalibration({ bins: [bin(0.9, 0.88, 200)] })).toMatch(
    /say what people find, as far as 200/,
  )
  expect(titleCalibration({ bins: [bin(0.9, 0.6, 200)] })).toMatch(/more than people find/)
  expect(titleCalibration({ bins: [bin(0.5, 0.8, 200)] })).toMatch(/less than people find/)
  // Far off, but as few steps as that may be so by chance.
  expect(titleCalibration({ bins: [bin(0.5, 0.8, 5), bin(0.9, 0.9, 60)] })).toMatch(/as far as 65/)
  expect(titleCalibration({ bins: [bin(0.5, 0.8, 5)] })).toMatch(/Too few/)
  // Too high here and too low there is not honest either.
  expect(titleCalibration({ bins: [bin(0.9, 0.6, 100), bin(0.3, 0.6, 100)] })).toMatch(
    /too high in some places/,
  )
  expect(captionCalibration(metrics)).toContain('0.041')
})

it('draws only bins that hold steps', () => {
  expect(listPoints([bin(0, 0, 0), bin(0.9, 0.8, 10)])).toMatchObject([
    { predicted: 0.9, observed: 0.8, steps: 10 },
  ])
})

it('bounds a share by an interval that holds it and narrows with n', () => {
  // Wilson, 8 of 10: 0.490 to 0.943.
  const { low, high } = boundShare(0.8, 10)
  expect(low).toBeCloseTo(0.49, 2)
  expect(high).toBeCloseTo(0.943, 3)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(), (n, part) => {
      const share = (part % (n + 1)) / n
      const [few, many] = [boundShare(share, n), boundShare(share, 4 * n)]
      expect(few.low).toBeGreaterThanOrEqual(0)
      expect(few.high).toBeLessThanOrEqual(1)
      expect(few.low).toBeLessThanOrEqual(share)
      expect(few.high).toBeGreaterThanOrEqual(share)
      expect(many.high - many.low).toBeLessThan(few.high - few.low)
    }),
  )
})
