import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { maxReopenMinutes } from '@/lib/annotations/contract'
import { AppError } from '@/lib/platform/errors'
import { canReopenSubmission, reopenWindowMs } from './labelling-screen-view'
import { toLabellingScreenView } from './labelling-session'
import { FakeBrowser } from './testing/fake-browser'
import { FakeNetwork } from './testing/fake-network'
import { InMemoryServer } from './testing/in-memory-server'
import { makeLeasedWork } from './testing/make-leased-work'
import {
  useFakeClocks,
  openLabellingScreen,
  settlePendingWork,
} from './testing/open-labelling-screen'
import {
  acceptFinish,
  deliverPrefetchedWork,
  openSession,
  SessionDriver,
} from './testing/session-driver'

beforeEach(useFakeClocks)
afterEach(() => {
  vi.useRealTimers()
})

/** Someone who sees the first of three solutions. */
async function openLabellingPage() {
  const server = new InMemoryServer(['a', 'b', 'c'].map((name) => makeLeasedWork(name)))
  const network = new FakeNetwork(server)
  const tab = new FakeBrowser().openTab()
  const calls = network.open(tab)
  const annotator = openLabellingScreen(tab, calls)
  await settlePendingWork()
  return { ...annotator, server, network, calls }
}

/** Someone who has labelled the first of three solutions, and sees the second. */
async function submitFirst() {
  const annotator = await openLabellingPage()
  const { controller, view } = annotator
  const rate = async (...ratings: (-1 | 0 | 1)[]) => {
    for (const rating of ratings) controller.dispatch({ type: 'rate', rating }, 'key')
    await settlePendingWork()
  }
  const solution = () => view().work?.solution.at(-1)
  await rate(0, -1)
  controller.submit('found_error', null, 'key')
  return { ...annotator, rate, solution }
}

/** Solution a was submitted and b skipped. The server has answered neither request. */
function openSessionAfterSubmissionAndSkip() {
  const session = openSession()
  session.rate(1)
  deliverPrefetchedWork(session, 'b')
  session.submit()
  session.rate(1)
  deliverPrefetchedWork(session, 'c')
  session.skip()
  return session
}

it('the browser offers to reopen a submission for as long as the server allows it', () => {
  expect(reopenWindowMs).toBe(maxReopenMinutes * 60_000)
})

describe('the receipt of a submission', () => {
  it('offers to reopen for ten minutes after the submission arrived', async () => {
    const { view } = await submitFirst()
    expect(view().receipt).toEqual({ message: 'submitting…', reopenable: null })
    expect(canReopenSubmission(view())).toBe(false)
    await settlePendingWork()
    expect(view().receipt).toEqual({
      message: 'submitted, first error at step 2',
      reopenable: { annotation: expect.any(String), until: expect.any(Number) },
    })
    expect(canReopenSubmission(view())).toBe(true)
    vi.advanceTimersByTime(reopenWindowMs - 1)
    expect(canReopenSubmission(view())).toBe(true)
    vi.advanceTimersByTime(1)
    expect(canReopenSubmission(view())).toBe(false)
    expect(view().receipt).toBeNull()
  })

  it('does not offer to reopen a skipped solution, but the submission before it', async () => {
    const { controller, view, solution, server } = await submitFirst()
    await settlePendingWork()
    const { reopenable } = view().receipt!
    controller.skip('Not mine.')
    expect(canReopenSubmission(view())).toBe(false)
    await settlePendingWork()
    expect(view()).toMatchObject({
      receipt: { message: 'skipped', reopenable },
      isReceiptOfSkip: true,
    })
    await controller.undo('key')
    expect(solution()).toBe('a')
    expect(server.violations).toEqual([])
  })

  it('stays for ten minutes after the submission before a skip can no longer be reopened', async () => {
    const { controller, view } = await submitFirst()
    await settlePendingWork()
    vi.advanceTimersByTime(reopenWindowMs - 10_000)
    controller.skip('Not mine.')
    await settlePendingWork()
    vi.advanceTimersByTime(10_000)
    expect(view().receipt).toEqual({ message: 'skipped', reopenable: null })
    vi.advanceTimersByTime(reopenWindowMs - 1)
    expect(view().receipt?.message).toBe('skipped')
    vi.advanceTimersByTime(1)
    expect(view().receipt).toBeNull()
  })

  it('stays for ten minutes after a skip is sent, also if it was stored for longer', async () => {
    const { controller, view, network } = await openLabellingPage()
    network.change('down')
    controller.skip('Not mine.')
    await settlePendingWork()
    await vi.advanceTimersByTimeAsync(2 * reopenWindowMs)
    expect(view()).toMatchObject({ receiptState: 'stored', isReceiptOfSkip: true })
    network.change('up')
    controller.retryNow()
    await settlePendingWork()
    expect(view()).toMatchObject({ receipt: { message: 'skipped' }, receiptState: 'accepted' })
    vi.advanceTimersByTime(reopenWindowMs - 1)
    expect(view().receipt?.message).toBe('skipped')
    vi.advanceTimersByTime(1)
    expect(view().receipt).toBeNull()
  })

  it('offers nothing after a skip without a submission before it', async () => {
    const { controller, view } = await openLabellingPage()
    controller.skip('Not mine.')
    await settlePendingWork()
    expect(view().receipt).toEqual({ message: 'skipped', reopenable: null })
    await controller.undo('key')
    expect(view().work?.solution).toBe('solution of b')
  })

  it('offers to reopen the submission before a skip that was sent after it, when both are accepted', () => {
    const session = openSessionAfterSubmissionAndSkip()
    session.undo()
    expect(acceptFinish(session, 'key 1')).toEqual([])
    expect(canReopenSubmission(toLabellingScreenView(session.state), session.now)).toBe(false)
    const outcome = { idempotencyKey: 'key 2', reply: null }
    const effects = session.apply({ type: 'finish_accepted', ...outcome })
    expect(effects).toMatchObject([{ kind: 'reopen', annotation: 'the annotation' }])
  })

  it('offers to reopen while the queue is empty', async () => {
    const { controller, view } = await submitFirst()
    for (const reason of ['One.', 'Two.']) {
      await settlePendingWork()
      controller.submit('give_up', reason, 'key')
    }
    await settlePendingWork()
    expect(view().stage).toBe('none_left')
    await controller.undo('key')
    expect(view()).toMatchObject({ stage: 'work', work: { solution: 'solution of c' } })
  })
})

function makeReopenableReply({ now }: SessionDriver) {
  const submittedAt = new Date(now).toISOString()
  const submission = { id: 'earlier', submittedAt, finishReason: 'give_up', rated: 0 } as const
  return { type: 'reopenable_loaded', submission, idempotencyKey: 'key' } as const
}

describe('a page that is opened after a submission', () => {
  const reload = async ({ tab, network }: Awaited<ReturnType<typeof submitFirst>>) => {
    tab.crash()
    const newTab = tab.browser.openTab()
    const annotator = openLabellingScreen(newTab, network.open(newTab))
    await settlePendingWork()
    return annotator
  }

  it('reopens that submission while the current solution has no ratings', async () => {
    const before = await submitFirst()
    await settlePendingWork()
    vi.advanceTimersByTime(60_000)
    const { controller, view } = await reload(before)
    expect(view().receipt?.message).toBe('submitted, first error at step 2')
    expect(view().receipt?.reopenable?.until).toBe(Date.now() - 60_000 + reopenWindowMs)
    expect(canReopenSubmission(view())).toBe(true)
    controller.dispatch({ type: 'rate', rating: 1 }, 'key')
    expect(canReopenSubmission(view())).toBe(false)
    await controller.undo('key')
    await controller.undo('key')
    await settlePendingWork()
    expect(view().work?.solution).toBe('solution of a')
    expect(before.server.violations).toEqual([])
  })

  it('reopens a submission that only the new page could send', async () => {
    const before = await submitFirst()
    before.network.change('down')
    await settlePendingWork()
    expect(before.server.acceptedItems).toEqual([])
    before.network.change('up')
    const { controller, view } = await reload(before)
    await controller.undo('key')
    await settlePendingWork()
    expect(view().work?.solution).toBe('solution of a')
  })

  it('reopens nothing while the current solution has ratings from before, or after ten minutes', async () => {
    const before = await submitFirst()
    await before.rate(1)
    const { controller, view } = await reload(before)
    expect(view().state?.content.steps).toEqual([1])
    await controller.undo('key')
    expect(view().work?.solution).toBe('solution of b')
    vi.advanceTimersByTime(reopenWindowMs)
    expect(view().receipt).toBeNull()
  })

  it('offers to reopen for ten minutes if the submission looks older than that, because this clock is fast', () => {
    const session = new SessionDriver()
    session.apply({ type: 'fetch' })
    const submittedAt = new Date(session.now - 2 * reopenWindowMs).toISOString()
    const submission = {
      id: 'earlier',
      submittedAt,
      finishReason: 'found_error',
      rated: 2,
    } as const
    session.apply({ type: 'reopenable_loaded', submission, idempotencyKey: 'key' })
    const reopenable = { annotation: 'earlier', until: session.now + reopenWindowMs }
    expect(session.state.lastFinish?.receipt.reopenable).toEqual(reopenable)
  })

  it.each([null, { number: 1, of: 4 }])(
    'shows the receipt of its own last solution, even if the reply about an earlier one comes later (screening: %o)',
    (screening) => {
      const session = openSession({ screening })
      session.submit()
      const { lastFinish } = session.state
      session.apply(makeReopenableReply(session))
      expect(session.state.lastFinish).toBe(lastFinish)
    },
  )

  it('reopens the earlier submission after a skip, even if the reply about it comes later', () => {
    const session = new SessionDriver()
    session.apply({ type: 'fetch' })
    session.open('b')
    session.skip()
    session.apply(makeReopenableReply(session))
    session.open('c')
    session.apply({ type: 'finish_accepted', idempotencyKey: 'key 1', reply: null })
    expect(toLabellingScreenView(session.state)).toMatchObject({
      receipt: { message: 'skipped', reopenable: { annotation: 'earlier' } },
      isReceiptOfSkip: true,
    })
    expect(session.undo()).toMatchObject([{ kind: 'reopen', annotation: 'earlier' }])
  })

  it('reopens the earlier submission if the server refuses the skip', () => {
    const session = new SessionDriver()
    session.apply({ type: 'fetch' })
    session.open('b')
    session.skip()
    session.apply(makeReopenableReply(session))
    const refusal = new AppError('lease_lost', 'Expired.')
    const idempotencyKey = 'key 1'
    session.apply({ type: 'finish_refused', idempotencyKey, refusal, isFinal: true })
    expect(session.state.lastFinish).toMatchObject({ kind: 'submit', idempotencyKey: 'key' })
  })

  it('does not offer it after a submission of its own and a skip', () => {
    const session = openSessionAfterSubmissionAndSkip()
    session.apply(makeReopenableReply(session))
    expect(session.state.lastFinish).toMatchObject({ submissionKey: 'key 1', previous: null })
  })
})

describe('undo on the labelling screen', () => {
  it('undoes changes before it reopens the last submission', async () => {
    const { controller, view, rate, solution } = await submitFirst()
    await settlePendingWork()
    await rate(1)
    expect(canReopenSubmission(view())).toBe(false)
    await controller.undo('key')
    expect(solution()).toBe('b')
    await controller.undo('key')
    expect(solution()).toBe('a')
  })

  it('reopens a given-up solution with the reason that was sent, and others without one', async () => {
    const { controller, view, solution } = await submitFirst()
    await settlePendingWork()
    await controller.undo('key')
    expect(view()).toMatchObject({ work: { solution: 'solution of a' }, earlyEnd: null })
    controller.submit('give_up', 'Too hard to check.', 'key')
    await settlePendingWork()
    expect(view().earlyEnd).toBeNull()
    await controller.undo('key')
    expect(solution()).toBe('a')
    expect(view().earlyEnd).toEqual({ reason: 'give_up', note: 'Too hard to check.' })
  })

  it('reopens the last submission, and returns to the current solution after it is submitted again', async () => {
    const { controller, view, rate, solution, server } = await submitFirst()
    await controller.undo('key')
    await settlePendingWork()
    expect(solution()).toBe('a')
    expect(view()).toMatchObject({
      state: { content: { steps: [0, -1] } },
      receipt: null,
      doneToday: 0,
      error: null,
    })
    await rate(1)
    controller.dispatch({ type: 'rate', rating: -1, target: { kind: 'step', step: 0 } }, 'key')
    controller.submit('found_error', null, 'key')
    expect(solution()).toBe('b')
    await settlePendingWork()
    expect(server.annotations.get('solution of a')).toMatchObject({
      state: 'submitted',
      body: { ratings: [-1] },
    })
    expect(server.violations).toEqual([])
  })

  it('reopens a solution again after it was reopened and submitted', async () => {
    const { controller, view, solution, server } = await submitFirst()
    await controller.undo('key')
    await settlePendingWork()
    controller.submit('found_error', null, 'key')
    await settlePendingWork()
    expect(solution()).toBe('b')
    await controller.undo('key')
    expect(view().error).toBeNull()
    expect(solution()).toBe('a')
    expect(server.reopened).toHaveLength(2)
  })

  it('waits until the submission has arrived before it reopens it', async () => {
    const { controller, view, network, solution } = await submitFirst()
    expect(view().pendingFinishes).toBe(1)
    network.change('slow')
    const undoPromise = controller.undo('key')
    await settlePendingWork()
    expect(solution()).toBe('b')
    network.change('up')
    await undoPromise
    expect(solution()).toBe('a')
  })

  it('does not reopen if the annotator rates the next solution in the meantime', async () => {
    const { controller, network, rate, solution } = await submitFirst()
    network.change('slow')
    const undoPromise = controller.undo('key')
    await rate(1)
    network.change('up')
    await undoPromise
    await settlePendingWork()
    expect(solution()).toBe('b')
  })

  it('shows the error and stays on the current solution if the server refuses to reopen', async () => {
    const { controller, view, calls, rate, solution } = await submitFirst()
    await settlePendingWork()
    calls.reopen = async () => {
      throw new AppError('conflict', 'Only the last one.')
    }
    await controller.undo('key')
    expect(solution()).toBe('b')
    expect(view().error).toMatchObject({ kind: 'reopen_refused', message: 'Only the last one.' })
    expect(canReopenSubmission(view())).toBe(false)
    await rate(1)
    expect(view().state?.content.steps).toEqual([1])
    // The prefetched solution is still there, and opens in the same frame.
    controller.skip('Not mine.')
    expect(solution()).toBe('c')
  })

  it('shows the reopened solution next, not the prefetched one, if the reply to reopening was lost', async () => {
    const { controller, network, rate, solution, server } = await submitFirst()
    await rate(1)
    network.change('mute')
    await controller.undo('key')
    await controller.undo('key')
    network.change('up')
    controller.dismiss()
    controller.submit('give_up', 'Too hard.', 'key')
    await settlePendingWork()
    expect(server.reopened).toHaveLength(1)
    expect(solution()).toBe('a')
  })

  it('reopens only once if the reply is lost and the annotator tries again', async () => {
    const { controller, view, network, solution, server } = await submitFirst()
    await settlePendingWork()
    network.change('mute')
    await controller.undo('key')
    expect(view().error?.kind).toBe('reopen_refused')
    network.change('up')
    await controller.undo('key')
    expect(solution()).toBe('a')
    expect(server.reopened).toHaveLength(1)
  })
})
