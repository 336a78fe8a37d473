import { expect, test } from 'vitest'
import type { NoWorkReason } from './labelling-screen-calls'
import { findNoWorkReasonAfterScreening } from './next-solution'
import { SessionDriver } from './testing/session-driver'

/** A labelling screen on which solutions are finished. */
function openSession() {
  const session = new SessionDriver()
  return {
    note({ screening }: { screening: { number: number; of: number } | null }): void {
      session.open('a', { screening })
      session.skip()
    },
    take(): NoWorkReason | null {
      const result = findNoWorkReasonAfterScreening(session.state)
      if (result) session.apply({ type: 'loaded', id: session.request, reply: result })
      else session.apply({ type: 'fetch' })
      return result
    },
  }
}

test('reports the end of a screening once, after its last solution', () => {
  const end = openSession()
  const finishAndTakeEnd = (screening: { number: number; of: number } | null) => {
    end.note({ screening })
    return end.take()
  }
  expect(finishAndTakeEnd(null)).toBe(null)
  expect(finishAndTakeEnd({ number: 3, of: 4 })).toBe(null)
  expect(finishAndTakeEnd({ number: 4, of: 4 })).toEqual({
    kind: 'screening_due',
    state: 'grading',
    items: 4,
  })
  expect(end.take()).toBe(null)
})
