import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findIrregularity } from '@/lib/formats/irregular'
import type { Rating } from '@/lib/formats/record'
import { mapAnnotation } from './map-annotation'
import { mapStep } from './repair-steps'

const rating = fc.constantFrom<Rating>(-1, 0, 1)

/** An annotation that keeps the rules, of a solution of some steps, and a repair of that. */
const cases = fc
  .record({
    passed: fc.array(fc.constantFrom<Rating>(0, 1), { maxLength: 6 }),
    isError: fc.boolean(),
    aside: fc.array(fc.option(rating), { maxLength: 4 }),
    rest: fc.nat(3),
    first: fc.nat(12),
    size: fc.integer({ min: 2, max: 3 }),
    isSplit: fc.boolean(),
  })
  .map(({ passed, isError, aside, rest, first, size, isSplit }) => {
    const ratings: (Rating | null)[] = isError ? [...passed, -1] : passed
    const stepCount = Math.max(2, ratings.length + aside.length + rest)
    const at = first % stepCount
    const map = isSplit
      ? { first: at, removed: 1, added: size }
      : { first: Math.min(at, stepCount - 2), removed: 2, added: 1 }
    const stepTimesMs = Array.from({ length: stepCount }, (_, i) => i + 1)
    return { annotation: { ratings, aside, stepTimesMs }, stepCount, map }
  })

test('every rating of a step that is still there is kept, at its new number; the others are void', () => {
  fc.assert(
    fc.property(cases, ({ annotation, map, stepCount }) => {
      const mapped = mapAnnotation(annotation, map)
      const before = [...annotation.ratings, ...annotation.aside]
      const after = [...mapped.ratings, ...mapped.aside]
      for (let step = 0; step < stepCount; step += 1) {
        const at = mapStep(step, map)
        if (at !== null) {
          expect(after[at] ?? null).toBe(before[step] ?? null)
          expect(mapped.stepTimesMs[at]).toBe(annotation.stepTimesMs[step])
        }
      }
      const fresh = after.slice(map.first, map.first + map.added)
      expect(fresh.every((one) => one === null)).toBe(true)
      const gone = before.slice(map.first, map.first + map.removed)
      expect(mapped.voided).toBe(gone.filter((one) => one !== null).length)
    }),
  )
})

test('what counts stays a prefix that fits the new steps, and nothing is set aside beyond them', () => {
  fc.assert(
    fc.property(cases, ({ annotation, map, stepCount }) => {
      const { ratings, aside, isWhole } = mapAnnotation(annotation, map)
      const steps = stepCount + map.added - map.removed
      const finishReason = ratings.at(-1) === -1 ? 'found_error' : 'give_up'
      expect(
        findIrregularity('solution', steps, { finishReason, ratings: [...ratings] }),
      ).toBeNull()
      expect(ratings).not.toContain(null)
      expect(ratings.length + aside.length).toBeLessThanOrEqual(steps)
      expect(aside.at(-1)).not.toBe(null)
      // It is whole exactly where the finish reason may stay, whatever it is.
      if (isWhole) expect(ratings).toEqual(annotation.ratings)
      else expect(ratings).not.toContain(-1)
    }),
  )
})

test('an annotation of all steps loses only the step that was split', () => {
  const annotation = {
    ratings: [1, 1, 0, -1] as Rating[],
    aside: [1] as Rating[],
    stepTimesMs: [5, 6, 7],
  }
  expect(mapAnnotation(annotation, { first: 1, removed: 1, added: 2 })).toEqual({
    isWhole: false,
    voided: 1,
    ratings: [1],
    aside: [null, null, 0, -1, 1],
    stepTimesMs: [5, 0, 0, 7],
  })
})

test('an annotation that ends before the place is whole, and what it set aside moves along', () => {
  const annotation = {
    ratings: [1, -1] as Rating[],
    aside: [0, 1, -1] as Rating[],
    stepTimesMs: [5],
  }
  expect(mapAnnotation(annotation, { first: 2, removed: 2, added: 1 })).toEqual({
    isWhole: true,
    voided: 2,
    ratings: [1, -1],
    aside: [null, -1],
    stepTimesMs: [5],
  })
})

test('steps that were reached without a rating do not count in a draft', () => {
  const annotation = { ratings: [1, null, null] as (Rating | null)[], aside: [], stepTimesMs: [] }
  expect(mapAnnotation(annotation, { first: 2, removed: 1, added: 2 })).toMatchObject({
    isWhole: false,
    ratings: [1],
    aside: [],
  })
})
