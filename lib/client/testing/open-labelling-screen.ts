import { vi } from 'vitest'
import { AnnotationController } from '@/lib/client/annotation-controller'
import { DraftStore } from '@/lib/client/draft-store'
import type { LabellingScreenCalls } from '@/lib/client/labelling-screen-calls'
import { Outbox } from '@/lib/client/outbox'
import { PagePresence } from '@/lib/client/page-presence'
import type { FakeBrowser, FakeTab } from './fake-browser'

export const testRecordOwner = { user: 'u', project: 'p' }

/** Fake timers, except those that the fake database uses. */
export function useFakeClocks(): void {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  })
}

/** Lets pending work run. In each turn, the database can do one operation. */
export async function settlePendingWork(turns = 40): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** Longer than the longest retry delay. */
export async function waitPastRetryDelay(): Promise<void> {
  for (let step = 0; step < 4; step += 1) {
    vi.advanceTimersByTime(10_000)
    await settlePendingWork()
  }
}

/** A browser tab with the labelling screen. */
export function openLabellingScreen(tab: FakeTab, calls: LabellingScreenCalls) {
  const presence = new PagePresence(testRecordOwner, tab.apis)
  const outbox = new Outbox(tab.connect, tab.getStorage)
  const controller = new AnnotationController(
    calls,
    new DraftStore(outbox, testRecordOwner, presence),
    presence,
    3,
  )
  controller.open()
  return { tab, presence, outbox, controller, view: () => controller.getView() }
}

/** All drafts (`works`) and finishes that the tabs of a browser have stored. */
export async function listStoredRecords(browser: FakeBrowser) {
  const { connect, getStorage } = browser.openTab()
  const outbox = new Outbox(connect, getStorage)
  const [works, finishes] = await Promise.all([
    outbox.listDrafts(testRecordOwner),
    outbox.listFinishes(testRecordOwner),
  ])
  return { works, finishes }
}
