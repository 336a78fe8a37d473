import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findAnnotationIrregularity } from '@/lib/formats/find-annotation-irregularity'
import type { Rating } from '@/lib/formats/record'
import { mapAnnotationToRepairedSteps } from './map-annotation'
import { findNewStepPosition } from './repair-steps'

const rating = fc.constantFrom<Rating>(-1, 0, 1)

/** A valid annotation of a solution, and a repair of that solution. */
const cases = fc
  .record({
    passed: fc.array(fc.constantFrom<Rating>(0, 1), { maxLength: 6 }),
    isError: fc.boolean(),
    superseded: fc.array(fc.option(rating), { maxLength: 4 }),
    rest: fc.nat(3),
    first: fc.nat(12),
    size: fc.integer({ min: 2, max: 3 }),
    isSplit: fc.boolean(),
  })
  .map(({ passed, isError, superseded, rest, first, size, isSplit }) => {
    const ratings: (Rating | null)[] = isError ? [...passed, -1] : passed
    const stepCount = Math.max(2, ratings.length + superseded.length + rest)
    const position = first % stepCount
    const replacement = isSplit
      ? { first: position, removed: 1, added: size }
      : { first: Math.min(position, stepCount - 2), removed: 2, added: 1 }
    const stepTimesMs = Array.from({ length: stepCount }, (_, i) => i + 1)
    return { annotation: { ratings, superseded, stepTimesMs }, stepCount, replacement }
  })

test('a repair keeps ratings of unchanged steps at their new numbers and drops those of replaced steps', () => {
  fc.assert(
    fc.property(cases, ({ annotation, replacement, stepCount }) => {
      const mapped = mapAnnotationToRepairedSteps(annotation, replacement)
      const before = [...annotation.ratings, ...annotation.superseded]
      const after = [...mapped.ratings, ...mapped.superseded]
      for (let step = 0; step < stepCount; step += 1) {
        const mappedStep = findNewStepPosition(step, replacement)
        if (mappedStep !== null) {
          expect(after[mappedStep] ?? null).toBe(before[step] ?? null)
          expect(mapped.stepTimesMs[mappedStep]).toBe(annotation.stepTimesMs[step])
        }
      }
      const addedRatings = after.slice(replacement.first, replacement.first + replacement.added)
      expect(addedRatings.every((rating) => rating === null)).toBe(true)
      const removedRatings = before.slice(
        replacement.first,
        replacement.first + replacement.removed,
      )
      expect(mapped.removedRatings).toBe(removedRatings.filter((rating) => rating !== null).length)
    }),
  )
})

test('after any repair, an annotation has no gap in its ratings and no superseded rating beyond the last step', () => {
  fc.assert(
    fc.property(cases, ({ annotation, replacement, stepCount }) => {
      const { ratings, superseded, isUnchanged } = mapAnnotationToRepairedSteps(
        annotation,
        replacement,
      )
      const steps = stepCount + replacement.added - replacement.removed
      const finishReason = ratings.at(-1) === -1 ? 'found_error' : 'give_up'
      expect(
        findAnnotationIrregularity('solution', steps, { finishReason, ratings: [...ratings] }),
      ).toBeNull()
      expect(ratings).not.toContain(null)
      expect(ratings.length + superseded.length).toBeLessThanOrEqual(steps)
      expect(superseded.at(-1)).not.toBe(null)
      // A changed annotation has no error, so its finish reason can't stay.
      if (isUnchanged) expect(ratings).toEqual(annotation.ratings)
      else expect(ratings).not.toContain(-1)
    }),
  )
})

test('a split drops only the rating of the split step', () => {
  const annotation = {
    ratings: [1, 1, 0, -1] as Rating[],
    superseded: [1] as Rating[],
    stepTimesMs: [5, 6, 7],
  }
  expect(mapAnnotationToRepairedSteps(annotation, { first: 1, removed: 1, added: 2 })).toEqual({
    isUnchanged: false,
    removedRatings: 1,
    ratings: [1],
    superseded: [null, null, 0, -1, 1],
    stepTimesMs: [5, 0, 0, 7],
  })
})

test('a merge after the last rated step keeps all ratings and renumbers superseded ones', () => {
  const annotation = {
    ratings: [1, -1] as Rating[],
    superseded: [0, 1, -1] as Rating[],
    stepTimesMs: [5],
  }
  expect(mapAnnotationToRepairedSteps(annotation, { first: 2, removed: 2, added: 1 })).toEqual({
    isUnchanged: true,
    removedRatings: 2,
    ratings: [1, -1],
    superseded: [null, -1],
    stepTimesMs: [5],
  })
})

test('a repair drops trailing unrated steps from a draft', () => {
  const annotation = {
    ratings: [1, null, null] as (Rating | null)[],
    superseded: [],
    stepTimesMs: [],
  }
  expect(
    mapAnnotationToRepairedSteps(annotation, { first: 2, removed: 1, added: 2 }),
  ).toMatchObject({
    isUnchanged: false,
    ratings: [1],
    superseded: [],
  })
})
