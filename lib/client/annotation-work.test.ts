import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError, type ErrorCode } from '@/lib/platform/errors'
import type { Finish, Served, Work, WorkCalls } from './call-work'
import { FakeBrowser } from './testing/fake-browser'
import { makeWork } from './testing/model-server'
import { holdClocks, openAnnotation, pause, readKept, settle } from './testing/open-annotation'

type Saved = Parameters<WorkCalls['save']>[1]

/** A server with some solutions, which can be told to fail. */
class FakeServer implements WorkCalls {
  saves: [string, Saved][] = []
  finishes: Finish[] = []
  released: string[] = []
  failure: ErrorCode | null = null
  /** Counts also what failed. */
  asked = 0

  constructor(private readonly queue: Work[]) {}

  serve = async (): Promise<Served> => {
    this.fail()
    const work = this.queue.shift()
    return work ? { kind: 'work', work } : { kind: 'none_left', why: 'all_done', until: null }
  }
  read = async (lease: string) => makeWork(lease, { draft: draft([0], 9) })
  save = async (lease: string, body: Saved) => {
    this.fail()
    this.saves.push([lease, body])
  }
  finish = async (finish: Finish) => {
    this.finishes.push(finish)
    this.fail()
    if (finish.kind === 'skip') return null
    return { annotation: `annotation of ${finish.lease}`, doneToday: this.finishes.length }
  }
  reopen = async (annotation: string) => {
    this.fail()
    const lease = annotation.replace('annotation of ', '')
    return { lease, solution: `solution of ${lease}` }
  }
  renew = async () => this.fail()
  release = async (lease: string) => this.released.push(lease)

  private fail() {
    this.asked += 1
    if (this.failure) throw new AppError(this.failure, `It failed: ${this.failure}.`)
  }
}

const draft = (
  ratings: (-1 | 0 | 1)[],
  sequence: number,
  writer = 'another page',
): Work['draft'] => ({
  sequence,
  writer,
  ratings,
  ...{ aside: [], options: {}, choices: {}, written: {}, notes: [], tags: [] },
  ...{ explanation: null, progress: null, stepTimesMs: [4_000, 1_000], errorsAside: {} },
  activeMs: 5_000,
  lastEvent: ratings.length,
})

let browser = new FakeBrowser()

beforeEach(() => {
  holdClocks()
  browser = new FakeBrowser()
})
afterEach(() => {
  vi.useRealTimers()
})

const countKept = async () => {
  const { works, finishes } = await readKept(browser)
  return works.length + finishes.length
}

async function open(server: FakeServer) {
  const opened = openAnnotation(browser.openTab(), server)
  const { annotation } = opened
  await settle()
  const rate = async (...ratings: (-1 | 0 | 1)[]) => {
    for (const rating of ratings) annotation.act({ type: 'rate', rating }, 'key')
    await settle()
  }
  return { ...opened, rate }
}

describe('saving', () => {
  it('sends each change, and with it what happened since', async () => {
    const server = new FakeServer([makeWork('a')])
    const { rate, view } = await open(server)
    await rate(1)
    await rate(0)
    expect(
      server.saves.map(([lease, { sequence, ratings }]) => [lease, sequence, ratings]),
    ).toEqual([
      ['a', 1, [1]],
      ['a', 2, [1, 0]],
    ])
    expect(server.saves[1]?.[1].events.map(({ sequence }) => sequence)).toEqual([2])
    expect(view()).toMatchObject({ isSaving: false, trouble: null })
    expect(await countKept()).toBe(0)
  })

  it('sends the latest state alone, with a sequence of its own for each try', async () => {
    const server = new FakeServer([makeWork('a')])
    const { rate, view } = await open(server)
    server.failure = 'unavailable'
    await rate(1)
    await rate(0)
    expect(view()).toMatchObject({ isSaving: true, unreachedSince: expect.any(Date) })
    expect(await countKept()).toBe(1)
    server.failure = null
    await pause()
    expect(server.saves).toHaveLength(1)
    expect(server.saves[0]?.[1]).toMatchObject({ ratings: [1, 0], sequence: 2 })
    expect(server.saves[0]?.[1].events).toHaveLength(2)
    expect(view()).toMatchObject({ isSaving: false, unreachedSince: null })
  })

  it('goes on with what this device kept, where the server has less', async () => {
    const server = new FakeServer([makeWork('a')])
    const broken = await open(Object.assign(new FakeServer([makeWork('a')]), { save: failing }))
    await broken.rate(1, 0)
    broken.annotation.close()
    const { view } = await open(server)
    expect(view().state?.content.steps).toEqual([1, 0])
    await settle()
    expect(server.saves[0]?.[1]).toMatchObject({ ratings: [1, 0] })
    expect(server.saves[0]?.[1].sequence).toBeGreaterThan(1)
  })

  it('names the page and what each save is built on', async () => {
    const server = new FakeServer([makeWork('a', { draft: draft([1], 7) })])
    const { rate } = await open(server)
    await rate(1)
    await rate(1)
    const [first, second] = server.saves.map(([, body]) => body)
    expect(first).toMatchObject({ sequence: 8, basedOn: 7 })
    expect(second).toMatchObject({ sequence: 9, basedOn: 8, writer: first?.writer })
  })

  it('does not put what this device kept over what another page wrote since', async () => {
    const broken = await open(Object.assign(new FakeServer([makeWork('a')]), { save: failing }))
    await broken.rate(1, 1, 1)
    broken.annotation.close()
    const server = new FakeServer([makeWork('a', { draft: draft([0], 1) })])
    const { view, annotation } = await open(server)
    expect(view()).toMatchObject({
      trouble: { kind: 'conflict' },
      state: { content: { steps: [1, 1, 1] } },
    })
    await annotation.showSaved()
    expect(view()).toMatchObject({ trouble: null, state: { content: { steps: [0] } } })
    expect(server.saves).toEqual([])
    expect(await countKept()).toBe(0)
  })

  it('takes what the server has, where this device has no more', async () => {
    const { view } = await open(new FakeServer([makeWork('a', { draft: draft([1, 0], 4) })]))
    expect(view().state).toMatchObject({
      content: { steps: [1, 0] },
      lit: { kind: 'step', step: 2 },
    })
  })
})

const failing = async () => {
  throw new AppError('unavailable', 'Gone.')
}

describe('finishing', () => {
  it('shows the next one at once, and hands in with one key until it is taken', async () => {
    const server = new FakeServer([makeWork('a'), makeWork('b')])
    const { annotation, rate, view } = await open(server)
    await rate(1, -1)
    server.failure = 'unavailable'
    annotation.submit('found_error', null, 'key')
    expect(view()).toMatchObject({
      stage: 'work',
      work: { lease: 'b' },
      receipt: { words: 'Submitted, first error at step 2', reopens: null },
      underWay: 1,
    })
    await settle()
    server.failure = null
    await pause()
    expect(view()).toMatchObject({ underWay: 0, doneToday: 2 })
    expect(new Set(server.finishes.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
    expect(server.finishes[0]).toMatchObject({
      kind: 'submit',
      lease: 'a',
      body: { ratings: [1, -1], finishReason: 'found_error' },
    })
    expect(await countKept()).toBe(0)
  })

  it('hands in what an earlier page could not, before it asks for more', async () => {
    const server = new FakeServer([makeWork('a')])
    const first = await open(server)
    await first.rate(-1)
    server.failure = 'unavailable'
    first.annotation.submit('found_error', null, 'key')
    await settle()
    first.annotation.close()
    await pause()
    const next = new FakeServer([makeWork('b')])
    const { view } = await open(next)
    expect(next.finishes).toMatchObject([{ lease: 'a', idempotencyKey: expect.any(String) }])
    expect(view().work?.lease).toBe('b')
  })

  it('says so when it is not taken, and keeps it', async () => {
    const server = new FakeServer([makeWork('a'), makeWork('b')])
    const { annotation, rate, view } = await open(server)
    await rate(-1)
    server.failure = 'lease_lost'
    annotation.submit('found_error', null, 'key')
    await settle()
    expect(view()).toMatchObject({ work: { lease: 'b' }, trouble: { kind: 'finish_refused' } })
    const { works, finishes } = await readKept(browser)
    expect(works.map(({ solution }) => solution)).toEqual(['solution of a'])
    expect(finishes).toEqual([])
  })

  it('takes nothing more once its person is paused, and no word of the one that was refused', async () => {
    const server = new FakeServer([makeWork('a'), makeWork('b')])
    const { annotation, rate, view } = await open(server)
    await rate(-1)
    server.failure = 'paused'
    annotation.submit('found_error', null, 'key')
    await settle()
    expect(view()).toMatchObject({ trouble: { kind: 'paused' }, receipt: null })
    const { state } = view()
    await rate(-1)
    expect(view().state).toBe(state)
    const { works } = await readKept(browser)
    expect(works.map(({ solution }) => solution)).toEqual(['solution of a'])
  })

  it('says when nothing is left, and goes on by itself when there is something', async () => {
    const queue = [makeWork('a')]
    const server = new FakeServer(queue)
    const { annotation, view } = await open(server)
    annotation.skip('Not my field.')
    await settle()
    expect(server.finishes).toMatchObject([{ kind: 'skip', reason: 'Not my field.' }])
    expect(view()).toMatchObject({ stage: 'none_left', noneLeft: { why: 'all_done' } })
    queue.push(makeWork('b'))
    await annotation.checkAgain()
    expect(view()).toMatchObject({ stage: 'work', work: { lease: 'b' } })
  })
})

describe('trouble', () => {
  it('keeps the ratings of a lost lease on this device, and goes on', async () => {
    const server = new FakeServer([makeWork('a')])
    const { annotation, rate, view } = await open(server)
    server.failure = 'lease_lost'
    await rate(1)
    expect(view()).toMatchObject({
      trouble: { kind: 'lease_lost' },
      state: { content: { steps: [1] } },
    })
    annotation.submit('give_up', 'Why not.', 'key')
    expect(server.finishes).toEqual([])
    server.failure = null
    annotation.goOn()
    await settle()
    expect(view()).toMatchObject({ stage: 'none_left', trouble: null })
    expect(await countKept()).toBe(1)
  })

  it('brings the ratings back when the solution comes again under another lease', async () => {
    const server = new FakeServer([makeWork('a'), makeWork('b', { solution: 'solution of a' })])
    const { annotation, view } = await open(server)
    server.failure = 'lease_lost'
    for (const rating of [1, 0] as const) annotation.act({ type: 'rate', rating }, 'key')
    await settle()
    server.failure = null
    annotation.goOn()
    await settle()
    expect(view()).toMatchObject({ work: { lease: 'b' }, state: { content: { steps: [1, 0] } } })
    expect(server.saves).toMatchObject([['b', { ratings: [1, 0], basedOn: 0 }]])
  })

  it('hands nothing in over a conflict', async () => {
    const server = new FakeServer([makeWork('a')])
    const { annotation, rate, view } = await open(server)
    server.failure = 'conflict'
    await rate(-1)
    server.failure = null
    annotation.submit('found_error', null, 'key')
    expect(server.finishes).toEqual([])
    expect(view().work?.lease).toBe('a')
  })

  it('shows what was saved elsewhere, when asked to', async () => {
    const server = new FakeServer([makeWork('a')])
    const { annotation, rate, view } = await open(server)
    server.failure = 'conflict'
    await rate(1)
    expect(view().trouble?.kind).toBe('conflict')
    server.failure = null
    await annotation.showSaved()
    expect(view()).toMatchObject({ trouble: null, state: { content: { steps: [0] } } })
    await rate(1)
    expect(server.saves.at(-1)?.[1]).toMatchObject({ sequence: 10, ratings: [0, 1] })
  })

  it('keeps everything for after the sign-in, and sends it then', async () => {
    const server = new FakeServer([makeWork('a')])
    const { annotation, rate, view } = await open(server)
    server.failure = 'unauthenticated'
    await rate(1)
    expect(view().trouble?.kind).toBe('signed_out')
    expect(await countKept()).toBe(1)
    server.failure = null
    annotation.tryAfterSignIn()
    await settle()
    expect(view().trouble).toBeNull()
    expect(server.saves).toMatchObject([['a', { ratings: [1] }]])
  })
})

it('gives back what was fetched ahead when the page goes away, and asks no more', async () => {
  const server = new FakeServer([makeWork('a'), makeWork('b')])
  const { annotation, rate } = await open(server)
  await rate(1)
  server.failure = 'unavailable'
  await rate(0)
  annotation.close()
  expect(server.released).toEqual(['b'])
  const { asked } = server
  await pause()
  expect(server.asked).toBe(asked)
})
