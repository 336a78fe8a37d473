import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LeasedWork } from './labelling-screen-calls'
import { FakeBrowser } from './testing/fake-browser'
import { FakeNetwork } from './testing/fake-network'
import { InMemoryServer } from './testing/in-memory-server'
import { makeLeasedWork } from './testing/make-leased-work'
import {
  useFakeClocks,
  openLabellingScreen,
  settlePendingWork,
  waitPastRetryDelay,
} from './testing/open-labelling-screen'

beforeEach(useFakeClocks)
afterEach(() => {
  vi.useRealTimers()
})

const option = { text: [], source: 'another way', endsSolution: false }
/** The server keeps the options back until an error is rated. */
const hiddenOptions = { revealed: [], asksExplanation: true } satisfies Partial<LeasedWork>
const withOptions = { ...hiddenOptions, options: { 1: [option] } }

async function openPage(...works: LeasedWork[]) {
  const server = new InMemoryServer(works)
  const network = new FakeNetwork(server)
  const tab = new FakeBrowser().openTab()
  const annotator = openLabellingScreen(tab, network.open(tab))
  await settlePendingWork()
  const { controller } = annotator
  return {
    ...annotator,
    server,
    network,
    target: () => annotator.view().state?.currentTarget,
    async rate(...ratings: (-1 | 0 | 1)[]) {
      for (const rating of ratings) controller.dispatch({ type: 'rate', rating }, 'key')
      await settlePendingWork()
    },
    async explain(text: string) {
      controller.dispatch({ type: 'explain', explanation: { option: null, text } }, 'key')
      await settlePendingWork()
    },
  }
}

describe('the options at the first error', () => {
  it('arrive with the save that marks the error, and are rated first', async () => {
    const page = await openPage(makeLeasedWork('a', withOptions))
    expect(page.view().work?.options).toEqual({})
    await page.rate(1, -1)
    expect(page.view().work).toMatchObject({ revealed: [1], options: { 1: [option] } })
    expect(page.target()).toEqual({ kind: 'option', step: 1, option: 0 })
  })

  it('ignore a rating made before they arrive', async () => {
    const page = await openPage(makeLeasedWork('a', withOptions))
    page.network.change('slow')
    await page.rate(1, -1)
    expect(page.target()).toEqual({ kind: 'options', step: 1 })
    await page.rate(1)
    page.network.change('up')
    await settlePendingWork()
    expect(page.view().state?.content.options).toEqual({})
    expect(page.target()).toEqual({ kind: 'option', step: 1, option: 0 })
  })

  it('are requested again if the reply to the save is lost', async () => {
    const page = await openPage(makeLeasedWork('a', withOptions))
    page.network.change('mute')
    await page.rate(1, -1)
    expect(page.target()?.kind).not.toBe('option')
    page.network.change('up')
    for (let i = 0; i < 3; i += 1) await waitPastRetryDelay()
    expect(page.view().work).toMatchObject({ options: { 1: [option] } })
  })
})

describe('a submission requested while the options of the first error are loading', () => {
  it('is sent once the server replies that the step has none', async () => {
    const page = await openPage(makeLeasedWork('a', { revealed: [] }), makeLeasedWork('b'))
    page.network.change('slow')
    await page.rate(-1)
    page.controller.submit('found_error', null, 'key')
    page.network.change('up')
    await settlePendingWork()
    await waitPastRetryDelay()
    expect(page.server.acceptedItems.map(({ solution }) => solution)).toEqual(['solution of a'])
    expect(page.view().work?.solution).toBe('solution of b')
  })

  it('is dropped if the step has options to rate', async () => {
    const page = await openPage(makeLeasedWork('a', { revealed: [], options: { 0: [option] } }))
    page.network.change('slow')
    await page.rate(-1)
    page.controller.submit('found_error', null, 'key')
    page.network.change('up')
    await settlePendingWork()
    expect(page.server.acceptedItems).toEqual([])
    expect(page.target()).toEqual({ kind: 'option', step: 0, option: 0 })
  })
})

it('a delayed submission is not sent once the annotator has skipped, even if the connection is lost afterwards', async () => {
  const page = await openPage(
    makeLeasedWork('a', { revealed: [] }),
    makeLeasedWork('b'),
    makeLeasedWork('c'),
  )
  page.network.change('slow')
  await page.rate(-1)
  page.controller.submit('found_error', null, 'key')
  page.controller.skip('Too long.')
  page.network.change('down')
  for (let i = 0; i < 2; i += 1) await waitPastRetryDelay()
  expect(page.view().unreachedSince).not.toBeNull()
  page.network.change('up')
  for (let i = 0; i < 4; i += 1) await waitPastRetryDelay()
  expect(page.server.acceptedItems).toEqual([])
  expect([...page.server.skipped]).toEqual(['solution of a'])
  expect(page.view()).toMatchObject({ error: null, work: { solution: 'solution of b' } })
})

describe('without a connection at the first error', () => {
  async function finishOffline(first: LeasedWork) {
    const page = await openPage(
      first,
      makeLeasedWork('b', hiddenOptions),
      makeLeasedWork('c', hiddenOptions),
    )
    await page.rate(1)
    page.network.change('down')
    await page.rate(-1)
    await page.explain('It divides by zero.')
    page.controller.submit('found_error', null, 'key')
    await settlePendingWork()
    expect(page.view().work?.solution).toBe('solution of b')
    page.network.change('up')
    for (let i = 0; i < 4; i += 1) await waitPastRetryDelay()
    return page
  }

  it('the screen asks for the explanation next', async () => {
    const page = await openPage(makeLeasedWork('a', withOptions))
    await page.rate(1)
    page.network.change('down')
    await page.rate(-1)
    for (let i = 0; i < 2; i += 1) await waitPastRetryDelay()
    expect(page.target()).toEqual({ kind: 'explanation', step: 1 })
  })

  it('the error types come after the other questions, and are submitted', async () => {
    const settings = { asksProgress: true, errorTags: [{ tag: 'slip', label: 'Slip' }] }
    const page = await openPage(
      makeLeasedWork('a', { ...hiddenOptions, ...settings }),
      makeLeasedWork('b'),
    )
    await page.rate(1)
    page.network.change('down')
    await page.rate(-1)
    for (let i = 0; i < 2; i += 1) await waitPastRetryDelay()
    await page.explain('It divides by zero.')
    expect(page.target()).toEqual({ kind: 'progress', step: 1 })
    page.controller.dispatch({ type: 'progress', progress: 'some' }, 'key')
    expect(page.target()).toEqual({ kind: 'tags', step: 1 })
    page.controller.dispatch({ type: 'tag', tag: 'slip' }, 'key')
    page.controller.submit('found_error', null, 'key')
    page.network.change('up')
    for (let i = 0; i < 4; i += 1) await waitPastRetryDelay()
    expect(page.server.annotations.get('solution of a')).toMatchObject({
      state: 'submitted',
      body: { progress: 'some', tags: ['slip'] },
    })
  })

  it('an annotation without options is submitted when the connection returns', async () => {
    const { server, view } = await finishOffline(makeLeasedWork('a', hiddenOptions))
    expect(server.acceptedItems.map(({ solution }) => solution)).toEqual(['solution of a'])
    expect(view().error).toBeNull()
  })

  it('an annotation with options is kept as a draft and served before new work', async () => {
    const page = await finishOffline(makeLeasedWork('a', withOptions))
    expect(page.server.acceptedItems).toEqual([])
    expect(page.view().error?.message).toBe('its step 2 has other options.')
    await page.rate(1, 1, 1)
    page.controller.submit('solution', null, 'key')
    await settlePendingWork()
    await waitPastRetryDelay()
    expect(page.view().work).toMatchObject({
      solution: 'solution of a',
      revealed: [1],
      options: { 1: [option] },
    })
    expect(page.view().state?.content.errors[1]?.explanation).toEqual({
      option: null,
      text: 'It divides by zero.',
    })
    await page.rate(1)
    page.controller.submit('found_error', null, 'key')
    await settlePendingWork()
    await waitPastRetryDelay()
    expect(page.server.acceptedItems.map(({ solution }) => solution)).toEqual([
      'solution of b',
      'solution of a',
    ])
  })
})
