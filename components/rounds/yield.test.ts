import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { formatYieldCaption, classifyYieldDataAmount, formatYieldTitle } from './describe-yield'
import {
  listAxisTicks,
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
const makeRate = (perHundred: number, low: number | null, high: number | null) => ({
  perHundred,
  low,
  high,
})
const makePoint = (annotations: number, perHundred: number) => ({
  annotations,
  perHundred,
  low: perHundred - 1,
  high: perHundred + 1,
})

describe('formatYieldTitle', () => {
  const formatTitle = (...slices: SliceYield[]) =>
    formatYieldTitle({ solutions: 10, annotations: 10, needed: 10, slices })
  it.each([
    [
      makeRate(13, 12, 14),
      makeRate(6.5, 4, 8),
      'Convincing wrong answers: twice the errors of the random sample',
    ],
    [
      makeRate(13, 12, 14),
      makeRate(4, 2, 6),
      'Convincing wrong answers: 3.3 times the errors of the random sample',
    ],
    [
      makeRate(13, 12, 14),
      makeRate(0, 0, 0),
      'Convincing wrong answers: many times the errors of the random sample',
    ],
    [
      makeRate(7, 5, 9),
      makeRate(6.5, 4, 8),
      'Convincing wrong answers: no significant difference from the random sample',
    ],
    [
      makeRate(2, 1, 3),
      makeRate(6.5, 4, 8),
      'Convincing wrong answers: fewer errors than the random sample',
    ],
    [makeRate(13, null, null), makeRate(6.5, 4, 8), 'The random sample: 6.5 errors per 100 steps'],
  ])(
    'claims a difference only if the intervals of %j and %j (random sample) don’t overlap',
    (lead, random, expected) => {
      expect(formatTitle(makeSlice('convincing-wrong', lead), makeSlice('random', random))).toBe(
        expected,
      )
    },
  )

  it('falls back to the random sample if no other slice has data', () => {
    expect(
      formatTitle(makeSlice('convincing-wrong', null), makeSlice('random', makeRate(6, 4, 8))),
    ).toBe('The random sample: 6.0 errors per 100 steps')
    expect(formatTitle()).toBe('Errors found per 100 steps')
  })
})

test('classifyYieldDataAmount requires two points with confidence intervals for a line', () => {
  const display = (annotations: number, line: SliceYield['line']) =>
    classifyYieldDataAmount({
      solutions: 10,
      annotations,
      needed: 10,
      slices: [makeSlice('random', null, line)],
    })
  expect(display(0, [])).toBe('empty')
  expect(display(1, [makePoint(1, 5)])).toBe('few')
  expect(
    display(
      2,
      [1, 2].map((n) => ({ annotations: n, ...makeRate(5, null, null) })),
    ),
  ).toBe('few')
  expect(display(2, [makePoint(1, 5), makePoint(2, 6)])).toBe('lines')
  expect(
    formatYieldCaption({ solutions: 412, annotations: 412, needed: 412, slices: [] }),
  ).toContain('over 412 annotations')
})

describe('layOutYieldPlot', () => {
  it('returns one row per annotation count, without slices that have no interval at that count', () => {
    const { rows, maxAnnotations } = layOutYieldPlot({
      slices: [
        makeSlice('convincing-wrong', null, [makePoint(10, 14), makePoint(40, 13)]),
        makeSlice('random', null, [
          makePoint(40, 6),
          { annotations: 20, ...makeRate(7, null, null) },
        ]),
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
        const { lineEnds } = layOutYieldPlot({
          slices: slices.map((slice, i) =>
            makeSlice(slice, null, [makePoint(100, generatedRates[i]!)]),
          ),
        })
        const positions = lineEnds.map(({ labelY }) => labelY)
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
    const { lineEnds } = layOutYieldPlot({
      slices: slices.map((slice) => makeSlice(slice, null, [makePoint(9, 20)])),
    })
    const y = lineEnds[0]!.y
    expect(lineEnds.map(({ labelY }) => labelY)).toEqual([y, y + 18, y + 36])
  })
})

test.each([
  [1, [0, 1]],
  [4, [0, 1, 2, 3, 4]],
  [19, [0, 5, 10, 15, 20]],
  [100, [0, 50, 100]],
])('listAxisTicks returns evenly spaced ticks from 0 to at least %j', (max, ticks) => {
  expect(listAxisTicks(max)).toEqual(ticks)
})
