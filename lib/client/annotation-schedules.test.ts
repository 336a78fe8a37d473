import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { AnnotatorSimulation } from './testing/annotator-simulation'
import { anyEventSchedule, type ScheduledEvent } from './testing/event-schedule'
import { useFakeClocks } from './testing/open-labelling-screen'
import { singlePageSchedules, multiPageSchedules } from './testing/regression-schedules'

const numRuns = isFullTestRun ? 3_000 : 80
const timeoutMs = isFullTestRun ? 1_800_000 : 60_000

beforeEach(useFakeClocks)
afterEach(() => {
  vi.useRealTimers()
})

async function runSchedule(
  fixture: AnnotatorSimulation,
  events: readonly ScheduledEvent[],
): Promise<void> {
  await fixture.play(events)
  await fixture.end()
  expect(await fixture.listFaults()).toEqual([])
}

it(
  'ratings made in several tabs on two devices are never lost, duplicated or overwritten',
  async () => {
    const property = fc.asyncProperty(anyEventSchedule, (events) =>
      runSchedule(new AnnotatorSimulation(2), events),
    )
    await fc.assert(property, { numRuns, examples: multiPageSchedules.map((each) => [each]) })
  },
  timeoutMs,
)

it(
  'an annotator with one page never gets a conflict, and is refused only after the lease expires',
  async () => {
    // Without `slow`: a request that arrives after its page was replaced could conflict with the next page.
    const singlePageSchedule = anyEventSchedule.map((events) =>
      events.filter((each) => each.kind !== 'network' || each.network !== 'slow'),
    )
    const property = fc.asyncProperty(singlePageSchedule, async (events) => {
      const fixture = new AnnotatorSimulation(1, 1)
      await runSchedule(fixture, events)
      expect(fixture.conflicts).toBe(0)
      const couldExpire = events.some(({ kind }) => kind === 'expire')
      if (!couldExpire) expect(fixture.refusals).toBe(0)
    })
    await fc.assert(property, { numRuns, examples: singlePageSchedules.map((each) => [each]) })
  },
  timeoutMs,
)
