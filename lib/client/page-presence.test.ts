import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PagePresence } from './page-presence'
import { FakeBrowser } from './testing/fake-browser'
import { FakeNetwork } from './testing/fake-network'
import { InMemoryServer } from './testing/in-memory-server'
import { makeLeasedWork } from './testing/make-leased-work'
import {
  useFakeClocks,
  openLabellingScreen,
  testRecordOwner,
  listStoredRecords,
  settlePendingWork,
} from './testing/open-labelling-screen'

let browser = new FakeBrowser()

beforeEach(() => {
  useFakeClocks()
  browser = new FakeBrowser()
})
afterEach(() => {
  vi.useRealTimers()
})

const openPage = (scope = testRecordOwner) => {
  const tab = browser.openTab()
  const page = new PagePresence(scope, tab.apis)
  page.open()
  return { tab, page }
}

describe('pages of one user', () => {
  it('know which of them are open, even after one has crashed', async () => {
    const [firstPage, two, three] = [openPage(), openPage(), openPage()]
    openPage({ ...testRecordOwner, user: 'another' })
    const writers = [firstPage, two, three].map(({ page }) => page.writer)
    expect(await firstPage.page.listOpenWriters()).toEqual(new Set(writers))
    two.page.close()
    three.tab.crash()
    await settlePendingWork()
    expect(await firstPage.page.listOpenWriters()).toEqual(new Set([firstPage.page.writer]))
  })

  it('know whether another of them is open', async () => {
    const firstPage = openPage()
    await settlePendingWork()
    expect(firstPage.page.isAlone).toBe(true)
    openPage({ ...testRecordOwner, project: 'another' })
    const { page } = openPage()
    await settlePendingWork()
    expect([firstPage.page.isAlone, page.isAlone]).toEqual([false, false])
    page.close()
    await settlePendingWork()
    expect(firstPage.page.isAlone).toBe(true)
  })

  it('run a task in one page at a time, even if it fails or its page crashes', async () => {
    const pages = [openPage(), openPage(), openPage()]
    const messages: string[] = []
    const runs = pages.map(({ page }, index) =>
      page.runExclusive(async () => {
        messages.push(`begin ${index}`)
        await settlePendingWork(2)
        messages.push(`end ${index}`)
        if (index === 0) throw new Error('It failed.')
      }),
    )
    await expect(runs[0]).rejects.toThrow('It failed.')
    pages[1]!.tab.crash()
    await runs[2]
    expect(messages.filter((each) => each.endsWith('0'))).toEqual(['begin 0', 'end 0'])
    expect(messages.indexOf('begin 2')).toBeGreaterThan(messages.indexOf('end 0'))
  })

  it('work in a browser without Web Locks and BroadcastChannel', async () => {
    const page = new PagePresence(testRecordOwner, {})
    page.open()
    expect(page.isAlone).toBe(true)
    expect(await page.runExclusive(async () => 'done')).toBe('done')
    expect(await page.listOpenWriters()).toEqual(new Set([page.writer]))
    page.close()
  })
})

describe('two labelling screens', () => {
  async function openTwo() {
    const server = new InMemoryServer(['a', 'b', 'c'].map((name) => makeLeasedWork(name)))
    const network = new FakeNetwork(server)
    const open = () => {
      const tab = browser.openTab()
      return openLabellingScreen(tab, network.open(tab))
    }
    const screens = [open(), open()] as const
    await settlePendingWork()
    const released = vi.spyOn(server, 'release')
    return { server, network, screens, released }
  }

  it('release the prefetched lease when the last of them closes', async () => {
    const { screens, released } = await openTwo()
    for (const { controller } of screens) {
      controller.dispatch({ type: 'rate', rating: 1 }, 'key')
      await settlePendingWork()
    }
    screens[0].controller.close()
    await settlePendingWork()
    expect(released).not.toHaveBeenCalled()
    screens[1].controller.close()
    expect(released).toHaveBeenCalledTimes(1)
  })

  it("keep each other's drafts", async () => {
    const { network, screens } = await openTwo()
    network.change('down')
    screens[0].controller.dispatch({ type: 'rate', rating: 1 }, 'key')
    await settlePendingWork()
    const third = browser.openTab()
    const server = new InMemoryServer([makeLeasedWork('a')])
    const { view } = openLabellingScreen(third, new FakeNetwork(server).open(third))
    await settlePendingWork()
    expect(view()).toMatchObject({ stage: 'work', state: { content: { steps: [] } } })
    expect((await listStoredRecords(browser)).works).toHaveLength(1)
  })
})
