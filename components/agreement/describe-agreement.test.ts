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

const makeMeasure = (value: number, halfWidth = 0.05): AgreementMeasure => ({
  value,
  low: value - halfWidth,
  high: value + halfWidth,
  missingReason: null,
})
const makeMissingMeasure = (reason: string): AgreementMeasure => ({
  value: null,
  low: null,
  high: null,
  missingReason: reason,
})

const baseResult: AgreementResult = {
  report: {
    solutions: 500,
    doublyLabelled: 412,
    problems: 236,
    people: 6,
    coLabelledSteps: 3_118,
    measures: Object.fromEntries(
      agreementMeasureNames.map((name) => [name, makeMeasure(0.743)]),
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
const makeResult = (report: Partial<AgreementResult['report']>): AgreementResult => ({
  ...baseResult,
  report: { ...baseResult.report, ...report },
})

describe('captions of the agreement page', () => {
  test.each([
    [baseResult.report.confusion, '429 steps rated differently, 323 of them neutral vs positive.'],
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
    const { report } = makeResult({ confusion: confusion as typeof baseResult.report.confusion })
    expect(describeRatingDisagreements(report)).toBe(expected)
  })

  test('omit the confusion of ratings if no step was rated by two annotators', () => {
    expect(describeRatingDisagreements({ ...baseResult.report, coLabelledSteps: 0 })).toBeNull()
  })

  test('name the sample and whether it is biased', () => {
    const filters = { sample: 'auto', labels: 'all' } as const
    expect(describeAgreementSample(baseResult, filters)).toMatch(/^Random sample, unbiased/)
    expect(describeAgreementSample({ ...baseResult, sample: 'all' }, filters)).toContain(
      'fewer than 20',
    )
    expect(
      describeAgreementSample({ ...baseResult, sample: 'all' }, { ...filters, sample: 'all' }),
    ).not.toContain('fewer')
  })

  test('count excluded annotations by reason', () => {
    expect(describeExcludedAnnotations(baseResult)).toBeNull()
    expect(
      describeExcludedAnnotations({
        ...baseResult,
        excluded: { ...baseResult.excluded, gold: 1_200, unfinished: 60 },
      }),
    ).toBe('Excluded annotations: 60 given up or bad problem, 1,200 gold.')
  })

  test('give n instead of a measure for fewer than 20 solutions, and the reason if a measure is undefined', () => {
    expect(formatMissingMeasure(14, makeMissingMeasure('Too few'))).toBe('n = 14 (needs 20)')
    expect(formatMissingMeasure(40, makeMissingMeasure('All ratings are the same'))).toBe(
      'All ratings are the same.',
    )
  })
})

test('agreement measures are formatted with a true minus sign and without a negative zero', () => {
  expect(formatMeasure(makeMeasure(0.743), 'share')).toBe('74.3% [69.3, 79.3]')
  expect(formatMeasure(makeMeasure(-0.12, 0.1), 'coefficient')).toBe('−0.12 [−0.22, −0.02]')
  expect(formatMeasureNumber(-0.001, 'coefficient')).toBe('0.00')
  expect(formatMeasure(makeMissingMeasure('Too few'), 'share')).toBe('Too few.')
  expect(formatMeasure({ ...makeMeasure(1), low: null, high: null }, 'coefficient')).toBe('1.00')
})

const makeWeek = (name: string, exact: AgreementMeasure, solutions = 30): AgreementWeek => ({
  week: name,
  solutions,
  exact,
})

describe('agreement by week', () => {
  const makeGuideline = (version: number, day: string) => ({
    version,
    publishedAt: `${day}T12:00:00.000Z`,
  })
  const [lowWeek, highWeek] = [
    makeWeek('2026-03-02', makeMeasure(0.5)),
    makeWeek('2026-03-23', makeMeasure(0.8)),
  ]

  test('the title claims a rise or fall only if the first and last intervals don’t overlap', () => {
    expect(formatWeeklyAgreementTitle([lowWeek, highWeek], [])).toBe('Agreement rose')
    expect(formatWeeklyAgreementTitle([lowWeek, highWeek], [makeGuideline(2, '2026-03-10')])).toBe(
      'Agreement rose with guideline v2',
    )
    const twoVersions = [makeGuideline(3, '2026-03-12'), makeGuideline(2, '2026-03-10')]
    expect(formatWeeklyAgreementTitle([lowWeek, highWeek], twoVersions)).toBe('Agreement rose')
    expect(formatWeeklyAgreementTitle([lowWeek, highWeek], [makeGuideline(1, '2026-01-10')])).toBe(
      'Agreement rose',
    )
    const fallingWeeks = [
      { ...highWeek, week: '2026-03-02' },
      { ...lowWeek, week: '2026-03-23' },
    ]
    expect(formatWeeklyAgreementTitle(fallingWeeks, [])).toBe('Agreement fell')
    expect(
      formatWeeklyAgreementTitle([lowWeek, makeWeek('2026-03-23', makeMeasure(0.55))], []),
    ).toBe('Agreement by week')
    expect(
      formatWeeklyAgreementTitle([lowWeek, makeWeek('2026-03-23', makeMissingMeasure('few'))], []),
    ).toBe('Agreement by week')
    expect(formatWeeklyAgreementTitle([], [])).toBe('Agreement by week')
  })

  test('the plot has neither a dot nor a line for weeks without enough solutions, and marks guideline versions by date', () => {
    const weekWithFewSolutions = makeWeek('2026-03-09', makeMissingMeasure('few'), 3)
    const layout = layOutWeeklyAgreement(
      [lowWeek, weekWithFewSolutions, highWeek],
      [makeGuideline(2, '2026-03-16'), makeGuideline(1, '2026-01-01')],
    )
    expect(layout.dots.map(({ position, exact, n }) => [position, exact, n])).toEqual([
      [0, 50, 30],
      [1, null, 3],
      [3, 80, 30],
    ])
    expect(layout.points.map(({ position, exact }) => [position, exact])).toEqual([
      [0, 50],
      [1, null],
      [2, null],
      [3, 80],
    ])
    expect(layout).toMatchObject({ lastPosition: 3, floor: 40, ticks: [40, 60, 80, 100] })
    expect(layout.marks).toEqual([
      { version: 2, position: expect.closeTo(1.571, 3) as number, label: 'Guideline v2' },
    ])
  })
})

test('the matrix of annotator pairs lists the seven annotators with the most shared solutions, and higher shares get darker cells', () => {
  const makePair = (a: string, b: string, solutions: number) => ({
    a,
    b,
    solutions,
    exact: makeMeasure(0.7),
  })
  expect(listMatrixAnnotators([makePair('b', 'a', 20), makePair('b', 'c', 30)])).toEqual([
    'b',
    'c',
    'a',
  ])
  const manyPairs = Array.from({ length: 20 }, (_, i) => makePair('x', `p${i}`, 40 - i))
  expect(listMatrixAnnotators(manyPairs)).toEqual(['x', 'p0', 'p1', 'p2', 'p3', 'p4', 'p5'])
  expect([0, 0.06, 0.5, 1].map((share) => getShadeClass(share, [0.06, 0.2, 0.5, 0.7]))).toEqual([
    ...['bg-seq-0', 'bg-seq-1', 'bg-seq-3', 'bg-seq-4 text-on-accent'],
  ])
})
