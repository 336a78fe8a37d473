import { describe, expect, test } from 'vitest'
import { getShadeClass } from '@/components/ui/matrix-shades'
import { agreementMeasureNames } from '@/lib/agreement/agreement-report'
import type { AgreementResult, AgreementMeasure, AgreementWeek } from './agreement'
import {
  describeExcludedAnnotations,
  describeRatingDisagreements,
  describeAgreementSample,
  formatWeeklyAgreementTitle,
} from './describe-agreement'
import { formatMeasure, formatMissingMeasure, formatMeasureNumber } from './format-measures'
import { listMatrixAnnotators } from './list-matrix-annotators'
import { layOutWeeklyAgreement } from './weekly-agreement-layout'

const makeKnown = (value: number, half = 0.05): AgreementMeasure => ({
  value,
  low: value - half,
  high: value + half,
  missingReason: null,
})
const makeRefused = (reason: string): AgreementMeasure => ({
  value: null,
  low: null,
  high: null,
  missingReason: reason,
})

const whole: AgreementResult = {
  report: {
    solutions: 500,
    doublyLabelled: 412,
    problems: 236,
    people: 6,
    coLabelledSteps: 3_118,
    measures: Object.fromEntries(
      agreementMeasureNames.map((name) => [name, makeKnown(0.743)]),
    ) as AgreementResult['report']['measures'],
    confusion: [
      [182, 16, 38],
      [15, 141, 168],
      [37, 155, 2_366],
    ],
    specific: [0.77, 0.44, 0.92],
    pairs: [],
    weeks: [],
  },
  sample: 'random',
  annotations: 912,
  names: {},
  asOf: '2026-11-22T22:00:00.000Z',
  excluded: { irregular: 0, unfinished: 0, gold: 0, screening: 0, olderSteps: 0, stepChoice: 0 },
  choices: {
    people: [],
    rounds: [],
    slices: [],
    subjects: [],
    guidelines: [],
    hasImported: false,
  },
}
const change = (report: Partial<AgreementResult['report']>): AgreementResult => ({
  ...whole,
  report: { ...whole.report, ...report },
})

describe('captions of the agreement page', () => {
  test.each([
    [whole.report.confusion, '429 steps rated differently, 323 of them neutral vs positive.'],
    [
      [
        [10, 5, 5],
        [1, 3, 1],
        [0, 0, 9],
      ],
      '12 steps rated differently, 11 of them negative by one annotator only.',
    ],
    [
      [
        [4, 0, 0],
        [0, 3, 0],
        [0, 0, 9],
      ],
      'No step is rated differently.',
    ],
  ])('name the most frequent confusion of ratings in the matrix %j', (confusion, expected) => {
    const { report } = change({ confusion: confusion as typeof whole.report.confusion })
    expect(describeRatingDisagreements(report)).toBe(expected)
  })

  test('omit the confusion of ratings if no step was rated by two annotators', () => {
    expect(describeRatingDisagreements({ ...whole.report, coLabelledSteps: 0 })).toBeNull()
  })

  test('name the sample and whether it is biased', () => {
    const filters = { sample: 'auto', labels: 'all' } as const
    expect(describeAgreementSample(whole, filters)).toMatch(/^Random sample, unbiased/)
    expect(describeAgreementSample({ ...whole, sample: 'all' }, filters)).toContain('fewer than 20')
    expect(
      describeAgreementSample({ ...whole, sample: 'all' }, { ...filters, sample: 'all' }),
    ).not.toContain('fewer')
  })

  test('count excluded annotations by reason', () => {
    expect(describeExcludedAnnotations(whole)).toBeNull()
    expect(
      describeExcludedAnnotations({
        ...whole,
        excluded: { ...whole.excluded, gold: 1_200, unfinished: 60 },
      }),
    ).toBe('Excluded annotations: 60 given up or bad problem, 1,200 gold.')
  })

  test('give n instead of a measure for fewer than 20 solutions, and the reason if a measure is undefined', () => {
    expect(formatMissingMeasure(14, makeRefused('Too few'))).toBe('n = 14 (needs 20)')
    expect(formatMissingMeasure(40, makeRefused('All ratings are the same'))).toBe(
      'All ratings are the same.',
    )
  })
})

test('agreement measures are formatted with a true minus sign and without a negative zero', () => {
  expect(formatMeasure(makeKnown(0.743), 'share')).toBe('74.3% [69.3, 79.3]')
  expect(formatMeasure(makeKnown(-0.12, 0.1), 'coefficient')).toBe('−0.12 [−0.22, −0.02]')
  expect(formatMeasureNumber(-0.001, 'coefficient')).toBe('0.00')
  expect(formatMeasure(makeRefused('Too few'), 'share')).toBe('Too few.')
  expect(formatMeasure({ ...makeKnown(1), low: null, high: null }, 'coefficient')).toBe('1.00')
})

const week = (name: string, exact: AgreementMeasure, solutions = 30): AgreementWeek => ({
  week: name,
  solutions,
  exact,
})

describe('agreement by week', () => {
  const guideline = (version: number, day: string) => ({
    version,
    publishedAt: `${day}T12:00:00.000Z`,
  })
  const [low, high] = [week('2026-03-02', makeKnown(0.5)), week('2026-03-23', makeKnown(0.8))]

  test('the title claims a rise or fall only if the first and last intervals don’t overlap', () => {
    expect(formatWeeklyAgreementTitle([low, high], [])).toBe('Agreement rose')
    expect(formatWeeklyAgreementTitle([low, high], [guideline(2, '2026-03-10')])).toBe(
      'Agreement rose with guideline v2',
    )
    const both = [guideline(3, '2026-03-12'), guideline(2, '2026-03-10')]
    expect(formatWeeklyAgreementTitle([low, high], both)).toBe('Agreement rose')
    expect(formatWeeklyAgreementTitle([low, high], [guideline(1, '2026-01-10')])).toBe(
      'Agreement rose',
    )
    const falling = [
      { ...high, week: '2026-03-02' },
      { ...low, week: '2026-03-23' },
    ]
    expect(formatWeeklyAgreementTitle(falling, [])).toBe('Agreement fell')
    expect(formatWeeklyAgreementTitle([low, week('2026-03-23', makeKnown(0.55))], [])).toBe(
      'Agreement by week',
    )
    expect(formatWeeklyAgreementTitle([low, week('2026-03-23', makeRefused('few'))], [])).toBe(
      'Agreement by week',
    )
    expect(formatWeeklyAgreementTitle([], [])).toBe('Agreement by week')
  })

  test('the plot has a gap for a week with too few solutions, and marks guideline versions by date', () => {
    const few = week('2026-03-09', makeRefused('few'), 3)
    const layout = layOutWeeklyAgreement(
      [low, few, high],
      [guideline(2, '2026-03-16'), guideline(1, '2026-01-01')],
    )
    expect(layout.dots.map(({ position, exact, n }) => [position, exact, n])).toEqual([
      [0, 50, 30],
      [1, null, 3],
      [3, 80, 30],
    ])
    expect(layout).toMatchObject({ last: 3, floor: 40, ticks: [40, 60, 80, 100] })
    expect(layout.marks).toEqual([{ version: 2, position: expect.closeTo(1.571, 3) as number }])
  })
})

test('the matrix of annotator pairs lists the seven annotators with most shared solutions, with darker cells for higher agreement', () => {
  const pair = (a: string, b: string, solutions: number) => ({
    a,
    b,
    solutions,
    exact: makeKnown(0.7),
  })
  expect(listMatrixAnnotators([pair('b', 'a', 20), pair('b', 'c', 30)])).toEqual(['b', 'c', 'a'])
  const many = Array.from({ length: 20 }, (_, i) => pair('x', `p${i}`, 40 - i))
  expect(listMatrixAnnotators(many)).toEqual(['x', 'p0', 'p1', 'p2', 'p3', 'p4', 'p5'])
  expect([0, 0.06, 0.5, 1].map((share) => getShadeClass(share, [0.06, 0.2, 0.5, 0.7]))).toEqual([
    ...['bg-seq-0', 'bg-seq-1', 'bg-seq-3', 'bg-seq-4 text-on-accent'],
  ])
})
