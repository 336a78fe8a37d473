import { expect, test } from 'vitest'
import type { NoWorkReason } from './labelling-screen-calls'
import { findNoWorkReasonAfterScreening } from './next-solution'
import { SessionDriver } from './testing/session-driver'

/** A labelling screen that skips solutions and then reads whether a screening has ended. */
function openSession() {
  const session = new SessionDriver()
  return {
    skipSolution({ screening }: { screening: { number: number; of: number } | null }): void {
      session.open('a', { screening })
      session.skip()
    },
    takeScreeningEnd(): NoWorkReason | null {
      const result = findNoWorkReasonAfterScreening(session.state)
      if (result) session.apply({ type: 'loaded', id: session.request, reply: result })
      else session.apply({ type: 'fetch' })
      return result
    },
  }
}

test('reports the end of a screening once, after its last solution', () => {
  const session = openSession()
  const finishAndTakeEnd = (screening: { number: number; of: number } | null) => {
    session.skipSolution({ screening })
    return session.takeScreeningEnd()
  }
  expect(finishAndTakeEnd(null)).toBe(null)
  expect(finishAndTakeEnd({ number: 3, of: 4 })).toBe(null)
  expect(finishAndTakeEnd({ number: 4, of: 4 })).toEqual({
    kind: 'screening_due',
    state: 'grading',
    items: 4,
  })
  expect(session.takeScreeningEnd()).toBe(null)
})
