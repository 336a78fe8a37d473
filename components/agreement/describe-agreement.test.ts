import { describe, expect, test } from 'vitest'
import { measureNames } from '@/lib/review/agreement/report'
import type { AgreementResult, Measure, Week } from './agreement'
import {
  describeAgreement,
  describeLeftOut,
  describeSample,
  titleWeeks,
} from './describe-agreement'
import { layOutWeeks } from './lay-out-weeks'
import { listMatrixPeople } from './list-matrix-people'
import { chooseLook } from './matrix-looks'
import { writeMeasure, writeNumber } from './write-measures'

const known = (value: number, half = 0.05): Measure => ({
  ...{ value, low: value - half, high: value + half, refused: null },
})
const refused = (words: string): Measure => ({
  ...{ value: null, low: null, high: null, refused: words },
})

const whole: AgreementResult = {
  report: {
    ...{ solutions: 500, doublyLabelled: 412, problems: 236, people: 6, coLabelledSteps: 3_118 },
    measures: Object.fromEntries(
      measureNames.map((name) => [name, known(0.743)]),
    ) as AgreementResult['report']['measures'],
    confusion: [
      [182, 16, 38],
      [15, 141, 168],
      [37, 155, 2_366],
    ],
    ...{ specific: [0.77, 0.44, 0.92], pairs: [], weeks: [] },
  },
  ...{ sample: 'random', annotations: 912, names: {}, asOf: '2026-11-22T22:00:00.000Z' },
  leftOut: { irregular: 0, unfinished: 0, gold: 0, screening: 0, olderSteps: 0, stepChoice: 0 },
  choices: {
    ...{ people: [], rounds: [], slices: [], subjects: [], guidelines: [], hasImported: false },
  },
}
const change = (report: Partial<AgreementResult['report']>): AgreementResult => ({
  ...whole,
  report: { ...whole.report, ...report },
})

describe('what the page says first', () => {
  test('the number in a sentence, and over what people part', () => {
    expect(describeAgreement(whole)).toBe(
      'Two people who read the same solution point at the same first error, or agree that there is none, in 74.3 % [69.3, 79.3] of cases. Where they part, it is mostly over neutral: of 429 steps rated apart, 323 are neutral against positive.',
    )
  })

  test.each([
    [
      [
        [10, 5, 5],
        [1, 3, 1],
        [0, 0, 9],
      ],
      'mostly over what is wrong: of 12 steps rated apart, 11 are negative for one alone',
    ],
    [
      [
        [1, 1, 1],
        [1, 1, 1],
        [0, 2, 1],
      ],
      'as often over neutral as over what is wrong: 6 steps are rated apart',
    ],
    [
      [
        [4, 0, 0],
        [0, 3, 0],
        [0, 0, 9],
      ],
      'They rate all of 3,118 steps alike.',
    ],
  ])('%j', (confusion, words) => {
    const made = change({ confusion: confusion as typeof whole.report.confusion })
    expect(describeAgreement(made)).toContain(words)
  })

  test('under 20 it says what is missing, and no number', () => {
    const few = change({
      ...{ solutions: 30, doublyLabelled: 14 },
      measures: {
        ...whole.report.measures,
        firstErrorExact: refused('14 solutions are labelled by two people; 20 are needed'),
      },
    })
    expect(describeAgreement(few)).toBe(
      '14 solutions are labelled by two people; 20 are needed. 16 solutions have one annotation alone, which nothing can be compared with.',
    )
    const all = { ...few, report: { ...few.report, solutions: 14 } }
    expect(describeAgreement(all)).toBe('14 solutions are labelled by two people; 20 are needed.')
    expect(describeAgreement(change({ solutions: 0 }))).toBe(
      'There are no labels of this choice yet.',
    )
  })

  test('of which solutions, and what is left out', () => {
    const filters = { sample: 'auto', labels: 'all' } as const
    expect(describeSample(whole, filters)).toMatch(/^Of solutions that rounds drew at random/)
    expect(describeSample({ ...whole, sample: 'all' }, filters)).toContain('Fewer than 20')
    expect(
      describeSample({ ...whole, sample: 'all' }, { ...filters, sample: 'all' }),
    ).not.toContain('Fewer')
    expect(describeLeftOut(whole)).toBeNull()
    expect(
      describeLeftOut({ ...whole, leftOut: { ...whole.leftOut, gold: 1_200, unfinished: 60 } }),
    ).toBe('Annotations left out: 60 given up, or of a bad problem; 1,200 of gold.')
  })
})

test('numbers are written with a sign of their own, and nothing below nothing is nothing', () => {
  expect(writeMeasure(known(0.743), 'share')).toBe('74.3 % [69.3, 79.3]')
  expect(writeMeasure(known(-0.12, 0.1), 'coefficient')).toBe('−0.12 [−0.22, −0.02]')
  expect(writeNumber(-0.001, 'coefficient')).toBe('0.00')
  expect(writeMeasure(refused('Too few'), 'share')).toBe('Too few.')
  expect(writeMeasure({ ...known(1), low: null, high: null }, 'coefficient')).toBe('1.00')
})

const week = (name: string, exact: Measure, solutions = 30): Week => ({
  ...{ week: name, solutions, exact },
})

describe('agreement over time', () => {
  const guideline = (version: number, day: string) => ({
    version,
    publishedAt: `${day}T12:00:00.000Z`,
  })
  const [low, high] = [week('2026-03-02', known(0.5)), week('2026-03-23', known(0.8))]

  test('the title claims what the intervals bear', () => {
    expect(titleWeeks([low, high], [])).toBe('Agreement rose')
    expect(titleWeeks([low, high], [guideline(2, '2026-03-10')])).toBe(
      'Agreement rose with guideline 2',
    )
    const both = [guideline(3, '2026-03-12'), guideline(2, '2026-03-10')]
    expect(titleWeeks([low, high], both)).toBe('Agreement rose')
    expect(titleWeeks([low, high], [guideline(1, '2026-01-10')])).toBe('Agreement rose')
    const falling = [
      { ...high, week: '2026-03-02' },
      { ...low, week: '2026-03-23' },
    ]
    expect(titleWeeks(falling, [])).toBe('Agreement fell')
    expect(titleWeeks([low, week('2026-03-23', known(0.55))], [])).toBe('Agreement by week')
    expect(titleWeeks([low, week('2026-03-23', refused('few'))], [])).toBe('Agreement by week')
    expect(titleWeeks([], [])).toBe('Agreement by week')
  })

  test('a week without labels leaves room; what changed the guideline stands between', () => {
    const few = week('2026-03-09', refused('few'), 3)
    const layout = layOutWeeks(
      [low, few, high],
      [guideline(2, '2026-03-16'), guideline(1, '2026-01-01')],
    )
    expect(layout.dots.map(({ place, exact, n }) => [place, exact, n])).toEqual([
      [0, 50, 30],
      [1, null, 3],
      [3, 80, 30],
    ])
    expect(layout).toMatchObject({ last: 3, floor: 40, ticks: [40, 60, 80, 100] })
    expect(layout.marks).toEqual([{ version: 2, place: expect.closeTo(1.571, 3) as number }])
  })
})

test('the matrix of pairs has those who share most, and shares have looks from light to dark', () => {
  const pair = (a: string, b: string, solutions: number) => ({
    ...{ a, b, solutions, exact: known(0.7) },
  })
  expect(listMatrixPeople([pair('b', 'a', 20), pair('b', 'c', 30)])).toEqual(['b', 'c', 'a'])
  const many = Array.from({ length: 20 }, (_, i) => pair('x', `p${i}`, 40 - i))
  expect(listMatrixPeople(many)).toEqual(['x', 'p0', 'p1', 'p2', 'p3', 'p4', 'p5'])
  expect([0, 0.06, 0.5, 1].map((share) => chooseLook(share, [0.06, 0.2, 0.5, 0.7]))).toEqual([
    ...['bg-seq-0', 'bg-seq-1', 'bg-seq-3', 'bg-seq-4 text-on-accent'],
  ])
})
