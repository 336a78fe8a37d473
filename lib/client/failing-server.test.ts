import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '@/lib/platform/errors'
import type {
  SubmissionOrSkip,
  ClaimResult,
  LeasedWork,
  LabellingScreenCalls,
} from './labelling-screen-calls'
import { FakeBrowser } from './testing/fake-browser'
import { createFakeStorage } from './testing/fake-storage'
import { makeLeasedWork } from './testing/make-leased-work'
import {
  useFakeClocks,
  openLabellingScreen,
  listStoredRecords,
  settlePendingWork,
  waitPastRetryDelay,
} from './testing/open-labelling-screen'
import { listUnfinishedTexts, makeAnnotationTextName, storeUnfinishedText } from './unfinished-text'

beforeEach(() => useFakeClocks())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const serveQueue = (...queue: LeasedWork[]) => {
  const finishes: SubmissionOrSkip[] = []
  let claims = 0
  const calls: LabellingScreenCalls = {
    serve: async (): Promise<ClaimResult> => {
      claims += 1
      const work = queue.shift()
      return work
        ? { kind: 'work', work }
        : { kind: 'none_left', reason: 'all_done', nextExpiry: null }
    },
    read: async (lease) => makeLeasedWork(lease),
    readSteps: () => Promise.reject(new AppError('not_found', 'All steps are loaded.')),
    save: async () => ({ reveal: null }),
    finish: async (finish) => {
      finishes.push(finish)
      const annotation = `annotation of ${finish.lease}`
      return { state: 'submitted', annotation, doneToday: finishes.length, reveal: null }
    },
    reopen: async () => ({ lease: 'a', solution: 'solution of a' }),
    findReopenable: async () => null,
    renew: async () => null,
    release: async () => null,
  }
  return { calls, finishes, countClaims: () => claims }
}

it('keeps a submission on the device if the server fails to accept it, and still sends the next one', async () => {
  const browser = new FakeBrowser()
  const { calls } = serveQueue(makeLeasedWork('a'), makeLeasedWork('b'), makeLeasedWork('c'))
  const submittedLeases: string[] = []
  let attempts = 0
  calls.finish = async (finish): ReturnType<LabellingScreenCalls['finish']> => {
    if (finish.lease === 'a') {
      attempts += 1
      throw new AppError('internal', 'The server failed.')
    }
    submittedLeases.push(finish.lease)
    return { state: 'submitted', annotation: finish.lease, doneToday: 1, reveal: null }
  }
  const { controller, view } = openLabellingScreen(browser.openTab(), calls)
  await settlePendingWork()
  for (let i = 0; i < 2; i += 1) {
    for (let step = 0; step < 3; step += 1) controller.dispatch({ type: 'rate', rating: 1 }, 'key')
    await settlePendingWork()
    controller.submit('solution', null, 'key')
    await settlePendingWork()
  }
  for (let i = 0; i < 12; i += 1) await waitPastRetryDelay()
  expect(attempts).toBe(5)
  expect(submittedLeases).toEqual(['b'])
  expect(view()).toMatchObject({ stage: 'work', error: { kind: 'finish_refused' } })
  expect(view().work?.lease).toBe('c')
  expect((await listStoredRecords(browser)).finishes).toHaveLength(1)
})

/** Rates all steps and submits until the page gives up, because the server fails. */
async function submitInVain(browser: FakeBrowser, calls: ReturnType<typeof serveQueue>['calls']) {
  calls.finish = () => Promise.reject(new AppError('internal', 'The server failed.'))
  const { controller, view } = openLabellingScreen(browser.openTab(), calls)
  await settlePendingWork()
  for (let step = 0; step < 3; step += 1) controller.dispatch({ type: 'rate', rating: 1 }, 'key')
  await settlePendingWork()
  controller.submit('solution', null, 'key')
  for (let i = 0; i < 12; i += 1) await waitPastRetryDelay()
  expect(view()).toMatchObject({ storedFinishes: 1, error: { kind: 'finish_refused' } })
  return { controller, view }
}

it('sends a submission that the server failed to accept again after a new sign-in', async () => {
  const browser = new FakeBrowser()
  const { calls } = serveQueue(makeLeasedWork('a'), makeLeasedWork('b'))
  const { finish, save } = calls
  const { controller, view } = await submitInVain(browser, calls)
  calls.save = () => Promise.reject(new AppError('unauthenticated', 'Sign in.'))
  controller.dispatch({ type: 'rate', rating: 1 }, 'key')
  await settlePendingWork()
  expect(view().error?.kind).toBe('signed_out')
  Object.assign(calls, { finish, save })
  controller.resumeAfterSignIn()
  await settlePendingWork()
  expect(view()).toMatchObject({ storedFinishes: 0, error: null })
  expect((await listStoredRecords(browser)).finishes).toHaveLength(0)
})

it('a submission that the server failed to accept is replaced when its solution is served again and submitted', async () => {
  const browser = new FakeBrowser()
  const again = makeLeasedWork('a2', { solution: 'solution of a' })
  // While the first one is on the screen, it is ignored.
  const { calls, finishes } = serveQueue(makeLeasedWork('a'), again, again)
  const { finish } = calls
  const { controller, view } = await submitInVain(browser, calls)
  expect(view().work?.lease).toBe('a2')
  expect(view().state?.content.steps).toEqual([1, 1, 1])

  calls.finish = finish
  controller.dispatch({ type: 'rate', target: { kind: 'step', step: 1 }, rating: 0 }, 'key')
  await settlePendingWork()
  controller.submit('solution', null, 'key')
  await settlePendingWork()
  expect(finishes.map(({ lease }) => lease)).toEqual(['a2'])
  expect(view()).toMatchObject({ storedFinishes: 0, pendingFinishes: 0, error: null })
  expect(await listStoredRecords(browser)).toEqual({ works: [], finishes: [] })
})

it('reports and deletes a stored draft if the steps of its solution have changed on the server', async () => {
  const browser = new FakeBrowser()
  const { calls } = serveQueue(makeLeasedWork('a'))
  calls.save = async () => {
    throw new AppError('unavailable', 'Away.')
  }
  const earlierScreen = openLabellingScreen(browser.openTab(), calls)
  await settlePendingWork()
  earlierScreen.controller.dispatch({ type: 'rate', rating: 1 }, 'key')
  await settlePendingWork()
  earlierScreen.controller.close()
  expect((await listStoredRecords(browser)).works).toHaveLength(1)
  const after = openLabellingScreen(
    browser.openTab(),
    serveQueue(makeLeasedWork('a', { revision: 2 })).calls,
  )
  await settlePendingWork()
  expect(after.view()).toMatchObject({ error: { kind: 'outdated' }, state: { changes: [] } })
  expect(after.view().state?.content.steps).toEqual([])
  expect((await listStoredRecords(browser)).works).toHaveLength(0)
})

it('does not retry to prefetch at every rating while the queue is empty', async () => {
  const { calls, countClaims } = serveQueue(makeLeasedWork('a'))
  const { controller } = openLabellingScreen(new FakeBrowser().openTab(), calls)
  await settlePendingWork()
  for (const rating of [1, 0, 1] as const) {
    controller.dispatch({ type: 'rate', rating }, 'key')
    await settlePendingWork()
  }
  expect(countClaims()).toBe(2)
})

it('deletes the unfinished texts of a solution once the server has accepted its submission', async () => {
  vi.stubGlobal('sessionStorage', createFakeStorage())
  const [submittedTexts, nextTexts] = ['a', 'b'].map(
    (lease) => `${makeAnnotationTextName(makeLeasedWork(lease))}/`,
  ) as [string, string]
  for (const texts of [submittedTexts, nextTexts]) storeUnfinishedText(`${texts}skip`, 'A slip.')
  const { calls } = serveQueue(makeLeasedWork('a'), makeLeasedWork('b'))
  const { finish, save } = calls
  const { controller } = await submitInVain(new FakeBrowser(), calls)
  expect(listUnfinishedTexts(submittedTexts)).toEqual([['skip', 'A slip.']])

  calls.save = () => Promise.reject(new AppError('unauthenticated', 'Sign in.'))
  controller.dispatch({ type: 'rate', rating: 1 }, 'key')
  await settlePendingWork()
  Object.assign(calls, { finish, save })
  controller.resumeAfterSignIn()
  await settlePendingWork()
  expect(listUnfinishedTexts(submittedTexts)).toEqual([])
  expect(listUnfinishedTexts(nextTexts)).toEqual([['skip', 'A slip.']])
})
