import { describe, expect, it, test } from 'vitest'
import { AppError } from '@/lib/platform/errors'
import type { LeasedWork } from './labelling-screen-calls'
import { toLabellingScreenView, type SessionEffect } from './labelling-session'
import { toDraftSaveBody, findMissingReveal } from './open-annotation'
import { emptyDraft } from './testing/fill-save-body'
import {
  acceptFinish,
  listEffectKinds,
  makeLoadedWork,
  openSession,
  deliverPrefetchedWork,
  SessionDriver,
} from './testing/session-driver'

/** The server accepts the save that is running. */
function acceptSave(session: SessionDriver): SessionEffect[] {
  const { annotation } = session
  const { id } = annotation!
  const body = toDraftSaveBody(annotation!, 0)
  session.apply({ type: 'save_started', id, sequence: body.sequence })
  return session.apply({ type: 'saved', id, body, reveal: null })
}

describe('a rating', () => {
  it('is stored on the device before it is sent to the server', () => {
    const session = openSession()
    expect(listEffectKinds(session.rate(1))).toEqual(['store', 'save', 'prefetch'])
  })

  it('during a save is sent by one more save after it', () => {
    const session = openSession()
    session.rate(1)
    const { annotation } = session
    const { id } = annotation!
    const body = toDraftSaveBody(annotation!, 0)
    session.apply({ type: 'save_started', id, sequence: body.sequence })
    expect(listEffectKinds(session.rate(0))).toEqual(['store'])
    expect(listEffectKinds(session.apply({ type: 'saved', id, body, reveal: null }))).toEqual([
      'store',
      'save',
    ])
    expect(listEffectKinds(acceptSave(session))).toEqual(['remove'])
    expect(toLabellingScreenView(session.state).isSaving).toBe(false)
  })

  it('is stored, but not sent, after the server refused a save', () => {
    const session = openSession()
    session.rate(1)
    const { id } = session.annotation!
    const refusal = new AppError('invalid_input', 'No.')
    session.apply({ type: 'failed', effect: { kind: 'save', id }, refusal })
    expect(listEffectKinds(session.rate(0))).toEqual(['store'])
  })

  it('is ignored and not stored if another page has saved a newer draft', () => {
    const session = openSession()
    session.rate(1)
    const storeEffect = session.rate(0).find(({ kind }) => kind === 'store')
    if (storeEffect?.kind !== 'store') throw new Error('It is not stored.')
    const storedDraft = { writer: 'closed page', work: storeEffect.draft, isConflict: true }
    const reopenedSession = new SessionDriver()
    const reply = { ...makeLoadedWork('a'), storedDraft }
    expect(listEffectKinds(reopenedSession.apply({ type: 'loaded', id: 0, reply }))).toEqual([
      'load_steps',
    ])
    expect(reopenedSession.state.error?.kind).toBe('conflict')
    expect(reopenedSession.rate(1)).toEqual([])
    expect(listEffectKinds(reopenedSession.skip())).toEqual(['finish', 'fetch'])
  })
})

describe('a reply to an earlier solution', () => {
  it('changes nothing', () => {
    const session = openSession()
    session.rate(1)
    const { id, work } = session.annotation!
    const body = toDraftSaveBody(session.annotation!, 0)
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

describe('the prefetched solution', () => {
  it('is released by the last tab only', () => {
    const openPrefetched = () => {
      const session = openSession()
      session.rate(1)
      deliverPrefetchedWork(session, 'b')
      return session
    }
    expect(openPrefetched().apply({ type: 'release_prefetched', isAlone: false })).toEqual([])
    const effects = openPrefetched().apply({ type: 'release_prefetched', isAlone: true })
    expect(effects).toEqual([{ kind: 'release', lease: 'b' }])
  })

  it('is dropped if it is the solution on the screen', () => {
    const session = openSession()
    session.rate(1)
    deliverPrefetchedWork(session, 'a')
    expect(session.state.prefetch).toEqual({ kind: 'none', pausedUntil: 0 })
  })

  it('is requested again 20 seconds after an empty reply', () => {
    const session = openSession()
    session.rate(1)
    const id = session.state.lastId
    const reply = { kind: 'none_left', reason: 'all_done', nextExpiry: null } as const
    session.apply({ type: 'prefetched', id, currentSolution: 'solution of a', reply })
    session.now += 19_999
    expect(listEffectKinds(session.rate(0))).not.toContain('prefetch')
    session.now += 1
    expect(listEffectKinds(session.rate(0))).toContain('prefetch')
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
    ...emptyDraft,
    sequence: 1,
    writer: 'another page',
    ratings: [-1],
    activeMs: 0,
    lastEvent: 1,
  } satisfies LeasedWork['draft']
  const session = new SessionDriver()
  const effects = session.open('a', { revealed: [], draft: errorAtFirstStep })
  expect(listEffectKinds(effects)).toEqual(['load_steps', 'save'])
})

test('the session does not check for work while a screening is due, which has its own polling', () => {
  const session = openSession()
  session.skip()
  const reply = { kind: 'screening_due', state: 'grading', items: 4 } as const
  session.apply({ type: 'loaded', id: session.request, reply })
  expect(session.apply({ type: 'check' })).toEqual([])
})

describe('the lease', () => {
  test.each([
    ['lease_lost', 'lease_lost'],
    ['conflict', 'conflict'],
    ['paused', 'paused'],
    ['unauthenticated', 'signed_out'],
  ] as const)('is renewed until the error %s is reported', (code, kind) => {
    const session = openSession()
    const [effect] = session.apply({ type: 'renew' })
    expect(effect).toMatchObject({ kind: 'renew', lease: 'a' })
    session.apply({ type: 'failed', effect: effect!, refusal: new AppError(code, 'Refused.') })
    expect(session.state.error?.kind).toBe(kind)
    expect(session.apply({ type: 'renew' })).toEqual([])
  })

  test('is renewed while a notice about an earlier solution is displayed', () => {
    const session = openSession()
    const refusal = new AppError('not_found', 'Refused.')
    session.apply({ type: 'finish_refused', idempotencyKey: 'x', refusal, isFinal: true })
    expect(session.state.error?.kind).toBe('finish_refused')
    expect(listEffectKinds(session.apply({ type: 'renew' }))).toEqual(['renew'])
  })
})

describe('after a new sign-in', () => {
  const refusal = new AppError('unauthenticated', 'Sign in.')

  it('everything is sent again, but nothing if the person was not signed out', () => {
    const session = openSession()
    session.rate(1)
    expect(session.apply({ type: 'resume' })).toEqual([])
    const effect = { kind: 'save', id: session.annotation!.id } as const
    session.apply({ type: 'failed', effect, refusal })
    expect(listEffectKinds(session.apply({ type: 'resume' }))).toEqual([
      'settle',
      'save',
      'load_steps',
    ])
  })

  it('a save that is still running is not started again', () => {
    const session = openSession()
    session.rate(1)
    const effect = { kind: 'load_steps', id: session.annotation!.id } as const
    session.apply({ type: 'failed', effect, refusal })
    expect(listEffectKinds(session.apply({ type: 'resume' }))).toEqual(['settle', 'load_steps'])
  })
})

test('steps of the solution on the screen are not added to the prefetched one', () => {
  const session = openSession()
  session.rate(1)
  deliverPrefetchedWork(session, 'b')
  const { prefetch: before } = session.state
  const { id, work } = session.annotation!
  const steps = work.steps.toReversed()
  session.apply({ type: 'steps_loaded', id, steps })
  expect(session.annotation?.work.steps).toBe(steps)
  expect(session.state.prefetch).toBe(before)
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
  expect(listEffectKinds(session.undo())).toEqual(['reopen'])
  session.apply({ type: 'loaded', id, reply: makeLoadedWork('b') })
  expect(session.state.stage.kind).toBe('none_left')
  expect(session.apply({ type: 'check' })).toEqual([])
})

test('the connection counts as lost since the first of several failures', () => {
  const session = openSession()
  const { state } = session
  session.apply({ type: 'reachability', isReachable: true })
  expect(session.state).toBe(state)
  session.apply({ type: 'reachability', isReachable: false })
  session.now += 5_000
  session.apply({ type: 'reachability', isReachable: false })
  expect(session.state.unreachedSince).toEqual(new Date(1_000))
})

test('without a connection, the question about an error comes before its options', () => {
  const session = openSession({ revealed: [], asksExplanation: true })
  session.apply({ type: 'reachability', isReachable: false })
  session.rate(-1)
  const readTarget = () => session.annotation?.workState.currentTarget.kind
  expect(readTarget()).toBe('explanation')
  session.apply({ type: 'act', action: { type: 'move', by: -1 }, inputMethod: 'key' })
  expect(readTarget()).toBe('options')
  session.apply({ type: 'reachability', isReachable: true })
  expect(readTarget()).toBe('options')
})

test('leaving an unchanged solution stores no draft', () => {
  const continueAndReadFirstEffect = (session: SessionDriver) =>
    session.apply({ type: 'continue' })[0]
  expect(continueAndReadFirstEffect(openSession())).toMatchObject({ kind: 'leave', draft: null })
  const changed = openSession()
  changed.rate(1)
  expect(continueAndReadFirstEffect(changed)).toMatchObject({
    kind: 'leave',
    draft: { content: { steps: [1] } },
  })
})

test('the options of an error are requested again only if they never arrived', () => {
  const unrevealed = openSession({ revealed: [] }).annotation!
  expect(findMissingReveal(unrevealed, { ratings: [1, -1] })).toBe(1)
  expect(findMissingReveal(unrevealed, { ratings: [1] })).toBeNull()
  const revealed = openSession({ revealed: [1] }).annotation!
  expect(findMissingReveal(revealed, { ratings: [1, -1] })).toBeNull()
})
