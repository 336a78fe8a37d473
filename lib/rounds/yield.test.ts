import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeYield, type SliceYield, type YieldSegment } from './yield'

/** A slice with one segment per annotation. */
const makeSlice = (
  slice: SliceYield['slice'],
  items: readonly (readonly [problem: number, stepsRead: number, errors: number])[],
): SliceYield => ({
  ...{ slice, queued: items.length + 5, annotations: items.length, waiting: 5 },
  segments: items.map(([problem, stepsRead, errors], i) => ({
    annotations: i + 1,
    problems: [{ problem, stepsRead, errors }],
  })),
})

const repeat = (count: number, stepsRead: number, everyNth: number) =>
  Array.from({ length: count }, (_, i) => [i, stepsRead, i % everyNth === 0 ? 1 : 0] as const)

test('has no rate and no line before the first step is read', () => {
  expect(describeYield([makeSlice('random', [])], 1)).toEqual({
    annotations: 0,
    slices: [
      {
        ...{ slice: 'random', queued: 5, annotations: 0, waiting: 5, stepsRead: 0, errors: 0 },
        ...{ rate: null, line: [], isBelowRandom: false },
      },
    ],
  })
  expect(describeYield([makeSlice('random', [[1, 0, 0]])], 1).slices[0]).toMatchObject({
    ...{ annotations: 1, rate: null, line: [] },
  })
})

test('computes errors per 100 steps, without intervals for few problems', () => {
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

test('bootstraps the 95% interval over problems', () => {
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

test('resamples problems, not annotations', () => {
  const many = repeat(200, 10, 2)
  const few = many.map(([i, steps]) => [i % 10, steps, i % 10 < 5 ? 1 : 0] as const)
  const width = (items: typeof few) => {
    const { rate } = describeYield([makeSlice('random', items)], 3).slices[0]!
    return rate!.high! - rate!.low!
  }
  expect(width(few)).toBeGreaterThan(2.5 * width(many))
})

describe('isBelowRandom', () => {
  const isUnder = (count: number, slices: SliceYield[]) =>
    describeYield(slices, 1).slices.map(({ slice, isBelowRandom }) => [slice, isBelowRandom, count])
  test('is true only with at least 100 annotations in both slices', () => {
    const compare = (weak: number, random: number) =>
      isUnder(0, [
        makeSlice('uncertain', repeat(weak, 10, 4)),
        makeSlice('random', repeat(random, 10, 2)),
      ]).map(([, is]) => is)
    expect(compare(100, 100)).toEqual([true, false])
    expect(compare(99, 100)).toEqual([false, false])
    expect(compare(100, 99)).toEqual([false, false])
  })
  test('is false for an equal rate or without a random sample', () => {
    const weak = makeSlice('uncertain', repeat(100, 10, 4))
    expect(describeYield([weak], 1).slices[0]!.isBelowRandom).toBe(false)
    const same = makeSlice('random', repeat(100, 10, 4))
    expect(describeYield([weak, same], 1).slices.map(({ isBelowRandom }) => isBelowRandom)).toEqual(
      [false, false],
    )
  })
})

test('the line is reproducible, ends at the rate, and has no lower bound above its upper one', () => {
  const counts = fc.record({
    problem: fc.integer({ min: 0, max: 30 }),
    stepsRead: fc.integer({ min: 0, max: 20 }),
    errors: fc.integer({ min: 0, max: 1 }),
  })
  const anySegments = fc
    .array(fc.array(counts, { minLength: 1, maxLength: 20 }), { maxLength: 30 })
    .map((all): YieldSegment[] => all.map((problems, i) => ({ annotations: i + 1, problems })))
  fc.assert(
    fc.property(anySegments, fc.nat(), (segments, seed) => {
      const slice = { queued: 1, annotations: 1, waiting: 0, slice: 'random' as const, segments }
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
