import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { formatYieldCaption, getYieldDisplay, formatYieldTitle } from './describe-yield'
import {
  listRateTicks,
  layOutYieldPlot,
  yieldPlotMargin,
  yieldPlotSize,
} from './lay-out-yield-plot'
import type { SliceYield } from './round'

type Rate = NonNullable<SliceYield['rate']>

function makeSlice(slice: SliceYield['slice'], rate: Rate | null, line: SliceYield['line'] = []) {
  const counts = { queued: 10, annotations: 5, waiting: 5, stepsRead: 50, errors: 4 }
  return { slice, ...counts, rate, line, isBelowRandom: false } satisfies SliceYield
}
const rate = (perHundred: number, low: number | null, high: number | null) => ({
  perHundred,
  low,
  high,
})
const point = (annotations: number, perHundred: number) => ({
  annotations,
  perHundred,
  low: perHundred - 1,
  high: perHundred + 1,
})

describe('formatYieldTitle', () => {
  const title = (...slices: SliceYield[]) => formatYieldTitle({ annotations: 10, slices })
  it.each([
    [
      rate(13, 12, 14),
      rate(6.5, 4, 8),
      'Convincing wrong answers: twice the errors of the random sample',
    ],
    [
      rate(13, 12, 14),
      rate(4, 2, 6),
      'Convincing wrong answers: 3.3 times the errors of the random sample',
    ],
    [
      rate(13, 12, 14),
      rate(0, 0, 0),
      'Convincing wrong answers: many times the errors of the random sample',
    ],
    [
      rate(7, 5, 9),
      rate(6.5, 4, 8),
      'Convincing wrong answers: no significant difference from the random sample',
    ],
    [
      rate(2, 1, 3),
      rate(6.5, 4, 8),
      'Convincing wrong answers: fewer errors than the random sample',
    ],
    [rate(13, null, null), rate(6.5, 4, 8), 'The random sample: 6.5 errors per 100 steps'],
  ])(
    'claims a difference only if the intervals of %j and %j (random sample) don’t overlap',
    (lead, random, expected) => {
      expect(title(makeSlice('convincing-wrong', lead), makeSlice('random', random))).toBe(expected)
    },
  )

  it('falls back to the random sample if no other slice has data', () => {
    expect(title(makeSlice('convincing-wrong', null), makeSlice('random', rate(6, 4, 8)))).toBe(
      'The random sample: 6.0 errors per 100 steps',
    )
    expect(title()).toBe('Errors found per 100 steps')
  })
})

test('getYieldDisplay shows lines only from two points with confidence intervals', () => {
  const of = (annotations: number, line: SliceYield['line']) =>
    getYieldDisplay({ annotations, slices: [makeSlice('random', null, line)] })
  expect(of(0, [])).toBe('empty')
  expect(of(1, [point(1, 5)])).toBe('few')
  expect(
    of(
      2,
      [1, 2].map((n) => ({ annotations: n, ...rate(5, null, null) })),
    ),
  ).toBe('few')
  expect(of(2, [point(1, 5), point(2, 6)])).toBe('lines')
  expect(formatYieldCaption({ annotations: 412, slices: [] })).toContain('over 412 annotations')
})

describe('layOutYieldPlot', () => {
  it('has one data row per number of annotations, with values of the slices that have an interval there', () => {
    const { rows, maxAnnotations } = layOutYieldPlot({
      slices: [
        makeSlice('convincing-wrong', null, [point(10, 14), point(40, 13)]),
        makeSlice('random', null, [point(40, 6), { annotations: 20, ...rate(7, null, null) }]),
      ],
    })
    expect(maxAnnotations).toBe(40)
    expect(rows).toEqual([
      { annotations: 10, 'convincing-wrong': 14, 'convincing-wrong band': [13, 15] },
      {
        annotations: 40,
        'convincing-wrong': 13,
        'convincing-wrong band': [12, 14],
        random: 6,
        'random band': [5, 7],
      },
    ])
  })

  it('keeps labels apart, in order and inside the plot', () => {
    const slices = ['convincing-wrong', 'paper-80-20', 'uncertain', 'random'] as const
    const rates = fc.array(fc.double({ min: 0, max: 60, noNaN: true }), {
      minLength: 4,
      maxLength: 4,
    })
    fc.assert(
      fc.property(rates, (generatedRates) => {
        const { ends } = layOutYieldPlot({
          slices: slices.map((slice, i) =>
            makeSlice(slice, null, [point(100, generatedRates[i]!)]),
          ),
        })
        const positions = ends.map(({ labelY }) => labelY)
        for (const [i, y] of positions.entries()) {
          expect(y).toBeLessThanOrEqual(yieldPlotSize.height - yieldPlotMargin.bottom)
          if (i > 0) expect(y - positions[i - 1]!).toBeGreaterThanOrEqual(18 - 1e-9)
        }
        expect(positions[0]).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('stacks the labels of lines that end at the same value', () => {
    const slices = ['convincing-wrong', 'uncertain', 'random'] as const
    const { ends } = layOutYieldPlot({
      slices: slices.map((slice) => makeSlice(slice, null, [point(9, 20)])),
    })
    const y = ends[0]!.y
    expect(ends.map(({ labelY }) => labelY)).toEqual([y, y + 18, y + 36])
  })

  it.each([
    [1, [0, 1]],
    [4, [0, 1, 2, 3, 4]],
    [19, [0, 5, 10, 15, 20]],
    [100, [0, 50, 100]],
  ])('listRateTicks returns evenly spaced ticks from 0 to at least %j', (max, ticks) => {
    expect(listRateTicks(max)).toEqual(ticks)
  })
})
