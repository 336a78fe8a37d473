import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scaleRuns } from '@/lib/platform/testing/report-figures'
import { SessionSimulation } from './testing/session-simulation'
import { anySessionStep, type SessionStep } from './testing/session-steps'

function runSteps(steps: readonly SessionStep[]): SessionSimulation {
  const simulation = new SessionSimulation()
  for (const step of steps) simulation.play(step)
  return simulation
}

test('no order of actions and replies loses content, finishes a solution twice, or saves a finished one', () => {
  const property = fc.property(fc.array(anySessionStep, { maxLength: 60 }), (steps) => {
    expect(runSteps(steps).faults).toEqual([])
  })
  fc.assert(property, { numRuns: scaleRuns(8_000) })
})

test('replies that arrive twice or late change nothing', () => {
  const property = fc.property(fc.array(anySessionStep, { maxLength: 60 }), (steps) => {
    const { session, pastReplies } = runSteps(steps)
    for (const reply of pastReplies) {
      const { state } = session
      expect(session.apply(reply)).toEqual([])
      expect(session.state).toBe(state)
    }
  })
  fc.assert(property, { numRuns: scaleRuns(4_000) })
})
