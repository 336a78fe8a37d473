import { expect, test } from 'vitest'
import { ScreeningEndTracker } from './prefetcher'

test('reports the end of a screening once, after its last solution', () => {
  const end = new ScreeningEndTracker()
  const noteAndTake = (screening: { number: number; of: number } | null) => {
    end.note({ screening })
    return end.take()
  }
  expect(noteAndTake(null)).toBe(null)
  expect(noteAndTake({ number: 3, of: 4 })).toBe(null)
  expect(noteAndTake({ number: 4, of: 4 })).toEqual({
    kind: 'screening_due',
    state: 'grading',
    items: 4,
  })
  expect(end.take()).toBe(null)
})
