import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { reopenableMinutes } from '@/lib/annotations/contract'
import { AppError } from '@/lib/platform/errors'
import { reopenableMs } from './show-receipt'
import { FakeBrowser } from './testing/fake-browser'
import { FakeNetwork } from './testing/fake-network'
import { makeWork, ModelServer } from './testing/model-server'
import { holdClocks, openAnnotation, settle } from './testing/open-annotation'
import { canReopen } from './work-view'

beforeEach(holdClocks)
afterEach(() => {
  vi.useRealTimers()
})

/** Somebody who has labelled the first of three solutions, and sees the second. */
async function submitFirst() {
  const server = new ModelServer(['a', 'b', 'c'].map((name) => makeWork(name)))
  const network = new FakeNetwork(server)
  const tab = new FakeBrowser().openTab()
  const calls = network.open(tab)
  const opened = openAnnotation(tab, calls)
  const { annotation, view } = opened
  await settle()
  const rate = async (...ratings: (-1 | 0 | 1)[]) => {
    for (const rating of ratings) annotation.act({ type: 'rate', rating }, 'key')
    await settle()
  }
  const solution = () => view().work?.solution.at(-1)
  await rate(0, -1)
  annotation.submit('found_error', null, 'key')
  return { ...opened, server, network, calls, rate, solution }
}

it('lasts as long as the server says', () => {
  expect(reopenableMs).toBe(reopenableMinutes * 60_000)
})

describe('the receipt', () => {
  it('offers it once the submission has arrived, and for ten minutes', async () => {
    const { view } = await submitFirst()
    expect(view().receipt).toEqual({ words: 'Submitted, first error at step 2', reopens: null })
    expect(canReopen(view())).toBe(false)
    await settle()
    expect(view().receipt?.reopens).toMatchObject({ annotation: expect.any(String) })
    expect(canReopen(view())).toBe(true)
    vi.advanceTimersByTime(reopenableMs - 1)
    expect(canReopen(view())).toBe(true)
    vi.advanceTimersByTime(1)
    expect(canReopen(view())).toBe(false)
    expect(view().receipt).toBeNull()
  })

  it('offers nothing of a solution that was skipped', async () => {
    const { annotation, view } = await submitFirst()
    await settle()
    annotation.skip('Not mine.')
    await settle()
    expect(view().receipt).toEqual({ words: 'Skipped', reopens: null })
  })

  it('offers it also where nothing is left', async () => {
    const { annotation, view } = await submitFirst()
    for (const reason of ['One.', 'Two.']) {
      await settle()
      annotation.submit('give_up', reason, 'key')
    }
    await settle()
    expect(view().stage).toBe('none_left')
    await annotation.undo('key')
    expect(view()).toMatchObject({ stage: 'work', work: { solution: 'solution of c' } })
  })
})

describe('undo', () => {
  it('takes back what was said here before it opens the last one', async () => {
    const { annotation, view, rate, solution } = await submitFirst()
    await settle()
    await rate(1)
    expect(canReopen(view())).toBe(false)
    await annotation.undo('key')
    expect(solution()).toBe('b')
    await annotation.undo('key')
    expect(solution()).toBe('a')
  })

  it('opens the last one as it was, and gives the other one back later', async () => {
    const { annotation, view, rate, solution, server } = await submitFirst()
    await annotation.undo('key')
    await settle()
    expect(solution()).toBe('a')
    expect(view()).toMatchObject({
      state: { content: { steps: [0, -1] } },
      receipt: null,
      doneToday: 0,
      trouble: null,
    })
    await rate(1)
    annotation.act({ type: 'rate', rating: -1, target: { kind: 'step', step: 0 } }, 'key')
    annotation.submit('found_error', null, 'key')
    expect(solution()).toBe('b')
    await settle()
    expect(server.annotations.get('solution of a')).toMatchObject({
      state: 'submitted',
      body: { ratings: [-1] },
    })
    expect(server.offences).toEqual([])
  })

  it('waits for a submission that is under way', async () => {
    const { annotation, view, network, solution } = await submitFirst()
    expect(view().underWay).toBe(1)
    network.change('slow')
    const undone = annotation.undo('key')
    await settle()
    expect(solution()).toBe('b')
    network.change('up')
    await undone
    expect(solution()).toBe('a')
  })

  it('opens nothing behind the back of somebody who has gone on meanwhile', async () => {
    const { annotation, network, rate, solution } = await submitFirst()
    network.change('slow')
    const undone = annotation.undo('key')
    await rate(1)
    network.change('up')
    await undone
    await settle()
    expect(solution()).toBe('b')
  })

  it('says why not, and changes nothing', async () => {
    const { annotation, view, calls, rate, solution } = await submitFirst()
    await settle()
    calls.reopen = async () => {
      throw new AppError('conflict', 'Only the last one.')
    }
    await annotation.undo('key')
    expect(solution()).toBe('b')
    expect(view().trouble).toMatchObject({ kind: 'reopen_refused', message: 'Only the last one.' })
    expect(canReopen(view())).toBe(false)
    await rate(1)
    expect(view().state?.content.steps).toEqual([1])
    // The next one is there, and in the same frame.
    annotation.skip('Not mine.')
    expect(solution()).toBe('c')
  })

  it('shows none that the server has given back, where the answer was lost', async () => {
    const { annotation, network, rate, solution, server } = await submitFirst()
    await rate(1)
    network.change('mute')
    await annotation.undo('key')
    await annotation.undo('key')
    network.change('up')
    annotation.dismiss()
    annotation.submit('give_up', 'Too hard.', 'key')
    await settle()
    expect(server.reopened).toHaveLength(1)
    expect(solution()).toBe('a')
  })

  it('asks with the same key where the answer was lost', async () => {
    const { annotation, view, network, solution, server } = await submitFirst()
    await settle()
    network.change('mute')
    await annotation.undo('key')
    expect(view().trouble?.kind).toBe('reopen_refused')
    network.change('up')
    await annotation.undo('key')
    expect(solution()).toBe('a')
    expect(server.reopened).toHaveLength(1)
  })
})
