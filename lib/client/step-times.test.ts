import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { addStepTime } from './open-annotation'
import { FakeBrowser } from './testing/fake-browser'
import { FakeNetwork } from './testing/fake-network'
import { InMemoryServer } from './testing/in-memory-server'
import { makeLeasedWork } from './testing/make-leased-work'
import {
  useFakeClocks,
  openLabellingScreen,
  settlePendingWork,
} from './testing/open-labelling-screen'

beforeEach(useFakeClocks)
afterEach(() => {
  vi.useRealTimers()
})

it('adds to a step only active time that is not yet counted for another step', () => {
  let times = addStepTime({ stepTimesMs: [100], activeMs: 100 }, 2, 350)
  times = addStepTime(times, 2, 350)
  times = addStepTime(times, 0, 360)
  expect(times.stepTimesMs).toEqual([110, 0, 250])
})

it('counts time for the current step, or for the last if all are rated, with at most a minute of idle time', async () => {
  const server = new InMemoryServer([makeLeasedWork('a')])
  const browser = new FakeBrowser()
  const openPage = async () => {
    const tab = browser.openTab()
    const annotator = openLabellingScreen(tab, new FakeNetwork(server).open(tab))
    await settlePendingWork()
    return annotator
  }
  const first = await openPage()
  const rate = async (annotation: typeof first.controller, afterMs: number) => {
    vi.advanceTimersByTime(afterMs)
    annotation.dispatch({ type: 'rate', rating: 1 }, 'key')
    annotation.activeTime.recordInput(performance.now())
    await settlePendingWork()
  }
  const readStored = () => server.annotations.get('solution of a')!.body
  await rate(first.controller, 5_000)
  await rate(first.controller, 7_000)
  expect(readStored()).toMatchObject({ stepTimesMs: [5_000, 7_000], activeMs: 12_000 })
  first.tab.crash()

  const { controller } = await openPage()
  // Only one of the ten minutes counts.
  await rate(controller, 600_000)
  expect(readStored()).toMatchObject({ stepTimesMs: [5_000, 7_000, 60_000], activeMs: 72_000 })
  vi.advanceTimersByTime(3_000)
  controller.submit('solution', null, 'key')
  await settlePendingWork()
  expect(readStored()).toMatchObject({ stepTimesMs: [5_000, 7_000, 63_000], activeMs: 75_000 })
})
