import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError, type ErrorCode } from '@/lib/platform/errors'
import type {
  SubmissionOrSkip,
  ClaimResult,
  StepPage,
  LeasedWork,
  LabellingScreenCalls,
} from './labelling-screen-calls'
import { FakeBrowser } from './testing/fake-browser'
import { emptyDraft } from './testing/fill-save-body'
import { makeLeasedWork } from './testing/make-leased-work'
import {
  useFakeClocks,
  openLabellingScreen,
  listStoredRecords,
  settlePendingWork,
  waitPastRetryDelay,
} from './testing/open-labelling-screen'

type Saved = Parameters<LabellingScreenCalls['save']>[1]

/** A server with some solutions, which can be told to fail. */
class FakeServer implements LabellingScreenCalls {
  saves: [string, Saved][] = []
  finishes: SubmissionOrSkip[] = []
  /** `finish` and `serve`, in the order of the requests. */
  calls: string[] = []
  released: string[] = []
  failure: ErrorCode | null = null
  /** Includes failed requests. */
  requestCount = 0

  constructor(private readonly queue: LeasedWork[]) {}

  serve = async (): Promise<ClaimResult> => {
    this.calls.push('serve')
    if (this.failure === 'paused')
      return { kind: 'paused', message: 'Call me.', since: '2026-01-01T00:00:00Z' }
    this.fail()
    const work = this.queue.shift()
    return work
      ? { kind: 'work', work }
      : { kind: 'none_left', reason: 'all_done', nextExpiry: null }
  }
  readSteps = (): Promise<StepPage> =>
    Promise.reject(new AppError('not_found', 'All steps are loaded.'))
  read = async (lease: string) => makeLeasedWork(lease, { draft: draft([0], 9) })
  save = async (lease: string, body: Saved) => {
    this.fail()
    this.saves.push([lease, body])
    return { reveal: null }
  }
  finish = async (finish: SubmissionOrSkip) => {
    this.calls.push('finish')
    this.finishes.push(finish)
    this.fail()
    if (finish.kind === 'skip') return null
    const annotation = `annotation of ${finish.lease}`
    return {
      state: 'submitted' as const,
      annotation,
      doneToday: this.finishes.length,
      reveal: null,
    }
  }
  reopen = async (annotation: string) => {
    this.fail()
    const lease = annotation.replace('annotation of ', '')
    return { lease, solution: `solution of ${lease}` }
  }
  findReopenable = async () => null
  renew = async () => this.fail()
  release = async (lease: string) => this.released.push(lease)

  private fail() {
    this.requestCount += 1
    if (this.failure) throw new AppError(this.failure, `It failed: ${this.failure}.`)
  }
}

const draft = (
  ratings: (-1 | 0 | 1)[],
  sequence: number,
  writer = 'another page',
): LeasedWork['draft'] => ({
  ...emptyDraft,
  sequence,
  writer,
  ratings,
  stepTimesMs: [4_000, 1_000],
  activeMs: 5_000,
  lastEvent: ratings.length,
})

let browser = new FakeBrowser()

beforeEach(() => {
  useFakeClocks()
  browser = new FakeBrowser()
})
afterEach(() => {
  vi.useRealTimers()
})

const countStored = async () => {
  const { works, finishes } = await listStoredRecords(browser)
  return works.length + finishes.length
}

async function openController(server: FakeServer) {
  const annotator = openLabellingScreen(browser.openTab(), server)
  const { controller } = annotator
  await settlePendingWork()
  const rate = async (...ratings: (-1 | 0 | 1)[]) => {
    for (const rating of ratings) controller.dispatch({ type: 'rate', rating }, 'key')
    await settlePendingWork()
  }
  return { ...annotator, rate }
}

it('a step can’t be rated before its page is loaded', async () => {
  const fullWork = makeLeasedWork('a')
  const server = new FakeServer([{ ...fullWork, steps: fullWork.steps.with(0, null) }])
  const loading = Promise.withResolvers<StepPage>()
  server.readSteps = () => loading.promise
  const { rate, view } = await openController(server)
  await rate(1)
  expect(view().state?.content.steps).toEqual([])
  const { revision, stepCount } = fullWork
  loading.resolve({ pageStart: 0, steps: [fullWork.steps[0]!], revision, stepCount })
  await settlePendingWork()
  await rate(1)
  expect(view().state?.content.steps).toEqual([1])
})

describe('saving an annotation', () => {
  it('sends each change with the events since the previous save', async () => {
    const server = new FakeServer([makeLeasedWork('a')])
    const { rate, view } = await openController(server)
    await rate(1)
    await rate(0)
    expect(
      server.saves.map(([lease, { sequence, ratings }]) => [lease, sequence, ratings]),
    ).toEqual([
      ['a', 1, [1]],
      ['a', 2, [1, 0]],
    ])
    expect(server.saves[1]?.[1].events?.map(({ sequence }) => sequence)).toEqual([2])
    expect(view()).toMatchObject({ isSaving: false, error: null })
    expect(await countStored()).toBe(0)
  })

  it('sends only the latest state, with a new sequence per attempt, once the server responds again', async () => {
    const server = new FakeServer([makeLeasedWork('a')])
    const { rate, view } = await openController(server)
    server.failure = 'unavailable'
    await rate(1)
    await rate(0)
    expect(view()).toMatchObject({ isSaving: true, unreachedSince: expect.any(Date) })
    expect(await countStored()).toBe(1)
    server.failure = null
    await waitPastRetryDelay()
    expect(server.saves).toHaveLength(1)
    expect(server.saves[0]?.[1]).toMatchObject({ ratings: [1, 0], sequence: 2 })
    expect(server.saves[0]?.[1].events).toHaveLength(2)
    expect(view()).toMatchObject({ isSaving: false, unreachedSince: null })
  })

  it('continues with the draft stored on this device if the server has fewer ratings', async () => {
    const server = new FakeServer([makeLeasedWork('a')])
    const broken = await openController(
      Object.assign(new FakeServer([makeLeasedWork('a')]), { save: failRequest }),
    )
    await broken.rate(1, 0)
    broken.controller.close()
    const { view } = await openController(server)
    expect(view().state?.content.steps).toEqual([1, 0])
    await settlePendingWork()
    expect(server.saves[0]?.[1]).toMatchObject({ ratings: [1, 0] })
    expect(server.saves[0]?.[1].sequence).toBeGreaterThan(1)
  })

  it('sends the page’s id (writer) and the sequence that each save is based on', async () => {
    const server = new FakeServer([makeLeasedWork('a', { draft: draft([1], 7) })])
    const { rate } = await openController(server)
    await rate(1)
    await rate(1)
    const [first, second] = server.saves.map(([, body]) => body)
    expect(first).toMatchObject({ sequence: 8, basedOn: 7 })
    expect(second).toMatchObject({ sequence: 9, basedOn: 8, writer: first?.writer })
  })

  it('does not overwrite a newer save of another page', async () => {
    const broken = await openController(
      Object.assign(new FakeServer([makeLeasedWork('a')]), { save: failRequest }),
    )
    await broken.rate(1, 1, 1)
    broken.controller.close()
    const server = new FakeServer([makeLeasedWork('a', { draft: draft([0], 1) })])
    const { view, controller } = await openController(server)
    expect(view()).toMatchObject({
      error: { kind: 'conflict' },
      state: { content: { steps: [1, 1, 1] } },
    })
    await controller.showSaved()
    expect(view()).toMatchObject({ error: null, state: { content: { steps: [0] } } })
    expect(server.saves).toEqual([])
    expect(await countStored()).toBe(0)
  })

  it('continues with the server’s draft if this device has no newer one', async () => {
    const { view } = await openController(
      new FakeServer([makeLeasedWork('a', { draft: draft([1, 0], 4) })]),
    )
    expect(view().state).toMatchObject({
      content: { steps: [1, 0] },
      currentTarget: { kind: 'step', step: 2 },
    })
  })
})

const failRequest = async () => {
  throw new AppError('unavailable', 'Gone.')
}

describe('finishing a solution', () => {
  it('shows the next solution at once, and retries the submission with the same idempotency key', async () => {
    const server = new FakeServer([makeLeasedWork('a'), makeLeasedWork('b')])
    const { controller, rate, view } = await openController(server)
    await rate(1, -1)
    server.failure = 'unavailable'
    controller.submit('found_error', null, 'key')
    expect(view()).toMatchObject({
      stage: 'work',
      work: { lease: 'b' },
      receipt: { message: 'submitting…', reopenable: null },
      receiptState: 'sending',
      pendingFinishes: 1,
    })
    await settlePendingWork()
    expect(view().receipt?.message).toBe('not sent yet, first error at step 2')
    server.failure = null
    await waitPastRetryDelay()
    expect(view()).toMatchObject({
      receipt: { message: 'submitted, first error at step 2' },
      pendingFinishes: 0,
      doneToday: 2,
    })
    expect(new Set(server.finishes.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
    expect(server.finishes[0]).toMatchObject({
      kind: 'submit',
      lease: 'a',
      body: { ratings: [1, -1], finishReason: 'found_error' },
    })
    expect(await countStored()).toBe(0)
  })

  it('shows since when the connection is lost, also after a submission', async () => {
    const server = new FakeServer([makeLeasedWork('a'), makeLeasedWork('b')])
    const { controller, rate, view } = await openController(server)
    await rate(1)
    server.failure = 'unavailable'
    await rate(-1)
    const { unreachedSince } = view()
    expect(unreachedSince).not.toBeNull()
    await waitPastRetryDelay()
    const times: unknown[] = []
    controller.subscribe(() => times.push(view().unreachedSince))
    controller.submit('found_error', null, 'key')
    await waitPastRetryDelay()
    expect(view().work?.lease).toBe('b')
    expect(new Set(times)).toEqual(new Set([unreachedSince]))
  })

  it('submits annotations stored by an earlier page before it claims a solution', async () => {
    const server = new FakeServer([makeLeasedWork('a')])
    const first = await openController(server)
    await first.rate(-1)
    server.failure = 'unavailable'
    first.controller.submit('found_error', null, 'key')
    await settlePendingWork()
    first.controller.close()
    await waitPastRetryDelay()
    const next = new FakeServer([makeLeasedWork('b')])
    const { view } = await openController(next)
    expect(next.finishes).toMatchObject([{ lease: 'a', idempotencyKey: expect.any(String) }])
    expect(view().work?.lease).toBe('b')
  })

  it('shows the error of a refused submission and keeps its ratings', async () => {
    const server = new FakeServer([makeLeasedWork('a'), makeLeasedWork('b')])
    const { controller, rate, view } = await openController(server)
    await rate(-1)
    server.failure = 'lease_lost'
    controller.submit('found_error', null, 'key')
    await settlePendingWork()
    expect(view()).toMatchObject({ work: { lease: 'b' }, error: { kind: 'finish_refused' } })
    const { works, finishes } = await listStoredRecords(browser)
    expect(works.map(({ solution }) => solution)).toEqual(['solution of a'])
    expect(finishes).toEqual([])
  })

  it('accepts no action while the annotator is paused', async () => {
    const server = new FakeServer([makeLeasedWork('a'), makeLeasedWork('b')])
    const { controller, rate, view } = await openController(server)
    await rate(-1)
    server.failure = 'paused'
    controller.submit('found_error', null, 'key')
    await settlePendingWork()
    expect(view()).toMatchObject({
      error: { kind: 'paused' },
      receiptState: 'stored',
      storedFinishes: 1,
    })
    const { state } = view()
    await rate(-1)
    expect(view().state).toBe(state)
    const { works } = await listStoredRecords(browser)
    expect(works.map(({ solution }) => solution)).toEqual(['solution of a'])
  })

  it('sends a submission that was refused during a pause when the pause has ended', async () => {
    const server = new FakeServer([makeLeasedWork('a'), makeLeasedWork('b')])
    const { controller, rate, view } = await openController(server)
    await rate(-1)
    server.failure = 'paused'
    controller.submit('found_error', null, 'key')
    await settlePendingWork()
    await controller.checkForWork()
    expect(await listStoredRecords(browser)).toMatchObject({ finishes: [{}] })
    server.failure = null
    await controller.checkForWork()
    await settlePendingWork()
    expect(new Set(server.finishes.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
    expect(view()).toMatchObject({
      work: { lease: 'b' },
      error: null,
      receiptState: 'accepted',
      storedFinishes: 0,
    })
    expect(await listStoredRecords(browser)).toEqual({ works: [], finishes: [] })
  })

  it('sends it before it asks for new work if the queue is empty', async () => {
    const queue = [makeLeasedWork('a')]
    const server = new FakeServer(queue)
    const { controller, rate, view } = await openController(server)
    await rate(-1)
    server.failure = 'paused'
    controller.submit('found_error', null, 'key')
    await settlePendingWork()
    server.failure = null
    queue.push(makeLeasedWork('b'))
    server.calls = []
    await controller.checkForWork()
    await settlePendingWork()
    expect(server.calls).toEqual(['finish', 'serve'])
    expect(new Set(server.finishes.map(({ lease }) => lease))).toEqual(new Set(['a']))
    expect(view()).toMatchObject({
      work: { lease: 'b' },
      error: null,
      receiptState: 'accepted',
      storedFinishes: 0,
    })
  })

  it('asks for new work once after checks that could not send it', async () => {
    const queue = [makeLeasedWork('a')]
    const server = new FakeServer(queue)
    const { controller, rate } = await openController(server)
    await rate(-1)
    server.failure = 'paused'
    controller.submit('found_error', null, 'key')
    await settlePendingWork()
    server.failure = 'unavailable'
    server.calls = []
    for (let check = 0; check < 3; check += 1) {
      void controller.checkForWork()
      await settlePendingWork()
    }
    server.failure = null
    await waitPastRetryDelay()
    expect(server.calls.filter((call) => call === 'serve')).toHaveLength(1)
  })

  it('does not open its solution again if the pause ends before the next solution is requested', async () => {
    const work = makeLeasedWork('a')
    const server = new FakeServer([work])
    const { controller, rate, view } = await openController(server)
    await rate(-1)
    const { finish } = server
    server.finish = async () => {
      throw new AppError('paused', 'Paused.')
    }
    server.serve = async () => ({ kind: 'work', work })
    controller.submit('found_error', null, 'key')
    await settlePendingWork()
    expect(view()).toMatchObject({ stage: 'loading', error: { kind: 'paused' } })
    server.finish = finish
    server.serve = async () => ({ kind: 'work', work: makeLeasedWork('b') })
    await controller.checkForWork()
    await settlePendingWork()
    expect(server.finishes).toMatchObject([{ lease: 'a' }])
    expect(view()).toMatchObject({ work: { lease: 'b' }, error: null, receiptState: 'accepted' })
  })

  it('sends it at once and loads the next solution if the pause ends during the request for it', async () => {
    const work = makeLeasedWork('a')
    const server = new FakeServer([work])
    const { controller, rate, view } = await openController(server)
    await rate(-1)
    const { finish } = server
    server.finish = async () => {
      server.finish = finish
      throw new AppError('paused', 'Paused.')
    }
    server.serve = async () => {
      const isSent = server.finishes.length > 0
      return { kind: 'work', work: isSent ? makeLeasedWork('b') : work }
    }
    controller.submit('found_error', null, 'key')
    await settlePendingWork()
    expect(view()).toMatchObject({ work: { lease: 'b' }, error: null, receiptState: 'accepted' })
  })

  it('keeps the ratings for any page if the lease expired during the pause', async () => {
    const server = new FakeServer([makeLeasedWork('a')])
    const { controller, rate, view } = await openController(server)
    await rate(-1)
    server.failure = 'paused'
    controller.submit('found_error', null, 'key')
    await settlePendingWork()
    server.failure = null
    server.finish = async () => {
      throw new AppError('lease_lost', 'Expired.')
    }
    await controller.checkForWork()
    await settlePendingWork()
    expect(view()).toMatchObject({ error: { kind: 'finish_refused' }, storedFinishes: 0 })
    const { works, finishes } = await listStoredRecords(browser)
    expect(works).toMatchObject([{ solution: 'solution of a', isClosed: true }])
    expect(finishes).toEqual([])
  })

  it('is reported as submitted when another page sent it after the pause', async () => {
    const server = new FakeServer([makeLeasedWork('a'), makeLeasedWork('b')])
    const { controller, rate, view } = await openController(server)
    await rate(-1)
    server.failure = 'paused'
    controller.submit('found_error', null, 'key')
    await settlePendingWork()
    await controller.checkForWork()
    server.failure = null
    await openController(server)
    expect(await listStoredRecords(browser)).toMatchObject({ finishes: [] })
    await controller.checkForWork()
    await settlePendingWork()
    expect(view()).toMatchObject({ receiptState: 'accepted', storedFinishes: 0 })
    expect(new Set(server.finishes.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
  })

  it('shows an empty queue until there is a next solution', async () => {
    const queue = [makeLeasedWork('a')]
    const server = new FakeServer(queue)
    const { controller, view } = await openController(server)
    controller.skip('I prefer other subjects.')
    await settlePendingWork()
    expect(server.finishes).toMatchObject([{ kind: 'skip', reason: 'I prefer other subjects.' }])
    expect(view()).toMatchObject({ stage: 'none_left', noneLeft: { reason: 'all_done' } })
    queue.push(makeLeasedWork('b'))
    await controller.checkForWork()
    expect(view()).toMatchObject({ stage: 'work', work: { lease: 'b' } })
  })
})

describe('errors while saving an annotation', () => {
  it('stores the ratings of a solution whose lease was lost, and continues with the next one', async () => {
    const server = new FakeServer([makeLeasedWork('a')])
    const { controller, rate, view } = await openController(server)
    server.failure = 'lease_lost'
    await rate(1)
    expect(view()).toMatchObject({
      error: { kind: 'lease_lost' },
      state: { content: { steps: [1] } },
    })
    controller.submit('give_up', 'Why not.', 'key')
    expect(server.finishes).toEqual([])
    server.failure = null
    controller.continueToNext()
    await settlePendingWork()
    expect(view()).toMatchObject({ stage: 'none_left', error: null })
    expect(await countStored()).toBe(1)
  })

  it('restores the ratings when the solution is leased again', async () => {
    const server = new FakeServer([
      makeLeasedWork('a'),
      makeLeasedWork('b', { solution: 'solution of a' }),
    ])
    const { controller, view } = await openController(server)
    server.failure = 'lease_lost'
    for (const rating of [1, 0] as const) controller.dispatch({ type: 'rate', rating }, 'key')
    await settlePendingWork()
    server.failure = null
    controller.continueToNext()
    await settlePendingWork()
    expect(view()).toMatchObject({ work: { lease: 'b' }, state: { content: { steps: [1, 0] } } })
    expect(server.saves).toMatchObject([['b', { ratings: [1, 0], basedOn: 0 }]])
  })

  it('submits nothing while another page has saved a newer version', async () => {
    const server = new FakeServer([makeLeasedWork('a')])
    const { controller, rate, view } = await openController(server)
    server.failure = 'conflict'
    await rate(-1)
    server.failure = null
    controller.submit('found_error', null, 'key')
    expect(server.finishes).toEqual([])
    expect(view().work?.lease).toBe('a')
  })

  it('loads the version saved by another page on request', async () => {
    const server = new FakeServer([makeLeasedWork('a')])
    const { controller, rate, view } = await openController(server)
    server.failure = 'conflict'
    await rate(1)
    expect(view().error?.kind).toBe('conflict')
    server.failure = null
    await controller.showSaved()
    expect(view()).toMatchObject({ error: null, state: { content: { steps: [0] } } })
    await rate(1)
    expect(server.saves.at(-1)?.[1]).toMatchObject({ sequence: 10, ratings: [0, 1] })
  })

  it('keeps ratings while the annotator is paused, and sends them when a check finds that the pause has ended', async () => {
    const server = new FakeServer([makeLeasedWork('a')])
    const { controller, rate, view } = await openController(server)
    server.failure = 'paused'
    await rate(1)
    await controller.checkForWork()
    await rate(0)
    expect(view()).toMatchObject({ error: { kind: 'paused' }, state: { content: { steps: [1] } } })
    expect(await countStored()).toBe(1)
    server.failure = null
    await controller.checkForWork()
    expect(view()).toMatchObject({ error: null, isSaving: false })
    expect(server.saves).toMatchObject([['a', { ratings: [1] }]])
    await rate(0)
    expect(view().state?.content.steps).toEqual([1, 0])
  })

  it('stores ratings while the annotator is signed out, and sends them after the sign-in', async () => {
    const server = new FakeServer([makeLeasedWork('a')])
    const { controller, rate, view } = await openController(server)
    server.failure = 'unauthenticated'
    await rate(1)
    expect(view().error?.kind).toBe('signed_out')
    expect(await countStored()).toBe(1)
    server.failure = null
    controller.resumeAfterSignIn()
    await settlePendingWork()
    expect(view().error).toBeNull()
    expect(server.saves).toMatchObject([['a', { ratings: [1] }]])
  })
})

it('releases the prefetched lease when the page closes', async () => {
  const server = new FakeServer([makeLeasedWork('a'), makeLeasedWork('b')])
  const { controller, rate } = await openController(server)
  await rate(1)
  server.failure = 'unavailable'
  await rate(0)
  controller.close()
  expect(server.released).toEqual(['b'])
  const { requestCount } = server
  await waitPastRetryDelay()
  expect(server.requestCount).toBe(requestCount)
})
