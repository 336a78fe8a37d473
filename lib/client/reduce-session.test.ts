import { describe, expect, it, test } from 'vitest'
import { AppError } from '@/lib/platform/errors'
import type { LeasedWork, StepReveal } from './labelling-screen-calls'
import { toLabellingScreenView, type SessionEffect } from './labelling-session'
import { describeDraft } from './open-annotation'
import { makeLoadedWork, SessionDriver } from './testing/session-driver'

const listKinds = (effects: readonly SessionEffect[]) => effects.map(({ kind }) => kind)
const option = { text: [], source: 'another way', endsSolution: false }

function openSession(more: Partial<LeasedWork> = {}): SessionDriver {
  const session = new SessionDriver()
  session.apply({ type: 'fetch' })
  session.open('a', more)
  return session
}

/** The server accepts the save that is running. */
function acceptSave(session: SessionDriver): SessionEffect[] {
  const { annotation } = session
  const { id } = annotation!
  const body = describeDraft(annotation!, 0)
  session.apply({ type: 'save_started', id, sequence: body.sequence })
  return session.apply({ type: 'saved', id, body, reveal: null })
}

function acceptFinish(session: SessionDriver, idempotencyKey: string): SessionEffect[] {
  const annotation = 'the annotation'
  const reply = { state: 'submitted', annotation, doneToday: 1, reveal: null } as const
  return session.apply({ type: 'finish_accepted', idempotencyKey, reply })
}

/** The next solution is prefetched. */
function prefetch(session: SessionDriver, lease: string): SessionEffect[] {
  const { prefetch: requested } = session.state
  if (requested.kind !== 'requested') throw new Error('Nothing is requested.')
  const { id } = requested
  const currentSolution = session.annotation!.work.solution
  const reply = makeLoadedWork(lease)
  return session.apply({ type: 'prefetched', id, currentSolution, reply })
}

describe('a rating', () => {
  it('is stored on the device before it is sent to the server', () => {
    const session = openSession()
    expect(listKinds(session.rate(1))).toEqual(['store', 'save', 'prefetch'])
  })

  it('during a save is sent by one more save after it', () => {
    const session = openSession()
    session.rate(1)
    const { annotation } = session
    const { id } = annotation!
    const body = describeDraft(annotation!, 0)
    session.apply({ type: 'save_started', id, sequence: body.sequence })
    expect(listKinds(session.rate(0))).toEqual(['store'])
    expect(listKinds(session.apply({ type: 'saved', id, body, reveal: null }))).toEqual([
      'store',
      'save',
    ])
    expect(listKinds(acceptSave(session))).toEqual(['remove'])
    expect(toLabellingScreenView(session.state).isSaving).toBe(false)
  })

  it('is stored, but not sent, after the server refused a save', () => {
    const session = openSession()
    session.rate(1)
    const { id } = session.annotation!
    const refusal = new AppError('invalid_input', 'No.')
    session.apply({ type: 'failed', effect: { kind: 'save', id }, refusal })
    expect(listKinds(session.rate(0))).toEqual(['store'])
  })

  it('on a draft that another page overtook is ignored, and the draft is not stored', () => {
    const session = openSession()
    session.rate(1)
    const storedWork = session.rate(0).find(({ kind }) => kind === 'store')
    if (storedWork?.kind !== 'store') throw new Error('It is not stored.')
    const storedDraft = { writer: 'closed page', work: storedWork.draft, isConflict: true }
    const other = new SessionDriver()
    const reply = { ...makeLoadedWork('a'), storedDraft }
    expect(listKinds(other.apply({ type: 'loaded', id: 0, reply }))).toEqual(['load_steps'])
    expect(other.state.error?.kind).toBe('conflict')
    expect(other.rate(1)).toEqual([])
    expect(listKinds(other.skip())).toEqual(['finish', 'fetch'])
  })
})

describe('a reply to an earlier solution', () => {
  it('changes nothing', () => {
    const session = openSession()
    session.rate(1)
    const { id, work } = session.annotation!
    const body = describeDraft(session.annotation!, 0)
    session.skip()
    session.open('b')
    session.rate(1)
    const { state } = session
    const refusal = new AppError('lease_lost', 'Expired.')
    const { steps } = work
    expect(session.apply({ type: 'saved', id, body, reveal: null })).toEqual([])
    for (const kind of ['save', 'load_steps'] as const)
      expect(session.apply({ type: 'failed', effect: { kind, id }, refusal })).toEqual([])
    expect(session.apply({ type: 'steps_loaded', id, steps })).toEqual([])
    expect(session.apply({ type: 'loaded', id, reply: makeLoadedWork('a') })).toEqual([])
    expect(session.state).toBe(state)
  })
})

describe('a finished solution', () => {
  it('is stored, sent once, and replaced by the prefetched one', () => {
    const session = openSession()
    session.rate(1)
    prefetch(session, 'b')
    expect(listKinds(session.submit())).toEqual(['store', 'finish', 'load_steps'])
    expect(session.annotation?.work.lease).toBe('b')
  })

  it('is followed by the solution whose prefetch is running', () => {
    const session = openSession()
    session.rate(1)
    const { solution } = session.annotation!.work
    expect(listKinds(session.submit())).toEqual(['store', 'finish'])
    const { request: id } = session
    const reply = makeLoadedWork('b')
    session.apply({ type: 'prefetched', id, currentSolution: solution, reply })
    expect(session.annotation?.work.lease).toBe('b')
  })

  it('stays reported until it is dismissed if the server refuses it', () => {
    const session = openSession()
    session.skip()
    const refusal = new AppError('lease_lost', 'Expired.')
    const idempotencyKey = 'key 1'
    session.apply({ type: 'finish_refused', idempotencyKey, refusal, isFinal: true })
    session.open('b')
    expect(session.state).toMatchObject({ error: { kind: 'finish_refused' }, lastFinish: null })
    session.apply({ type: 'dismiss' })
    expect(session.state.error).toBeNull()
  })
})

test('the receipt of a solution that is sent after the next sign-in stays', () => {
  const session = openSession()
  session.skip()
  const refusal = new AppError('unauthenticated', 'Sign in.')
  const outcome = { idempotencyKey: 'key 1', refusal, isFinal: false }
  session.apply({ type: 'finish_refused', ...outcome })
  expect(session.state).toMatchObject({
    error: { kind: 'signed_out' },
    lastFinish: { receipt: { message: 'Skipped' } },
  })
})

describe('a submission before the options of the first error came', () => {
  function submitEarly() {
    const session = openSession({ revealed: [] })
    session.rate(-1)
    expect(session.submit('found_error')).toEqual([])
    expect(session.state.stage.kind).toBe('awaiting_options')
    return session
  }
  const reveal = (session: SessionDriver, options: StepReveal['options']) => {
    const { id } = session.annotation!
    const body = describeDraft(session.annotation!, 0)
    const stepReveal = { step: 0, options, explanations: [] }
    return listKinds(session.apply({ type: 'saved', id, body, reveal: stepReveal }))
  }

  it('is sent when there are none', () => {
    expect(reveal(submitEarly(), [])).toContain('finish')
  })

  it('is withdrawn when there are some', () => {
    const session = submitEarly()
    expect(reveal(session, [option])).not.toContain('finish')
    expect(session.state.stage.kind).toBe('labelling')
  })

  it('is withdrawn when the annotator continues', () => {
    const session = submitEarly()
    session.apply({ type: 'act', action: { type: 'move', by: -1 }, inputMethod: 'key' })
    expect(reveal(session, [])).not.toContain('finish')
  })

  it('still waits when the options of another step come', () => {
    const session = openSession({ revealed: [] })
    session.rate(1)
    session.rate(-1)
    const body = describeDraft(session.annotation!, 0)
    const target = { kind: 'step', step: 0 } as const
    const action = { type: 'rate', rating: -1, target } as const
    session.apply({ type: 'act', action, inputMethod: 'key' })
    session.submit('found_error')
    const { id } = session.annotation!
    const reveal = { step: 1, options: [option], explanations: [] }
    session.apply({ type: 'saved', id, body, reveal })
    expect(session.state.stage.kind).toBe('awaiting_options')
  })

  it('is sent at once if the annotator gives up', () => {
    const session = openSession({ revealed: [] })
    session.rate(-1)
    expect(listKinds(session.submit('give_up'))).toContain('finish')
  })

  it('is sent when the connection is lost', () => {
    const session = submitEarly()
    const effects = session.apply({ type: 'reachability', isReachable: false })
    expect(listKinds(effects)).toContain('finish')
  })
})

describe('undo without a change', () => {
  const findReopening = (effects: readonly SessionEffect[]) =>
    effects.flatMap((effect) => (effect.kind === 'reopen' ? [effect.idempotencyKey] : []))

  /** Submits a solution and opens the next one. */
  function submitFirst() {
    const session = openSession()
    session.submit()
    session.open('b')
    return session
  }

  it('reopens the last submission when the server has accepted it, within 10 seconds', () => {
    const session = submitFirst()
    expect(session.undo()).toEqual([])
    session.now += 9_999
    expect(findReopening(acceptFinish(session, 'key 1'))).toHaveLength(1)
    const late = submitFirst()
    late.undo()
    late.now += 10_000
    expect(acceptFinish(late, 'key 1')).toEqual([])
  })

  it('has the same key for every attempt, and another one for the next submission', () => {
    const session = submitFirst()
    acceptFinish(session, 'key 1')
    const [reopening] = session.undo()
    const [firstKey] = findReopening([reopening!])
    expect(session.undo()).toEqual([])
    session.apply({ type: 'failed', effect: reopening!, refusal: null })
    session.apply({ type: 'dismiss' })
    expect(findReopening(session.undo())).toEqual([firstKey])
    const kinds = listKinds(session.apply({ type: 'reopened', loaded: makeLoadedWork('a2') }))
    expect(kinds).toEqual(['leave', 'load_steps', 'prefetch'])
    session.submit()
    acceptFinish(session, 'key 2')
    session.apply({ type: 'fetch' })
    session.open('b')
    const [secondKey] = findReopening(session.undo())
    expect(secondKey).toBeDefined()
    expect(secondKey).not.toBe(firstKey)
  })

  it('opens nothing if another solution came on the screen in the meantime', () => {
    const session = submitFirst()
    acceptFinish(session, 'key 1')
    session.undo()
    session.skip()
    session.open('c')
    session.apply({ type: 'reopened', loaded: makeLoadedWork('a2') })
    expect(session.annotation?.work.lease).toBe('c')
    expect(session.state.reopening).toBeNull()
  })
})

describe('the prefetched solution', () => {
  it('is released by the last tab only', () => {
    const openPrefetched = () => {
      const session = openSession()
      session.rate(1)
      prefetch(session, 'b')
      return session
    }
    expect(openPrefetched().apply({ type: 'release_prefetched', isAlone: false })).toEqual([])
    const effects = openPrefetched().apply({ type: 'release_prefetched', isAlone: true })
    expect(effects).toEqual([{ kind: 'release', lease: 'b' }])
  })

  it('is not the solution on the screen', () => {
    const session = openSession()
    session.rate(1)
    prefetch(session, 'a')
    expect(session.state.prefetch).toEqual({ kind: 'none', pausedUntil: 0 })
  })

  it('is requested again 20 seconds after an empty reply', () => {
    const session = openSession()
    session.rate(1)
    const id = session.state.lastId
    const reply = { kind: 'none_left', reason: 'all_done', nextExpiry: null } as const
    session.apply({ type: 'prefetched', id, currentSolution: 'solution of a', reply })
    session.now += 19_999
    expect(listKinds(session.rate(0))).not.toContain('prefetch')
    session.now += 1
    expect(listKinds(session.rate(0))).toContain('prefetch')
  })
})

describe('while a submission is being reopened', () => {
  /** Undo was pressed twice on the second solution: for its only rating, and for the first solution. */
  function reopenFirst() {
    const session = openSession()
    session.submit()
    session.open('b')
    acceptFinish(session, 'key 1')
    session.rate(1)
    return session
  }

  it('the prefetched solution is not opened, because the server releases its lease', () => {
    const session = reopenFirst()
    prefetch(session, 'c')
    session.undo()
    expect(listKinds(session.undo())).toEqual(['reopen'])
    expect(listKinds(session.skip())).toEqual(['store', 'finish', 'fetch'])
    expect(session.state).toMatchObject({ stage: { kind: 'loading' }, prefetch: { kind: 'none' } })
  })

  it('a prefetch that is running is not awaited', () => {
    const session = reopenFirst()
    session.undo()
    session.undo()
    expect(listKinds(session.skip())).toEqual(['store', 'finish', 'fetch'])
  })

  it('nothing is prefetched', () => {
    const session = openSession()
    session.submit()
    session.open('b')
    acceptFinish(session, 'key 1')
    session.undo()
    expect(listKinds(session.rate(1))).toEqual(['store', 'save'])
  })
})

test('a request for work changes nothing while there is work', () => {
  const session = openSession()
  const { state } = session
  expect(session.apply({ type: 'fetch' })).toEqual([])
  expect(session.state).toBe(state)
})

test('a draft whose options are missing is saved as soon as it is opened, because the reply has them', () => {
  const errorAtFirstStep = {
    ...{ sequence: 1, writer: 'another page', ratings: [-1], supersededRatings: [], options: {} },
    ...{ choices: {}, humanOptions: {}, notes: [], tags: [], explanation: null, progress: null },
    ...{ stepTimesMs: [], supersededErrors: {}, activeMs: 0, lastEvent: 1 },
  } satisfies LeasedWork['draft']
  const session = new SessionDriver()
  const effects = session.open('a', { revealed: [], draft: errorAtFirstStep })
  expect(listKinds(effects)).toEqual(['load_steps', 'save'])
})

test('a screening has its own polling', () => {
  const session = openSession()
  session.skip()
  const reply = { kind: 'screening_due', state: 'grading', items: 4 } as const
  session.apply({ type: 'loaded', id: session.request, reply })
  expect(session.apply({ type: 'check' })).toEqual([])
})

test('an empty queue is checked until there is work, and not during a reopening', () => {
  const session = openSession()
  session.submit()
  const reply = { kind: 'none_left', reason: 'all_done', nextExpiry: null } as const
  session.apply({ type: 'loaded', id: session.request, reply })
  const [check] = session.apply({ type: 'check' })
  expect(check?.kind).toBe('check')
  // A slow check is not replaced by the next one.
  expect(session.apply({ type: 'check' })).toEqual([check])
  acceptFinish(session, 'key 1')
  const id = session.request
  expect(listKinds(session.undo())).toEqual(['reopen'])
  session.apply({ type: 'loaded', id, reply: makeLoadedWork('b') })
  expect(session.state.stage.kind).toBe('none_left')
  expect(session.apply({ type: 'check' })).toEqual([])
})
