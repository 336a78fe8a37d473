import { expect, test } from 'vitest'
import { ScreeningEnd } from './serve-work'

test('the end of a screening is told once, after its last solution and no other', () => {
  const end = new ScreeningEnd()
  const hand = (screening: { number: number; of: number } | null) => {
    end.note({ screening })
    return end.take()
  }
  expect(hand(null)).toBe(null)
  expect(hand({ number: 3, of: 4 })).toBe(null)
  expect(hand({ number: 4, of: 4 })).toEqual({ kind: 'screening_due', state: 'ending', items: 4 })
  expect(end.take()).toBe(null)
})
