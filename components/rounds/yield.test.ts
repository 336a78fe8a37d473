import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { captionYield, readYieldState, titleYield } from './describe-yield'
import { findTicks, layOutYield, plotMargin, plotSize } from './lay-out-yield'
import type { SliceYield } from './round'

type Rate = NonNullable<SliceYield['rate']>

function makeSlice(slice: SliceYield['slice'], rate: Rate | null, line: SliceYield['line'] = []) {
  const counts = { queued: 10, labelled: 5, open: 5, stepsRead: 50, errors: 4 }
  return { slice, ...counts, rate, line, isUnderRandom: false } satisfies SliceYield
}
const rate = (perHundred: number, low: number | null, high: number | null) => ({
  perHundred,
  low,
  high,
})
const point = (annotations: number, perHundred: number) => ({
  ...{ annotations, perHundred },
  ...{ low: perHundred - 1, high: perHundred + 1 },
})

describe('the title', () => {
  const title = (...slices: SliceYield[]) => titleYield({ annotations: 10, slices })
  it.each([
    [
      rate(13, 12, 14),
      rate(6.5, 4, 8),
      'Convincing wrong answers find twice the errors that chance does',
    ],
    [
      rate(13, 12, 14),
      rate(4, 2, 6),
      'Convincing wrong answers find 3.3 times the errors that chance does',
    ],
    [
      rate(13, 12, 14),
      rate(0, 0, 0),
      'Convincing wrong answers find many times the errors that chance does',
    ],
    [
      rate(7, 5, 9),
      rate(6.5, 4, 8),
      'Convincing wrong answers and chance cannot be told apart yet',
    ],
    [rate(2, 1, 3), rate(6.5, 4, 8), 'Convincing wrong answers find fewer errors than chance does'],
    [
      rate(13, null, null),
      rate(6.5, 4, 8),
      'Solutions drawn at random find 6.5 errors in 100 steps read',
    ],
  ])('claims only what intervals bear: %j and %j', (own, chance, words) => {
    expect(title(makeSlice('convincing-wrong', own), makeSlice('random', chance))).toBe(words)
  })

  it('is about the slice that was read', () => {
    expect(title(makeSlice('convincing-wrong', null), makeSlice('random', rate(6, 4, 8)))).toBe(
      'Solutions drawn at random find 6.0 errors in 100 steps read',
    )
    expect(title()).toBe('Errors found per 100 steps read')
  })
})

test('there is a line from two points on that one can be sure of', () => {
  const of = (annotations: number, line: SliceYield['line']) =>
    readYieldState({ annotations, slices: [makeSlice('random', null, line)] })
  expect(of(0, [])).toBe('empty')
  expect(of(1, [point(1, 5)])).toBe('few')
  expect(
    of(
      2,
      [1, 2].map((n) => ({ annotations: n, ...rate(5, null, null) })),
    ),
  ).toBe('few')
  expect(of(2, [point(1, 5), point(2, 6)])).toBe('lines')
  expect(captionYield({ annotations: 412, slices: [] })).toContain('over 412 annotations')
})

describe('the plot', () => {
  it('has a row for each place, with the slices that have something to say there', () => {
    const { rows, most } = layOutYield({
      slices: [
        makeSlice('convincing-wrong', null, [point(10, 14), point(40, 13)]),
        makeSlice('random', null, [point(40, 6), { annotations: 20, ...rate(7, null, null) }]),
      ],
    })
    expect(most).toBe(40)
    expect(rows).toEqual([
      { annotations: 10, 'convincing-wrong': 14, 'convincing-wrong band': [13, 15] },
      {
        annotations: 40,
        ...{ 'convincing-wrong': 13, 'convincing-wrong band': [12, 14] },
        ...{ random: 6, 'random band': [5, 7] },
      },
    ])
  })

  it('keeps names apart, in order, and inside', () => {
    const slices = ['convincing-wrong', 'paper-80-20', 'uncertain', 'random'] as const
    const rates = fc.array(fc.double({ min: 0, max: 60, noNaN: true }), {
      minLength: 4,
      maxLength: 4,
    })
    fc.assert(
      fc.property(rates, (found) => {
        const { ends } = layOutYield({
          slices: slices.map((slice, i) => makeSlice(slice, null, [point(100, found[i]!)])),
        })
        const places = ends.map(({ nameY }) => nameY)
        for (const [i, y] of places.entries()) {
          expect(y).toBeLessThanOrEqual(plotSize.height - plotMargin.bottom)
          if (i > 0) expect(y - places[i - 1]!).toBeGreaterThanOrEqual(18 - 1e-9)
        }
        expect(places[0]).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('stacks the names of lines that end at one place from there on', () => {
    const slices = ['convincing-wrong', 'uncertain', 'random'] as const
    const { ends } = layOutYield({
      slices: slices.map((slice) => makeSlice(slice, null, [point(9, 20)])),
    })
    const y = ends[0]!.y
    expect(ends.map(({ nameY }) => nameY)).toEqual([y, y + 18, y + 36])
  })

  it.each([
    [1, [0, 1]],
    [4, [0, 1, 2, 3, 4]],
    [19, [0, 5, 10, 15, 20]],
    [100, [0, 50, 100]],
  ])('ticks up to %j are even', (most, ticks) => {
    expect(findTicks(most)).toEqual(ticks)
  })
})
