import fc from 'fast-check'
import { expect, it } from 'vitest'
import { estimateStepCost, findStepPageRange, maxStepPageCost, maxStepsPerPage } from './step-page'

const lengthLists = fc.array(
  fc.oneof(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 1, max: 2_000_000 })),
  { minLength: 1, maxLength: 400 },
)

it('each step of a solution is on exactly one page, and pages are within their limits', () => {
  fc.assert(
    fc.property(lengthLists, (lengths) => {
      let start = 0
      while (start < lengths.length) {
        const page = findStepPageRange(lengths, start)
        expect(page.start).toBe(start)
        expect(page.end).toBeGreaterThan(start)
        expect(page.end - page.start).toBeLessThanOrEqual(maxStepsPerPage)
        const cost = lengths.slice(page.start, page.end).reduce((a, b) => a + b, 0)
        if (page.end - page.start > 1) expect(cost).toBeLessThanOrEqual(maxStepPageCost)
        expect(findStepPageRange(lengths, page.end - 1)).toEqual(page)
        start = page.end
      }
    }),
  )
})

it('a formula counts more towards the size of a page than its letters', () => {
  expect(estimateStepCost('So $x$.')).toBe(70 + 2 * 700)
  expect(estimateStepCost('So \\(x\\).')).toBe(90 + 1_400)
})

it('a solution of usual length is on one page', () => {
  expect(
    findStepPageRange(
      Array.from({ length: 60 }, () => 800),
      59,
    ),
  ).toEqual({ start: 0, end: 60 })
})

it('for a step that does not exist, findStepPageRange returns the last page, and an empty page if there are no steps', () => {
  const lengths = Array.from({ length: 250 }, () => 10)
  expect(findStepPageRange(lengths, 9_999)).toEqual({ start: 200, end: 250 })
  expect(findStepPageRange([], 0)).toEqual({ start: 0, end: 0 })
})
