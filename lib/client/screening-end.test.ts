import { expect, test } from 'vitest'
import { AppError } from '@/lib/platform/errors'
import type { NoWorkReason } from './labelling-screen-calls'
import { toLabellingScreenView } from './labelling-session'
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

test('does not report the end of a screening while its last solution is not sent', () => {
  const session = new SessionDriver()
  session.open('a', { screening: { number: 4, of: 4 } })
  session.skip()
  const refusal = new AppError('paused', 'Paused.')
  const outcome = { idempotencyKey: 'key 1', refusal, isFinal: false }
  session.apply({ type: 'finish_refused', ...outcome })
  expect(findNoWorkReasonAfterScreening(session.state)).toBe(null)
  const reply = { kind: 'paused', message: 'Call me.', since: '2026-01-01T00:00:00Z' } as const
  session.apply({ type: 'loaded', id: session.request, reply })
  expect(toLabellingScreenView(session.state)).toMatchObject({
    noneLeft: { kind: 'paused' },
    error: { kind: 'paused' },
    receiptState: 'stored',
  })
})
