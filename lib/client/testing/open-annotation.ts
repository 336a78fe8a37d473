import { vi } from 'vitest'
import type { WorkCalls } from '@/lib/client/call-work'
import { WorkKeeper } from '@/lib/client/keep-work'
import { AnnotationWork } from '@/lib/client/annotation-work'
import { OpenPage } from '@/lib/client/open-page'
import { Outbox } from '@/lib/client/outbox'
import type { FakeBrowser, FakeTab } from './fake-browser'

export const owner = { user: 'u', project: 'p' }

/** Clocks stand still until told; what the database does takes its own turns. */
export function holdClocks(): void {
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
  const page = new OpenPage(owner, tab.tools)
  const outbox = new Outbox(tab.connect, tab.getStorage)
  const annotation = new AnnotationWork(calls, new WorkKeeper(outbox, owner, page), page, 3)
  annotation.open()
  return { tab, page, outbox, annotation, view: () => annotation.getView() }
}

/** What is kept on the disk, whoever kept it. */
export async function readKept(browser: FakeBrowser) {
  const { connect, getStorage } = browser.openTab()
  const outbox = new Outbox(connect, getStorage)
  const [works, finishes] = await Promise.all([outbox.listWorks(owner), outbox.listFinishes(owner)])
  return { works, finishes }
}
