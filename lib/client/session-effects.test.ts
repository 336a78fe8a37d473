import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '@/lib/platform/errors'
import type { LeasedWork } from './labelling-screen-calls'
import { FakeBrowser } from './testing/fake-browser'
import { FakeNetwork } from './testing/fake-network'
import { InMemoryServer } from './testing/in-memory-server'
import { makeLeasedWork } from './testing/make-leased-work'
import {
  useFakeClocks,
  openLabellingScreen,
  listStoredRecords,
  settlePendingWork,
} from './testing/open-labelling-screen'

beforeEach(useFakeClocks)
afterEach(() => {
  vi.useRealTimers()
})

/** A labelling screen with a record of its requests, and saves that can be delayed. */
async function openPage(...works: LeasedWork[]) {
  const browser = new FakeBrowser()
  const tab = browser.openTab()
  const calls = new FakeNetwork(new InMemoryServer(works)).open(tab)
  const { save, finish, serve } = calls
  const requests: string[] = []
  let delay = Promise.resolve()
  calls.save = async (...input) => {
    await delay
    requests.push('save')
    return save(...input)
  }
  calls.finish = (request) => {
    requests.push('finish')
    return finish(request)
  }
  calls.serve = (isPrefetch) => {
    requests.push(isPrefetch ? 'prefetch' : 'fetch')
    return serve(isPrefetch)
  }
  const { controller, view } = openLabellingScreen(tab, calls)
  await settlePendingWork()
  return {
    controller,
    view,
    calls,
    requests,
    listDrafts: async () => (await listStoredRecords(browser)).works,
    async rate(...ratings: (-1 | 0 | 1)[]) {
      for (const rating of ratings) controller.dispatch({ type: 'rate', rating }, 'key')
      await settlePendingWork()
    },
    /** Returns a function that ends the delay. */
    delaySaves(): () => Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>()
      delay = promise
      return () => {
        resolve()
        return settlePendingWork()
      }
    },
  }
}

it('a finished solution is sent after the save that is running', async () => {
  const { controller, rate, requests, delaySaves } = await openPage(makeLeasedWork('a'))
  const endDelay = delaySaves()
  await rate(1)
  controller.skip('Not mine.')
  await settlePendingWork()
  expect(requests).not.toContain('finish')
  await endDelay()
  expect(requests.filter((each) => each === 'save' || each === 'finish')).toEqual([
    'save',
    'finish',
  ])
})

it('other pages can continue a draft when its last save has ended', async () => {
  const { controller, rate, listDrafts, delaySaves } = await openPage(makeLeasedWork('a'))
  const endDelay = delaySaves()
  await rate(1)
  controller.continueToNext()
  await settlePendingWork()
  expect(await listDrafts()).toMatchObject([{ isClosed: false }])
  await endDelay()
  expect(await listDrafts()).toMatchObject([{ isClosed: true }])
})

it('after an undo reopens a solution, the next one is prefetched only once the abandoned draft is saved', async () => {
  const works = ['a', 'b', 'c'].map((name) => makeLeasedWork(name))
  const { controller, view, rate, requests, delaySaves } = await openPage(...works)
  controller.submit('give_up', 'Too hard.', 'key')
  await settlePendingWork()
  const endDelay = delaySaves()
  await rate(1)
  await controller.undo('key')
  await controller.undo('key')
  await settlePendingWork()
  expect(view().work?.solution).toBe('solution of a')
  const count = requests.length
  await endDelay()
  expect(requests.slice(count)).toEqual(['save', 'prefetch'])
})

it('the result of a screening is displayed without another request', async () => {
  const screening = { number: 4, of: 4 }
  const page = await openPage(makeLeasedWork('a', { screening }), makeLeasedWork('b'))
  page.controller.submit('give_up', 'Too hard.', 'key')
  await settlePendingWork()
  expect(page.view()).toMatchObject({ stage: 'none_left', noneLeft: { kind: 'screening_due' } })
  expect(page.requests).toEqual(['fetch', 'finish'])
})

it('other pages can continue the draft of a submission that was refused', async () => {
  const { controller, calls, rate, listDrafts } = await openPage(makeLeasedWork('a'))
  await rate(1)
  calls.finish = () => Promise.reject(new AppError('lease_lost', 'Expired.'))
  calls.serve = async () => ({ kind: 'none_left', reason: 'all_done', nextExpiry: null })
  controller.submit('give_up', 'Too hard.', 'key')
  await settlePendingWork()
  expect(await listDrafts()).toMatchObject([{ isClosed: true }])
})

it('a bug in an effect is reported, because the screen can’t show it', async () => {
  const report = vi.fn<(error: unknown) => void>()
  vi.stubGlobal('reportError', report)
  const { controller, calls, view } = await openPage(makeLeasedWork('a'))
  const bug = new TypeError('x is not a function')
  calls.renew = () => Promise.reject(bug)
  await controller.renew()
  await settlePendingWork()
  expect(report.mock.calls).toEqual([[bug]])
  calls.renew = () => Promise.reject(new AppError('unavailable', 'Try again.'))
  await controller.renew()
  await settlePendingWork()
  expect(report).toHaveBeenCalledOnce()
  expect(view().error).toBeNull()
  vi.unstubAllGlobals()
})
