import { vi } from 'vitest'
import type { WorkCalls } from '@/lib/client/work-calls'
import { DraftStore } from '@/lib/client/draft-store'
import { AnnotationController } from '@/lib/client/annotation-controller'
import { PagePresence } from '@/lib/client/page-presence'
import { Outbox } from '@/lib/client/outbox'
import type { FakeBrowser, FakeTab } from './fake-browser'

export const owner = { user: 'u', project: 'p' }

/** Clocks stand still until told; what the database does takes its own turns. */
export function freezeClocks(): void {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  })
}

/** Until nothing happens any more by itself: each turn lets the database do one thing. */
export async function settle(turns = 40): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** Longer than the longest pause between two tries. */
export async function pause(): Promise<void> {
  for (let step = 0; step < 4; step += 1) {
    vi.advanceTimersByTime(10_000)
    await settle()
  }
}

/** A tab of a browser with the labelling screen in it. */
export function openAnnotation(tab: FakeTab, calls: WorkCalls) {
  const presence = new PagePresence(owner, tab.apis)
  const outbox = new Outbox(tab.connect, tab.getStorage)
  const controller = new AnnotationController(
    calls,
    new DraftStore(outbox, owner, presence),
    presence,
    3,
  )
  controller.open()
  return { tab, presence, outbox, controller, view: () => controller.getView() }
}

/** Everything on the disk, from any tab. */
export async function readStored(browser: FakeBrowser) {
  const { connect, getStorage } = browser.openTab()
  const outbox = new Outbox(connect, getStorage)
  const [works, finishes] = await Promise.all([
    outbox.listDrafts(owner),
    outbox.listFinishes(owner),
  ])
  return { works, finishes }
}
