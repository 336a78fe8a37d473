import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '@/lib/platform/errors'
import type { Finish, Served, Work, WorkCalls } from './call-work'
import { FakeBrowser } from './testing/fake-browser'
import { makeWork } from './testing/model-server'
import { holdClocks, openAnnotation, pause, readKept, settle } from './testing/open-annotation'

beforeEach(() => holdClocks())
afterEach(() => void vi.useRealTimers())

const served = (...queue: Work[]) => {
  const finishes: Finish[] = []
  let claims = 0
  const calls: WorkCalls = {
    serve: async (): Promise<Served> => {
      claims += 1
      const work = queue.shift()
      return work ? { kind: 'work', work } : { kind: 'none_left', why: 'all_done', until: null }
    },
    read: async (lease) => makeWork(lease),
    save: async () => null,
    finish: async (finish) => {
      finishes.push(finish)
      return { annotation: `annotation of ${finish.lease}`, doneToday: finishes.length }
    },
    reopen: async () => ({ lease: 'a', solution: 'solution of a' }),
    renew: async () => null,
    release: async () => null,
  }
  return { calls, finishes, countClaims: () => claims }
}

it('a finish on which the server fails lets the others pass, and is kept for another day', async () => {
  const browser = new FakeBrowser()
  const { calls } = served(makeWork('a'), makeWork('b'), makeWork('c'))
  const taken: string[] = []
  let tries = 0
  calls.finish = async (finish) => {
    if (finish.lease === 'a') {
      tries += 1
      throw new AppError('internal', 'The server failed.')
    }
    taken.push(finish.lease)
    return { annotation: finish.lease, doneToday: 1 }
  }
  const { annotation, view } = openAnnotation(browser.openTab(), calls)
  await settle()
  for (let i = 0; i < 2; i += 1) {
    for (let step = 0; step < 3; step += 1) annotation.act({ type: 'rate', rating: 1 }, 'key')
    await settle()
    annotation.submit('solution', null, 'key')
    await settle()
  }
  for (let i = 0; i < 12; i += 1) await pause()
  expect(tries).toBe(5)
  expect(taken).toEqual(['b'])
  expect(view()).toMatchObject({ stage: 'work', trouble: { kind: 'finish_refused' } })
  expect(view().work?.lease).toBe('c')
  expect((await readKept(browser)).finishes).toHaveLength(1)
})

it('work that was kept of steps that were repaired since is said to be gone, and does not stay', async () => {
  const browser = new FakeBrowser()
  const { calls } = served(makeWork('a'))
  calls.save = async () => {
    throw new AppError('unavailable', 'Away.')
  }
  const before = openAnnotation(browser.openTab(), calls)
  await settle()
  before.annotation.act({ type: 'rate', rating: 1 }, 'key')
  await settle()
  before.annotation.close()
  expect((await readKept(browser)).works).toHaveLength(1)
  const after = openAnnotation(browser.openTab(), served(makeWork('a', { revision: 2 })).calls)
  await settle()
  expect(after.view()).toMatchObject({ trouble: { kind: 'outdated' }, state: { changes: [] } })
  expect(after.view().state?.content.steps).toEqual([])
  expect((await readKept(browser)).works).toHaveLength(0)
})

it('with nothing left ahead, not every rating asks for more', async () => {
  const { calls, countClaims } = served(makeWork('a'))
  const { annotation } = openAnnotation(new FakeBrowser().openTab(), calls)
  await settle()
  for (const rating of [1, 0, 1] as const) {
    annotation.act({ type: 'rate', rating }, 'key')
    await settle()
  }
  expect(countClaims()).toBe(2)
})
