import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeYield, type SliceYield, type YieldStretch } from './yield'

/** Each annotation is a stretch of its own. */
const makeSlice = (
  slice: SliceYield['slice'],
  found: readonly (readonly [problem: number, stepsRead: number, errors: number])[],
): SliceYield => ({
  ...{ slice, queued: found.length + 5, labelled: found.length, open: 5 },
  stretches: found.map(([problem, stepsRead, errors], i) => ({
    annotations: i + 1,
    problems: [{ problem, stepsRead, errors }],
  })),
})

const repeat = (count: number, stepsRead: number, everyNth: number) =>
  Array.from({ length: count }, (_, i) => [i, stepsRead, i % everyNth === 0 ? 1 : 0] as const)

test('nothing was read: no rate, no line', () => {
  expect(describeYield([makeSlice('random', [])], 1)).toEqual({
    annotations: 0,
    slices: [
      {
        ...{ slice: 'random', queued: 5, labelled: 0, open: 5, stepsRead: 0, errors: 0 },
        ...{ rate: null, line: [], isUnderRandom: false },
      },
    ],
  })
  expect(describeYield([makeSlice('random', [[1, 0, 0]])], 1).slices[0]).toMatchObject({
    ...{ labelled: 1, rate: null, line: [] },
  })
})

test('errors per 100 steps, as it went on; of few problems without an interval', () => {
  const { annotations, slices } = describeYield(
    [
      makeSlice('convincing-wrong', [
        [1, 4, 1],
        [2, 6, 0],
        [1, 10, 1],
      ]),
    ],
    1,
  )
  expect(annotations).toBe(3)
  const none = { low: null, high: null }
  expect(slices[0]).toMatchObject({
    ...{ stepsRead: 20, errors: 2, rate: { perHundred: 10, ...none } },
    line: [
      { annotations: 1, perHundred: 25, ...none },
      { annotations: 2, perHundred: 10, ...none },
      { annotations: 3, perHundred: 10, ...none },
    ],
  })
})

test('an interval of 95 % is where draws of problems say it is', () => {
  // 400 problems of 10 steps each, half with an error: per problem sd 5 of 100 steps, so 10 x 0.5 +- 1.96 x 0.25.
  const [slice] = describeYield([makeSlice('random', repeat(400, 10, 2))], 3).slices
  expect(slice!.rate!.perHundred).toBe(5)
  expect(slice!.rate!.low).toBeCloseTo(4.51, 0)
  expect(slice!.rate!.high).toBeCloseTo(5.49, 0)
  expect(slice!.rate!.low).toBeGreaterThan(4.2)
  expect(slice!.rate!.high).toBeLessThan(5.8)
  expect(slice!.rate!.low).toBeLessThan(4.8)
  expect(slice!.rate!.high).toBeGreaterThan(5.2)
})

test('problems are drawn, not annotations: ten annotations of one problem count as one', () => {
  const many = repeat(200, 10, 2)
  const few = many.map(([i, steps]) => [i % 10, steps, i % 10 < 5 ? 1 : 0] as const)
  const width = (found: typeof few) => {
    const { rate } = describeYield([makeSlice('random', found)], 3).slices[0]!
    return rate!.high! - rate!.low!
  }
  expect(width(few)).toBeGreaterThan(2.5 * width(many))
})

describe('a slice that finds less than the random one', () => {
  const isUnder = (count: number, slices: SliceYield[]) =>
    describeYield(slices, 1).slices.map(({ slice, isUnderRandom }) => [slice, isUnderRandom, count])
  test('is named once there are 100 annotations of each', () => {
    const compare = (weak: number, random: number) =>
      isUnder(0, [
        makeSlice('uncertain', repeat(weak, 10, 4)),
        makeSlice('random', repeat(random, 10, 2)),
      ]).map(([, is]) => is)
    expect(compare(100, 100)).toEqual([true, false])
    expect(compare(99, 100)).toEqual([false, false])
    expect(compare(100, 99)).toEqual([false, false])
  })
  test('is not named where it finds as much, or nothing was drawn at random', () => {
    const weak = makeSlice('uncertain', repeat(100, 10, 4))
    expect(describeYield([weak], 1).slices[0]!.isUnderRandom).toBe(false)
    const same = makeSlice('random', repeat(100, 10, 4))
    expect(describeYield([weak, same], 1).slices.map(({ isUnderRandom }) => isUnderRandom)).toEqual(
      [false, false],
    )
  })
})

test('whatever was found: the same seed gives the same, a line ends at the rate, bounds hold', () => {
  const found = fc.record({
    problem: fc.integer({ min: 0, max: 30 }),
    stepsRead: fc.integer({ min: 0, max: 20 }),
    errors: fc.integer({ min: 0, max: 1 }),
  })
  const stretches = fc
    .array(fc.array(found, { minLength: 1, maxLength: 20 }), { maxLength: 30 })
    .map((all): YieldStretch[] => all.map((problems, i) => ({ annotations: i + 1, problems })))
  fc.assert(
    fc.property(stretches, fc.nat(), (made, seed) => {
      const slice = { queued: 1, labelled: 1, open: 0, slice: 'random' as const, stretches: made }
      const reply = describeYield([slice], seed)
      expect(describeYield([slice], seed)).toEqual(reply)
      const [described] = reply.slices
      const { rate, line, stepsRead, errors } = described!
      expect(rate === null).toBe(stepsRead === 0)
      expect(line.at(-1)?.perHundred ?? null).toBe(rate?.perHundred ?? null)
      if (rate) expect(rate.perHundred).toBeCloseTo((100 * errors) / stepsRead, 9)
      for (const { low, high } of line) {
        expect(low === null).toBe(high === null)
        if (low !== null && high !== null) expect(low).toBeLessThanOrEqual(high)
      }
    }),
  )
})
