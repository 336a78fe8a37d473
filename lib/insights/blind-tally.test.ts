import { expect, test } from 'vitest'
import { type BlindAnnotation, BlindTally } from './blind-tally'

const annotation = (given: Partial<BlindAnnotation> = {}): BlindAnnotation => ({
  ...{ problem: 'p', person: 'ada', isShown: true, blindShare: 0.5, hasError: false },
  ...{ firstError: null, verdict: 'wrong', isExact: null, stepsRead: 4, activeMs: 8_000 },
  ...given,
})

function measure(annotations: readonly BlindAnnotation[]) {
  const tally = new BlindTally()
  for (const each of annotations) tally.add(each)
  return tally.measure()
}

test('nothing is compared where nothing was done without the answer', () => {
  expect(measure([annotation()])).toBeNull()
})

test('each arm, and the second less the first', () => {
  const found = { hasError: true, firstError: 3 }
  const result = measure([
    annotation(found),
    annotation({ ...found, problem: 'q', firstError: 5 }),
    annotation({ problem: 'q', isShown: false, ...found, person: 'ben' }),
    annotation({ problem: 'r', isShown: false, activeMs: 16_000 }),
    annotation({ problem: 'r', isShown: false, hasError: null, isExact: true, stepsRead: 0 }),
    annotation({ problem: 's', verdict: 'correct', hasError: null, isExact: false }),
  ])!
  expect(result).toMatchObject({
    ...{ annotations: { shown: 3, hidden: 3 }, problems: 4, people: 2 },
    errorRate: { shown: { value: 1 }, hidden: { value: 0.5 }, difference: { value: -0.5 } },
    firstError: { shown: { value: 4 }, hidden: { value: 3 }, of: { shown: 2, hidden: 1 } },
    foundInWrong: { hidden: { value: 0.5 } },
    foundInRight: { shown: null, hidden: null, difference: null, of: { shown: 0, hidden: 0 } },
    exactOnGold: { shown: { value: 0 }, hidden: { value: 1 } },
    secondsPerStep: { shown: { value: 2 }, hidden: { value: 3 } },
  })
})

test('what had a small chance of being drawn counts the more', () => {
  // First one in ten without the answer, on solutions with few errors; then one in two, on others with many.
  const many = (count: number, given: Partial<BlindAnnotation>) =>
    Array.from({ length: count }, (_, i) =>
      annotation({ problem: `${JSON.stringify(given.blindShare)} ${i}`, ...given }),
    )
  const result = measure([
    ...many(900, { blindShare: 0.1, isShown: true }),
    ...many(100, { blindShare: 0.1, isShown: false }),
    ...many(500, { blindShare: 0.5, isShown: true, hasError: true, firstError: 1 }),
    ...many(500, { blindShare: 0.5, isShown: false, hasError: true, firstError: 1 }),
  ])!
  expect(result.errorRate.shown!.value).toBeCloseTo(0.5)
  expect(result.errorRate.hidden!.value).toBeCloseTo(0.5)
  expect(result.errorRate.difference!.value).toBeCloseTo(0)
})

test('an interval holds a difference that is there, and leaves out none', () => {
  // A sequence without chance: problems differ, and without the answer every fourth error is missed.
  const annotations = Array.from({ length: 800 }, (_, i) => {
    const isShown = i % 2 === 0
    const hasError = isShown ? i % 10 !== 0 : i % 10 !== 1 && i % 4 !== 3
    return annotation({
      ...{ problem: `p${Math.floor(i / 2)}`, isShown, hasError },
      firstError: hasError ? 2 : null,
    })
  })
  const { difference } = measure(annotations)!.errorRate
  expect(difference!.value).toBeLessThan(-0.3)
  expect(difference!.high).toBeLessThan(0)
  expect(difference!.low).toBeGreaterThan(-0.7)
})
