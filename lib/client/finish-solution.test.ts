import { describe, expect, it, test } from 'vitest'
import { skipReceipt } from '@/lib/annotations/work-labels'
import { AppError } from '@/lib/platform/errors'
import type { StepReveal } from './labelling-screen-calls'
import { toLabellingScreenView, type SessionEffect } from './labelling-session'
import { findNoWorkReasonAfterScreening } from './next-solution'
import { toDraftSaveBody } from './open-annotation'
import { emptyDraft } from './testing/fill-save-body'
import {
  acceptFinish,
  listEffectKinds,
  makeLoadedWork,
  openSession,
  deliverPrefetchedWork,
  type SessionDriver,
} from './testing/session-driver'

const option = { text: [], source: 'another way', endsSolution: false }

describe('a finished solution', () => {
  it('is stored, sent once, and replaced by the prefetched one', () => {
    const session = openSession()
    session.rate(1)
    deliverPrefetchedWork(session, 'b')
    expect(listEffectKinds(session.submit())).toEqual(['store', 'finish', 'load_steps'])
    expect(session.annotation?.work.lease).toBe('b')
  })

  it('is followed by the solution whose prefetch is still in flight', () => {
    const session = openSession()
    session.rate(1)
    const { solution } = session.annotation!.work
    expect(listEffectKinds(session.submit())).toEqual(['store', 'finish'])
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

describe('a submission before one that the server refuses', () => {
  it('can be reopened when the error is gone', () => {
    const session = openSession()
    session.submit()
    acceptFinish(session, 'key 1')
    session.open('b')
    session.submit()
    const refusal = new AppError('lease_lost', 'Expired.')
    session.apply({ type: 'finish_refused', idempotencyKey: 'key 2', refusal, isFinal: true })
    expect(session.state.error?.kind).toBe('finish_refused')
    expect(toLabellingScreenView(session.state).receipt).toBeNull()
    session.open('b')
    session.apply({ type: 'dismiss' })
    const { receipt } = toLabellingScreenView(session.state)
    expect(receipt?.reopenable?.annotation).toBe('the annotation')
    expect(listEffectKinds(session.undo())).toContain('reopen')
  })
})

describe('a solution that the server returned for its options', () => {
  const outcome = {
    type: 'finish_returned',
    idempotencyKey: 'key 1',
    solution: 'a',
    step: 0,
  } as const

  it('is reported, and no longer as submitted', () => {
    const session = openSession()
    session.submit()
    // The next solution is requested already.
    expect(session.apply(outcome)).toEqual([])
    expect(session.state).toMatchObject({ error: { kind: 'finish_returned' }, lastFinish: null })
    session.open('b')
    expect(session.state).toMatchObject({ error: { kind: 'finish_returned' } })
  })

  it('does not prevent undo from reopening the submission after it, until it is submitted again', () => {
    const session = openSession()
    session.submit()
    session.open('b')
    session.submit()
    session.apply({ ...outcome, solution: 'solution of a' })
    acceptFinish(session, 'key 2')
    const stamps = { sequence: 1, writer: 'another page', activeMs: 0, lastEvent: 1 }
    expect(toLabellingScreenView(session.state)).toMatchObject({
      returnedStep: null,
      error: { kind: 'finish_returned' },
    })
    session.open('a', { draft: { ...emptyDraft, ...stamps, ratings: [-1] } })
    expect(toLabellingScreenView(session.state)).toMatchObject({ returnedStep: 0, error: null })
    expect(listEffectKinds(session.undo())).toEqual(['reopen'])
    session.submit()
    expect(session.state.returnedSteps).toEqual({})
  })

  it('is fetched at once if the queue is empty', () => {
    const session = openSession()
    session.submit()
    const reply = { kind: 'none_left', reason: 'all_done', nextExpiry: null } as const
    session.apply({ type: 'loaded', id: session.request, reply })
    expect(listEffectKinds(session.apply(outcome))).toEqual(['fetch'])
  })
})

describe('a solution that a decision returned', () => {
  it('is neither changed nor submitted before the new guideline is read', () => {
    const session = openSession({ guidelineVersion: 2, guidelineVersionToRead: 2 })
    expect(session.rate(1)).toEqual([])
    expect(session.submit()).toEqual([])
    expect(session.annotation?.work.lease).toBe('a')
  })

  it('is loaded again while the guideline is to be read, and can be rated once it was read', () => {
    const session = openSession({ guidelineVersion: 2, guidelineVersionToRead: 2 })
    const { id } = session.annotation!
    const load = (guidelineVersionToRead: number | null) =>
      session.apply({
        type: 'loaded',
        id,
        reply: makeLoadedWork('a', { guidelineVersion: 2, guidelineVersionToRead }),
      })
    expect(session.apply({ type: 'check' })).toEqual([{ kind: 'load_saved', id, lease: 'a' }])
    expect(load(2)).toEqual([])
    expect(session.annotation?.id).toBe(id)
    load(null)
    expect(listEffectKinds(session.rate(1))).toContain('save')
    expect(session.apply({ type: 'check' })).toEqual([])
  })

  it('is not loaded again while its page is offline', () => {
    const session = openSession({ guidelineVersionToRead: 2 })
    session.apply({ type: 'reachability', isReachable: false })
    expect(session.apply({ type: 'check' })).toEqual([])
  })

  it('does not prevent undo from reopening the submission before it', () => {
    const session = openSession()
    session.submit()
    acceptFinish(session, 'key 1')
    session.open('b', { guidelineVersionToRead: 2 })
    expect(listEffectKinds(session.undo())).toContain('reopen')
  })
})

describe('the outcome of an earlier finish', () => {
  const refusal = new AppError('lease_lost', 'Expired.')
  const rejectFinish = (session: SessionDriver, idempotencyKey: string) =>
    session.apply({ type: 'finish_refused', idempotencyKey, refusal, isFinal: true })

  it('does not change the receipt of the last one', () => {
    const session = openSession()
    session.submit()
    session.open('b')
    session.submit()
    const { lastFinish } = session.state
    acceptFinish(session, 'key 1')
    rejectFinish(session, 'key 1')
    expect(session.state.lastFinish).toBe(lastFinish)
  })

  it('does not change the result of a screening that ended with the last one', () => {
    const session = openSession()
    session.skip()
    session.open('b', { screening: { number: 4, of: 4 } })
    session.skip()
    rejectFinish(session, 'key 1')
    expect(findNoWorkReasonAfterScreening(session.state)).toMatchObject({ items: 4 })
    rejectFinish(session, 'key 2')
    expect(findNoWorkReasonAfterScreening(session.state)).toBeNull()
  })
})

test('the receipt of a solution that is sent after the next sign-in says that it is not sent yet', () => {
  const session = openSession()
  session.skip()
  const refusal = new AppError('unauthenticated', 'Sign in.')
  const outcome = { idempotencyKey: 'key 1', refusal, isFinal: false }
  session.apply({ type: 'finish_refused', ...outcome })
  expect(toLabellingScreenView(session.state)).toMatchObject({
    error: { kind: 'signed_out' },
    receipt: { message: skipReceipt.unsent },
    receiptState: 'stored',
  })
  session.apply({ type: 'finish_accepted', idempotencyKey: 'key 1', reply: null })
  expect(toLabellingScreenView(session.state)).toMatchObject({
    receipt: { message: 'skipped' },
    receiptState: 'accepted',
  })
})

test('the receipt of a solution that is not sent yet does not expire, and that of an accepted one does', () => {
  const session = openSession()
  session.submit()
  session.apply({ type: 'reachability', isReachable: false })
  session.apply({ type: 'receipt_expired' })
  expect(toLabellingScreenView(session.state).receiptState).toBe('stored')
  session.apply({ type: 'reachability', isReachable: true })
  acceptFinish(session, 'key 1')
  session.apply({ type: 'receipt_expired' })
  expect(toLabellingScreenView(session.state)).toMatchObject({ receipt: null, receiptState: null })
})

test('the receipt of a solution of a screening is not that of a skip', () => {
  const session = openSession({ screening: { number: 1, of: 4 } })
  session.submit()
  expect(toLabellingScreenView(session.state).isReceiptOfSkip).toBe(false)
})

test('the receipt of an accepted solution stays when the connection is lost', () => {
  const session = openSession()
  session.skip()
  session.apply({ type: 'finish_accepted', idempotencyKey: 'key 1', reply: null })
  session.apply({ type: 'reachability', isReachable: false })
  session.apply({ type: 'changed', change: { pendingFinishes: 1 } })
  expect(toLabellingScreenView(session.state)).toMatchObject({
    receipt: { message: 'skipped' },
    receiptState: 'accepted',
  })
})

describe('a submission made before the options of the first error arrived', () => {
  function submitEarly() {
    const session = openSession({ revealed: [] })
    session.rate(-1)
    expect(session.submit('found_error')).toEqual([])
    expect(session.state.stage.kind).toBe('awaiting_options')
    return session
  }
  const reveal = (session: SessionDriver, options: StepReveal['options']) => {
    const { id } = session.annotation!
    const body = toDraftSaveBody(session.annotation!, 0)
    const stepReveal = { step: 0, options, explanations: [] }
    return listEffectKinds(session.apply({ type: 'saved', id, body, reveal: stepReveal }))
  }

  it('is sent if there are no options', () => {
    expect(reveal(submitEarly(), [])).toContain('finish')
  })

  it('is not followed by a save, although the content changed meanwhile', () => {
    const session = openSession({ revealed: [] })
    session.rate(-1)
    deliverPrefetchedWork(session, 'b')
    const { id } = session.annotation!
    const body = toDraftSaveBody(session.annotation!, 0)
    session.apply({ type: 'save_started', id, sequence: body.sequence })
    const action = { type: 'note', kind: 'comment', text: 'Why?' } as const
    session.apply({ type: 'act', action, inputMethod: 'key' })
    session.submit('found_error')
    const stepReveal = { step: 0, options: [], explanations: [] }
    const kinds = listEffectKinds(session.apply({ type: 'saved', id, body, reveal: stepReveal }))
    expect(kinds).toEqual(['store', 'store', 'finish', 'load_steps'])
  })

  it('is withdrawn if there are options to rate', () => {
    const session = submitEarly()
    expect(reveal(session, [option])).not.toContain('finish')
    expect(session.state.stage.kind).toBe('labelling')
  })

  it('is withdrawn when the annotator continues', () => {
    const session = submitEarly()
    session.apply({ type: 'act', action: { type: 'move', by: -1 }, inputMethod: 'key' })
    expect(reveal(session, [])).not.toContain('finish')
  })

  it('still waits when the options of another step arrive', () => {
    const session = openSession({ revealed: [] })
    session.rate(1)
    session.rate(-1)
    const body = toDraftSaveBody(session.annotation!, 0)
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
    expect(listEffectKinds(session.submit('give_up'))).toContain('finish')
  })

  it('is sent when the connection is lost', () => {
    const session = submitEarly()
    const effects = session.apply({ type: 'reachability', isReachable: false })
    expect(listEffectKinds(effects)).toContain('finish')
  })
})

describe('undo on a solution without changes', () => {
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
    const lateSubmission = submitFirst()
    lateSubmission.undo()
    lateSubmission.now += 10_000
    expect(acceptFinish(lateSubmission, 'key 1')).toEqual([])
  })

  it('does not reopen the last submission if the annotator has continued', () => {
    const session = submitFirst()
    session.undo()
    const target = { kind: 'step', step: 0 } as const
    session.apply({ type: 'act', action: { type: 'rate', rating: 1, target }, inputMethod: 'key' })
    session.undo()
    expect(acceptFinish(session, 'key 1')).toEqual([])
    expect(session.annotation?.work.lease).toBe('b')
  })

  it('does not reopen the last submission if pressed without a connection, and says why until it is sent', () => {
    const session = submitFirst()
    session.apply({ type: 'reachability', isReachable: false })
    session.undo()
    expect(session.state.error).toMatchObject({
      kind: 'reopen_unsent',
      message: 'It is not submitted yet. You can reopen it after it is submitted.',
    })
    session.apply({ type: 'reachability', isReachable: true })
    expect(acceptFinish(session, 'key 1')).toEqual([])
    expect(session.state.error).toBeNull()
    expect(findReopening(session.undo())).toHaveLength(1)
  })

  it('keeps the message about an unsent submission when an earlier one is sent', () => {
    const session = submitFirst()
    session.apply({ type: 'reachability', isReachable: false })
    session.submit()
    session.undo()
    acceptFinish(session, 'key 1')
    expect(session.state.error?.kind).toBe('reopen_unsent')
    session.apply({ type: 'reachability', isReachable: true })
    acceptFinish(session, 'key 2')
    expect(session.state.error).toBeNull()
  })

  it('says without a connection that a skipped solution can’t be reopened', () => {
    const session = openSession()
    session.skip()
    session.apply({ type: 'reachability', isReachable: false })
    session.undo()
    expect(session.state.error).toMatchObject({
      message: 'Skipped solutions and those of a screening can’t be reopened.',
    })
  })

  it('says without a connection that the submission before a skip can be reopened after the skip is sent', () => {
    const session = submitFirst()
    acceptFinish(session, 'key 1')
    session.apply({ type: 'reachability', isReachable: false })
    session.skip()
    session.undo()
    expect(session.state.error).toMatchObject({
      message:
        'The skip is not sent yet. After it is sent, you can reopen the submission before it.',
    })
    session.apply({ type: 'reachability', isReachable: true })
    session.apply({ type: 'finish_accepted', idempotencyKey: 'key 2', reply: null })
    expect(session.state.error).toBeNull()
    session.open('c')
    expect(findReopening(session.undo())).toHaveLength(1)
  })

  it('keeps the message that the user was signed out', () => {
    const session = openSession()
    session.submit()
    const refusal = new AppError('unauthenticated', 'Sign in.')
    const outcome = { idempotencyKey: 'key 1', refusal, isFinal: false }
    session.apply({ type: 'finish_refused', ...outcome })
    session.undo()
    expect(session.state.error?.kind).toBe('signed_out')
  })

  it('does not reopen a solution of a screening', () => {
    const session = openSession({ screening: { number: 1, of: 4 } })
    session.submit()
    session.open('b')
    acceptFinish(session, 'key 1')
    expect(session.undo()).toEqual([])
    expect(session.state.lastFinish?.receipt.reopenable).toBeNull()
  })

  it('uses the same idempotency key for every attempt, and another one for the next submission', () => {
    const session = submitFirst()
    acceptFinish(session, 'key 1')
    const [reopening] = session.undo()
    const [firstKey] = findReopening([reopening!])
    expect(session.undo()).toEqual([])
    session.apply({ type: 'failed', effect: reopening!, refusal: null })
    session.apply({ type: 'dismiss' })
    expect(findReopening(session.undo())).toEqual([firstKey])
    const kinds = listEffectKinds(session.apply({ type: 'reopened', loaded: makeLoadedWork('a2') }))
    expect(kinds).toEqual(['leave', 'load_steps', 'prefetch'])
    session.submit()
    acceptFinish(session, 'key 2')
    session.apply({ type: 'fetch' })
    session.open('b')
    const [secondKey] = findReopening(session.undo())
    expect(secondKey).toBeDefined()
    expect(secondKey).not.toBe(firstKey)
  })

  it('does not reopen the solution if another one has been opened since', () => {
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

describe('the labelling screen, while a submission is being reopened,', () => {
  /** The second solution with one rating. Two undos then revert the rating and reopen the first solution. */
  function rateSecond() {
    const session = openSession()
    session.submit()
    session.open('b')
    acceptFinish(session, 'key 1')
    session.rate(1)
    return session
  }

  it('does not open the prefetched solution, because the server releases its lease', () => {
    const session = rateSecond()
    deliverPrefetchedWork(session, 'c')
    session.undo()
    expect(listEffectKinds(session.undo())).toEqual(['reopen'])
    expect(listEffectKinds(session.skip())).toEqual(['store', 'finish', 'fetch'])
    expect(session.state).toMatchObject({ stage: { kind: 'loading' }, prefetch: { kind: 'none' } })
  })

  it('keeps the prefetched solution until the reopening ends, and then only if the server refused it', () => {
    const refusal = new AppError('conflict', 'Only the last one.')
    const startReopening = () => {
      const session = rateSecond()
      deliverPrefetchedWork(session, 'c')
      session.undo()
      const [effect] = session.undo()
      return { session, effect: effect! }
    }
    const { session, effect } = startReopening()
    session.apply({ type: 'failed', effect, refusal })
    expect(session.state.prefetch.kind).toBe('ready')
    const unreachable = startReopening()
    unreachable.session.apply({ type: 'failed', effect: unreachable.effect, refusal: null })
    expect(unreachable.session.state.prefetch.kind).toBe('none')
    const reopenedSession = startReopening().session
    const kinds = listEffectKinds(
      reopenedSession.apply({ type: 'reopened', loaded: makeLoadedWork('a2') }),
    )
    expect(kinds).toEqual(['leave', 'load_steps', 'prefetch'])
    expect(reopenedSession.state.prefetch.kind).toBe('requested')
  })

  it('does not apply a refused reopening to a later submission', () => {
    const session = rateSecond()
    session.undo()
    const [effect] = session.undo()
    session.submit()
    acceptFinish(session, 'key 2')
    const refusal = new AppError('conflict', 'Only the last one.')
    session.apply({ type: 'failed', effect: effect!, refusal })
    expect(session.state.lastFinish?.receipt.reopenable).not.toBeNull()
  })

  it('does not wait for a running prefetch', () => {
    const session = rateSecond()
    session.undo()
    session.undo()
    expect(listEffectKinds(session.skip())).toEqual(['store', 'finish', 'fetch'])
  })

  it('does not prefetch', () => {
    const session = openSession()
    session.submit()
    session.open('b')
    acceptFinish(session, 'key 1')
    session.undo()
    expect(listEffectKinds(session.rate(1))).toEqual(['store', 'save'])
  })
})
