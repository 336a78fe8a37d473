import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { OpenPage } from './open-page'
import { FakeBrowser } from './testing/fake-browser'
import { FakeNetwork } from './testing/fake-network'
import { makeWork, ModelServer } from './testing/model-server'
import { holdClocks, openAnnotation, owner, readKept, settle } from './testing/open-annotation'

let browser = new FakeBrowser()

beforeEach(() => {
  holdClocks()
  browser = new FakeBrowser()
})
afterEach(() => {
  vi.useRealTimers()
})

const openPage = (place = owner) => {
  const tab = browser.openTab()
  const page = new OpenPage(place, tab.tools)
  page.open()
  return { tab, page }
}

describe('pages of one person', () => {
  it('know which are open, however they end', async () => {
    const [one, two, three] = [openPage(), openPage(), openPage()]
    openPage({ ...owner, user: 'another' })
    const writers = [one, two, three].map(({ page }) => page.writer)
    expect(await one.page.listOpen()).toEqual(new Set(writers))
    two.page.close()
    three.tab.crash()
    await settle()
    expect(await one.page.listOpen()).toEqual(new Set([one.page.writer]))
  })

  it('know whether they are alone', async () => {
    const one = openPage()
    await settle()
    expect(one.page.isAlone).toBe(true)
    openPage({ ...owner, project: 'another' })
    const { page } = openPage()
    await settle()
    expect([one.page.isAlone, page.isAlone]).toEqual([false, false])
    page.close()
    await settle()
    expect(one.page.isAlone).toBe(true)
  })

  it('take turns, and pass the turn on when one fails or ends', async () => {
    const pages = [openPage(), openPage(), openPage()]
    const said: string[] = []
    const turns = pages.map(({ page }, at) =>
      page.takeTurn(async () => {
        said.push(`begin ${at}`)
        await settle(2)
        said.push(`end ${at}`)
        if (at === 0) throw new Error('It failed.')
      }),
    )
    await expect(turns[0]).rejects.toThrow('It failed.')
    pages[1]!.tab.crash()
    await turns[2]
    expect(said.filter((each) => each.endsWith('0'))).toEqual(['begin 0', 'end 0'])
    expect(said.indexOf('begin 2')).toBeGreaterThan(said.indexOf('end 0'))
  })

  it('go on where there are neither locks nor channels', async () => {
    const page = new OpenPage(owner, {})
    page.open()
    expect(page.isAlone).toBe(true)
    expect(await page.takeTurn(async () => 'done')).toBe('done')
    expect(await page.listOpen()).toEqual(new Set([page.writer]))
    page.close()
  })
})

describe('two labelling screens', () => {
  async function openTwo() {
    const server = new ModelServer(['a', 'b', 'c'].map((name) => makeWork(name)))
    const network = new FakeNetwork(server)
    const open = () => {
      const tab = browser.openTab()
      return openAnnotation(tab, network.open(tab))
    }
    const screens = [open(), open()] as const
    await settle()
    const released = vi.spyOn(server, 'release')
    return { server, network, screens, released }
  }

  it('give back the solution fetched ahead only with the last of them', async () => {
    const { screens, released } = await openTwo()
    for (const { annotation } of screens) {
      annotation.act({ type: 'rate', rating: 1 }, 'key')
      await settle()
    }
    screens[0].annotation.close()
    await settle()
    expect(released).not.toHaveBeenCalled()
    screens[1].annotation.close()
    expect(released).toHaveBeenCalledTimes(1)
  })

  it('leave each other what they keep', async () => {
    const { network, screens } = await openTwo()
    network.change('down')
    screens[0].annotation.act({ type: 'rate', rating: 1 }, 'key')
    await settle()
    const third = browser.openTab()
    const server = new ModelServer([makeWork('a')])
    const { view } = openAnnotation(third, new FakeNetwork(server).open(third))
    await settle()
    expect(view()).toMatchObject({ stage: 'work', state: { content: { steps: [] } } })
    expect((await readKept(browser)).works).toHaveLength(1)
  })
})
