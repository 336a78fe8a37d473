import { expect, test } from 'vitest'
import {
  HiddenReferenceAccumulator,
  type ArmComparisonAnnotation,
} from './hidden-reference-accumulator'

const annotation = (overrides: Partial<ArmComparisonAnnotation> = {}): ArmComparisonAnnotation => ({
  problem: 'p',
  person: 'ada',
  isReferenceShown: true,
  hiddenShare: 0.5,
  hasError: false,
  firstError: null,
  verdict: 'wrong',
  isExact: null,
  stepsRead: 4,
  activeMs: 8_000,
  ...overrides,
})

function measure(annotations: readonly ArmComparisonAnnotation[]) {
  const accumulator = new HiddenReferenceAccumulator()
  for (const each of annotations) accumulator.add(each)
  return accumulator.measure()
}

test('the comparison of arms is null without annotations in the hidden-reference arm', () => {
  expect(measure([annotation()])).toBeNull()
})

test('the comparison of arms has the measures of both and their difference', () => {
  const errorAtStep3 = { hasError: true, firstError: 3 }
  const result = measure([
    annotation(errorAtStep3),
    annotation({ ...errorAtStep3, problem: 'q', firstError: 5 }),
    annotation({ problem: 'q', isReferenceShown: false, ...errorAtStep3, person: 'ben' }),
    annotation({ problem: 'r', isReferenceShown: false, activeMs: 16_000 }),
    annotation({
      problem: 'r',
      isReferenceShown: false,
      hasError: null,
      isExact: true,
      stepsRead: 0,
    }),
    annotation({ problem: 's', verdict: 'correct', hasError: null, isExact: false }),
  ])!
  expect(result).toMatchObject({
    annotations: { visible: 3, hidden: 3 },
    problems: 4,
    people: 2,
    errorRate: { visible: { value: 1 }, hidden: { value: 0.5 }, difference: { value: -0.5 } },
    firstError: {
      visible: { value: 4 },
      hidden: { value: 3 },
      observations: { visible: 2, hidden: 1 },
    },
    errorRateOnWrong: { hidden: { value: 0.5 } },
    errorRateOnCorrect: {
      visible: null,
      hidden: null,
      difference: null,
      observations: { visible: 0, hidden: 0 },
    },
    exactOnGold: { visible: { value: 0 }, hidden: { value: 1 } },
    secondsPerStep: { visible: { value: 2 }, hidden: { value: 3 } },
  })
})

test('annotations are weighted by the inverse of the probability of their arm', () => {
  // 10% hidden on solutions without errors, then 50% hidden on solutions with errors.
  const repeatAnnotation = (count: number, overrides: Partial<ArmComparisonAnnotation>) =>
    Array.from({ length: count }, (_, i) =>
      annotation({ problem: `${JSON.stringify(overrides.hiddenShare)} ${i}`, ...overrides }),
    )
  const result = measure([
    ...repeatAnnotation(900, { hiddenShare: 0.1, isReferenceShown: true }),
    ...repeatAnnotation(100, { hiddenShare: 0.1, isReferenceShown: false }),
    ...repeatAnnotation(500, {
      hiddenShare: 0.5,
      isReferenceShown: true,
      hasError: true,
      firstError: 1,
    }),
    ...repeatAnnotation(500, {
      hiddenShare: 0.5,
      isReferenceShown: false,
      hasError: true,
      firstError: 1,
    }),
  ])!
  expect(result.errorRate.visible!.value).toBeCloseTo(0.5)
  expect(result.errorRate.hidden!.value).toBeCloseTo(0.5)
  expect(result.errorRate.difference!.value).toBeCloseTo(0)
})

test('the interval of the difference excludes zero if the arms clearly differ', () => {
  // Deterministic: without the answer, every fourth error is missed.
  const annotations = Array.from({ length: 800 }, (_, i) => {
    const isReferenceShown = i % 2 === 0
    const hasError = isReferenceShown ? i % 10 !== 0 : i % 10 !== 1 && i % 4 !== 3
    return annotation({
      problem: `p${Math.floor(i / 2)}`,
      isReferenceShown,
      hasError,
      firstError: hasError ? 2 : null,
    })
  })
  const { difference } = measure(annotations)!.errorRate
  expect(difference!.value).toBeLessThan(-0.3)
  expect(difference!.high).toBeLessThan(0)
  expect(difference!.low).toBeGreaterThan(-0.7)
})
