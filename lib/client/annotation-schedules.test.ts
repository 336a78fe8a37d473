import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isFull } from '@/lib/platform/testing/figures'
import { foundAlone, foundTogether } from './testing/found-schedules'
import { holdClocks } from './testing/open-annotation'
import { PlayedWorld } from './testing/played-world'
import { anySchedule, type Happening } from './testing/schedule'

const numRuns = isFull ? 3_000 : 200
const timeoutMs = isFull ? 1_800_000 : 60_000

beforeEach(holdClocks)
afterEach(() => {
  vi.useRealTimers()
})

async function play(world: PlayedWorld, happenings: readonly Happening[]): Promise<void> {
  await world.play(happenings)
  await world.end()
  expect(await world.listFaults()).toEqual([])
}

it(
  'loses nothing, doubles nothing and overwrites nothing unseen, in several tabs on two devices',
  async () => {
    const property = fc.asyncProperty(anySchedule, (happenings) =>
      play(new PlayedWorld(2), happenings),
    )
    await fc.assert(property, { numRuns, examples: foundTogether.map((each) => [each]) })
  },
  timeoutMs,
)

it(
  'never speaks of a conflict, nor refuses what was finished, where there is one page',
  async () => {
    // What waits on the way may arrive when its page is gone and the next one has begun: that is another page.
    const alone = anySchedule.map((happenings) =>
      happenings.filter((each) => each.kind !== 'network' || each.network !== 'slow'),
    )
    const property = fc.asyncProperty(alone, async (happenings) => {
      const world = new PlayedWorld(1, 1)
      await play(world, happenings)
      expect(world.conflicts).toBe(0)
      const couldExpire = happenings.some(({ kind }) => kind === 'expire')
      if (!couldExpire) expect(world.refusals).toBe(0)
    })
    await fc.assert(property, { numRuns, examples: foundAlone.map((each) => [each]) })
  },
  timeoutMs,
)
