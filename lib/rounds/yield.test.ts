import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeRoundYield, type SliceYieldInput, type YieldSegment } from './yield'

/** A slice with one segment per annotation. */
const makeSlice = (
  slice: SliceYieldInput['slice'],
  items: readonly (readonly [problem: number, stepsRead: number, errors: number])[],
): SliceYieldInput => ({
  slice,
  queued: items.length + 5,
  solutions: items.length + 5,
  annotations: items.length,
  needed: items.length + 5,
  waiting: 5,
  segments: items.map(([problem, stepsRead, errors], i) => ({
    annotations: i + 1,
    problems: [{ problem, stepsRead, errors }],
  })),
})

const repeat = (count: number, stepsRead: number, everyNth: number) =>
  Array.from({ length: count }, (_, i) => [i, stepsRead, i % everyNth === 0 ? 1 : 0] as const)

test('the yield of a slice has no rate and no line before the first step is read', () => {
  expect(computeRoundYield([makeSlice('random', [])])).toEqual({
    annotations: 0,
    solutions: 5,
    needed: 5,
    slices: [
      {
        slice: 'random',
        queued: 5,
        annotations: 0,
        waiting: 5,
        stepsRead: 0,
        errors: 0,
        rate: null,
        line: [],
        isBelowRandom: false,
      },
    ],
  })
  expect(computeRoundYield([makeSlice('random', [[1, 0, 0]])]).slices[0]).toMatchObject({
    annotations: 1,
    rate: null,
    line: [],
  })
})

test('the yield of a slice is its errors per 100 steps, given at least 20 annotations, with an interval given at least 10 problems', () => {
  const onProblems = (count: number) =>
    computeRoundYield([
      makeSlice(
        'random',
        Array.from({ length: 21 }, (_, i) => [i % count, 10, i % 2] as const),
      ),
    ]).slices[0]!
  expect(onProblems(9)).toMatchObject({
    stepsRead: 210,
    errors: 10,
    rate: { low: null, high: null },
    line: [
      { annotations: 20, perHundred: 5, low: null, high: null },
      { annotations: 21, low: null, high: null },
    ],
  })
  const { rate } = onProblems(10)
  expect(rate!.low).toBeLessThan(rate!.perHundred)
  expect(rate!.high).toBeGreaterThan(rate!.perHundred)
})

test('the interval of a yield is not empty even if no error was found', () => {
  const { rate } = computeRoundYield([makeSlice('random', repeat(30, 1, 31).slice(1))]).slices[0]!
  expect(rate).toMatchObject({ perHundred: 0, low: 0 })
  expect(rate!.high).toBeCloseTo(11.9, 1)
})

test('with one annotation per problem, the interval of a yield is close to that of independent steps', () => {
  const [slice] = computeRoundYield([makeSlice('random', repeat(400, 10, 2))]).slices
  expect(slice!.rate!.perHundred).toBe(5)
  expect(slice!.rate!.low).toBeCloseTo(4.35, 1)
  expect(slice!.rate!.high).toBeCloseTo(5.72, 1)
})

test('several annotations of the same problem widen the interval of a yield', () => {
  const many = repeat(200, 10, 2)
  const few = many.map(([i, steps]) => [i % 10, steps, i % 10 < 5 ? 1 : 0] as const)
  const width = (items: typeof few) => {
    const { rate } = computeRoundYield([makeSlice('random', items)]).slices[0]!
    return rate!.high! - rate!.low!
  }
  expect(width(few)).toBeGreaterThan(2 * width(many))
})

describe('isBelowRandom', () => {
  const readIsBelowRandom = (slices: SliceYieldInput[]) =>
    computeRoundYield(slices).slices.map(({ isBelowRandom }) => isBelowRandom)
  test('is true only with at least 100 annotations in both slices', () => {
    const compare = (weak: number, random: number) =>
      readIsBelowRandom([
        makeSlice('uncertain', repeat(weak, 10, 4)),
        makeSlice('random', repeat(random, 10, 2)),
      ])
    expect(compare(100, 100)).toEqual([true, false])
    expect(compare(99, 100)).toEqual([false, false])
    expect(compare(100, 99)).toEqual([false, false])
  })
  test('is false for an equal rate or without a random sample', () => {
    const weak = makeSlice('uncertain', repeat(100, 10, 4))
    expect(readIsBelowRandom([weak])).toEqual([false])
    const randomWithEqualRate = makeSlice('random', repeat(100, 10, 4))
    expect(readIsBelowRandom([weak, randomWithEqualRate])).toEqual([false, false])
  })
})

test('the line of yield over time is reproducible, ends at the total rate, and its lower bound never exceeds its upper bound', () => {
  const counts = fc.record({
    problem: fc.integer({ min: 0, max: 30 }),
    stepsRead: fc.integer({ min: 0, max: 20 }),
    errors: fc.integer({ min: 0, max: 1 }),
  })
  const anySegments = fc
    .array(fc.array(counts, { minLength: 1, maxLength: 20 }), { maxLength: 30 })
    .map((all): YieldSegment[] => all.map((problems, i) => ({ annotations: i + 1, problems })))
  fc.assert(
    fc.property(anySegments, (segments) => {
      const sliceCounts = { queued: 1, solutions: 1, annotations: 1, needed: 1, waiting: 0 }
      const slice = { ...sliceCounts, slice: 'random' as const, segments }
      const reply = computeRoundYield([slice])
      expect(computeRoundYield([slice])).toEqual(reply)
      const [described] = reply.slices
      const { rate, line, stepsRead, errors } = described!
      expect(rate === null).toBe(stepsRead === 0 || segments.length < 20)
      expect(line.at(-1)?.perHundred ?? null).toBe(rate?.perHundred ?? null)
      if (rate) expect(rate.perHundred).toBeCloseTo((100 * errors) / stepsRead, 9)
      for (const { low, high } of line) {
        expect(low === null).toBe(high === null)
        if (low !== null && high !== null) expect(low).toBeLessThanOrEqual(high)
      }
    }),
  )
})
