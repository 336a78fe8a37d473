import { expect, it } from 'vitest'
import { computeProportionInterval } from '@/lib/platform/proportion-interval'
import type { ScorerMetrics } from '@/lib/scoring/held-out-metrics'
import {
  describeScorerMetrics,
  describeUnmeasuredGroups,
  formatCalibrationCaption,
  formatCalibrationTitle,
  listCalibrationPoints,
} from './describe-scorer-metrics'

/** The confidence interval of a share over n problems with one rating each. */
const measureShare = (share: number, n: number) =>
  computeProportionInterval({
    hits: Array.from({ length: n }, (_, i) => Number(i < Math.round(share * n))),
    trials: Array.from({ length: n }, () => 1),
  })!

function makeBin(predicted: number, observed: number, steps: number) {
  const { low, high } = measureShare(observed, steps)
  return { from: 0, to: 1, predicted, observed, steps, low, high }
}

/** Calibration bins, and the share of correct steps over all of them. */
function makeCalibration(bins: ScorerMetrics['bins']) {
  const steps = bins.reduce((sum, bin) => sum + bin.steps, 0)
  const correct = bins.reduce((sum, bin) => sum + bin.observed * bin.steps, 0)
  return { bins, shareCorrect: measureShare(correct / steps, steps) }
}

const metrics: ScorerMetrics = {
  heldOutAnnotations: 140,
  heldOutProblems: 40,
  heldOutSteps: 600,
  heldOutErrors: 50,
  stepAuc: { model: 0.81, positionOnly: 0.6, random: 0.5 },
  firstErrorHit: { model: 0.55, positionOnly: 0.3, random: 0.22 },
  logLoss: 0.3,
  calibrationError: 0.041,
  shareCorrect: measureShare(0.88, 600),
  bins: [makeBin(0.9, 0.88, 600)],
  groups: [],
  groupCounts: [],
}

it('scorer metrics compare step AUC and first-error hits with step position alone and with chance', () => {
  const text = describeScorerMetrics(metrics).join(' ')
  expect(text).toContain('Measured on 600 ratings (50 negative) of 40 held-out problems.')
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

it('scorer metrics omit the comparison with step position for fewer than 500 held-out ratings', () => {
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

it('scorer metrics list at most 5 groups (files or subjects) in which position alone ranks steps as well as the scorer', () => {
  const makeGroup = (name: string, model: number, heldOutSteps = 500) => ({
    kind: 'subject' as const,
    name,
    heldOutProblems: 30,
    heldOutAnnotations: 100,
    heldOutSteps,
    heldOutErrors: 50,
    stepAuc: { model, positionOnly: 0.6, random: 0.5 },
    firstErrorHit: null,
    calibrationError: 0.02,
  })
  const describeWithGroups = (groups: ScorerMetrics['groups']) =>
    describeScorerMetrics({ ...metrics, groups }).join(' ')
  expect(
    describeWithGroups([
      makeGroup('algebra', 0.9),
      makeGroup('physics', 0.6),
      makeGroup('biology', 0.4),
    ]),
  ).toContain('Not better than step position alone on: subject physics, subject biology.')
  expect(describeWithGroups([makeGroup('algebra', 0.9)])).not.toContain('Not better than')
  expect(describeWithGroups([makeGroup('physics', 0.4, 499)])).not.toContain('Not better than')
  const sources = Array.from({ length: 7 }, (_, i) => ({
    ...makeGroup(`file${i}.jsonl`, 0.5),
    kind: 'source' as const,
    heldOutAnnotations: 100 + i,
  }))
  expect(describeWithGroups([makeGroup('physics', 0.6), ...sources])).toContain(
    'on: file file6.jsonl, file file5.jsonl, file file4.jsonl, file file3.jsonl, file file2.jsonl and 3 more.',
  )
})

it('scorer metrics omit values that are based on fewer than 20 ratings or errors', () => {
  const text = describeScorerMetrics({ ...metrics, heldOutSteps: 19, heldOutErrors: 19 }).join(' ')
  expect(text).not.toContain('%')
  expect(formatCalibrationCaption({ ...metrics, heldOutSteps: 19 })).not.toContain('0.041')
  expect(text).toContain('Too few held-out ratings to measure AUC: n = 19 (needs 20).')
  expect(text).toContain('Too few held-out annotations have an error')
})

it('scorer metrics omit AUC with fewer than 20 negative or 20 other ratings', () => {
  const describeWithErrors = (heldOutErrors: number) =>
    describeScorerMetrics({ ...metrics, heldOutErrors }).join(' ')
  expect(describeWithErrors(2)).toContain(
    'Too few held-out ratings to measure AUC: n = 2 negative (needs 20)',
  )
  expect(describeWithErrors(590)).toContain('n = 10 correct (needs 20)')
  expect(describeWithErrors(20)).toContain('81% of the time')
  expect(describeWithErrors(580)).toContain('81% of the time')
})

it('scorer metrics say how many files or subjects have held-out problems, and how many are listed if not all are', () => {
  const makeGroupCounts = (
    labelled: number,
    heldOut: number,
    kind: 'source' | 'subject' = 'subject',
  ) => ({ groupCounts: [{ kind, labelled, heldOut }], groups: [] })
  expect(describeUnmeasuredGroups(makeGroupCounts(13, 5), 'subject')).toBe(
    'Only 5 of the 13 subjects have held-out problems; the other 8 are not measured.',
  )
  expect(describeUnmeasuredGroups(makeGroupCounts(2, 1), 'subject')).toBe(
    'Only 1 of the 2 subjects has held-out problems; the other is not measured.',
  )
  expect(describeUnmeasuredGroups(makeGroupCounts(2, 1, 'source'), 'source')).toBe(
    'Only 1 of the 2 labelled files has held-out problems; the other is not measured.',
  )
  expect(describeUnmeasuredGroups(makeGroupCounts(5, 5), 'subject')).toBeNull()
  expect(describeUnmeasuredGroups(makeGroupCounts(13, 5), 'source')).toBeNull()
  expect(describeUnmeasuredGroups(metrics, 'subject')).toBeNull()
  const groups = Array.from({ length: 20 }, (_, i) => ({
    kind: 'subject' as const,
    name: `${i}`,
    heldOutProblems: 1,
    heldOutAnnotations: 1,
    heldOutSteps: 1,
    heldOutErrors: 0,
    stepAuc: null,
    firstErrorHit: null,
    calibrationError: null,
  }))
  expect(describeUnmeasuredGroups({ ...makeGroupCounts(30, 30), groups }, 'subject')).toBe(
    'The 20 with the most held-out annotations are listed.',
  )
})

/** Ten bins sampled from a perfectly calibrated scorer. */
function sampleCalibratedBins(random: () => number): ScorerMetrics['bins'] {
  return Array.from({ length: 10 }, (_, i) => {
    const predicted = (i + 0.5) / 10
    const correctCount = Array.from({ length: 100 }, () => random()).filter(
      (value) => value < predicted,
    ).length
    return makeBin(predicted, correctCount / 100, 100)
  })
}

it('for a calibrated scorer, the title of the calibration plot says "No clear deviation" in over 92% of random samples', () => {
  let state = 7
  const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32
  const titles = Array.from({ length: 1_000 }, () =>
    formatCalibrationTitle(makeCalibration(sampleCalibratedBins(random))),
  )
  const deviationCount = titles.filter((title) => !title.includes('No clear deviation')).length
  expect(deviationCount).toBeLessThan(80)
})

it('scorer metrics explain why a value is missing', () => {
  expect(describeScorerMetrics({ ...metrics, heldOutSteps: 0 })).toHaveLength(1)
  const text = describeScorerMetrics({ ...metrics, stepAuc: null, firstErrorHit: null }).join(' ')
  expect(text).toContain('AUC is undefined')
  expect(text).toContain('No held-out annotation has an error')
})

it('the title of the calibration plot says whether probabilities are too high or too low', () => {
  const formatTitle = (...bins: ScorerMetrics['bins']) =>
    formatCalibrationTitle(makeCalibration(bins))
  expect(formatTitle(makeBin(0.9, 0.88, 200))).toBe('No clear deviation (200 ratings)')
  expect(formatTitle(makeBin(0.9, 0.6, 200))).toMatch(/too high$/)
  expect(formatTitle(makeBin(0.5, 0.8, 200))).toMatch(/too low$/)
  expect(formatTitle(makeBin(0.5, 0.8, 5))).toMatch(/Too few/)
  // A scorer that is too high in some bins and too low in others is not calibrated either.
  expect(formatTitle(makeBin(0.9, 0.6, 100), makeBin(0.3, 0.6, 100))).toMatch(
    /too high in some bins/,
  )
  expect(formatCalibrationCaption(metrics)).toContain('0.041')
})

it('a bin with fewer than 20 ratings does not decide the title of the calibration plot', () => {
  const title = formatCalibrationTitle(
    makeCalibration([makeBin(0.05, 1, 5), makeBin(0.95, 0, 5), makeBin(0.9, 0.9, 60)]),
  )
  expect(title).toBe('No clear deviation (70 ratings)')
})

it('the calibration plot has no intervals and no verdict for ratings of one problem', () => {
  const unknown = { low: null, high: null }
  const bins = [{ from: 0, to: 1, predicted: 0.9, observed: 0.5, steps: 200, ...unknown }]
  const shareCorrect = { value: 0.5, ...unknown }
  expect(formatCalibrationTitle({ bins, shareCorrect })).toBe('Calibration (200 ratings)')
  expect(listCalibrationPoints(bins)).toMatchObject([{ low: null, high: null }])
  expect(formatCalibrationCaption({ ...metrics, bins })).not.toContain('95% CI')
  expect(formatCalibrationCaption(metrics)).toContain('bars: 95% CI, clustered by problem')
})

it('the calibration plot has points only for bins with ratings', () => {
  const emptyBin = { ...makeBin(0.1, 0, 1), steps: 0 }
  expect(
    listCalibrationPoints([emptyBin, makeBin(0.9, 0.8, 10), makeBin(0.9, 0.8, 20)]),
  ).toMatchObject([
    { predicted: 0.9, observed: 0.8, ratings: 10, hasEnoughRatings: false },
    { ratings: 20, hasEnoughRatings: true },
  ])
})
