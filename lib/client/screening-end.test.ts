import { expect, test } from 'vitest'
import type { LoadedWork } from './draft-store'
import type { NoWorkReason } from './labelling-screen-calls'
import { createSession, type SessionEvent } from './labelling-session'
import { findScreeningResult } from './next-solution'
import { reduceSession } from './reduce-session'
import { makeLeasedWork } from './testing/make-leased-work'

/** A labelling screen on which solutions are finished. */
function openSession() {
  let state = createSession('this page', 0)
  const apply = (event: SessionEvent) => {
    state = reduceSession(state, event, { now: 0, activeMs: 0 }).state
  }
  const serve = (reply: LoadedWork | NoWorkReason) => {
    const id = 'request' in state.stage ? (state.stage.request ?? 0) : 0
    apply({ type: 'loaded', id, reply })
  }
  return {
    note({ screening }: { screening: { number: number; of: number } | null }): void {
      const work = makeLeasedWork('a', { screening })
      serve({ kind: 'work', work, storedDraft: null, isOutdated: false })
      apply({ type: 'skip', reason: 'Not mine.', idempotencyKey: 'k' })
    },
    take(): NoWorkReason | null {
      const result = findScreeningResult(state)
      if (result) serve(result)
      return result
    },
  }
}

test('reports the end of a screening once, after its last solution', () => {
  const end = openSession()
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
