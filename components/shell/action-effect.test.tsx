import { describe, expect, it } from 'vitest'
import { AppError } from '@/lib/platform/errors'
import { getEffectOfError, getEffectOfResult } from './action-effect'

describe('getEffectOfResult', () => {
  it('keeps the outcome that the action set if it returns nothing', () => {
    for (const result of [undefined, null, ''])
      expect(getEffectOfResult(result, {})).toEqual({
        hasReturned: true,
        outcome: null,
        refreshes: true,
        staysBusy: false,
      })
  })

  it('shows a text or an element as success', () => {
    const element = <b>Saved.</b>
    for (const message of ['Saved.', element])
      expect(getEffectOfResult(message, {}).outcome).toEqual({ kind: 'success', message })
  })

  it('shows a returned outcome, and refreshes even if it is an error', () => {
    const outcome = { kind: 'error', message: '2 not accepted.' } as const
    expect(getEffectOfResult(outcome, {})).toEqual({
      hasReturned: true,
      outcome,
      refreshes: true,
      staysBusy: false,
    })
  })

  it('keeps the button busy after a final action, unless it returned an error', () => {
    const options = { isFinal: true }
    expect(getEffectOfResult(undefined, options).staysBusy).toBe(true)
    expect(getEffectOfResult('Saved.', options).staysBusy).toBe(true)
    expect(getEffectOfResult({ kind: 'error', message: 'Outdated.' }, options).staysBusy).toBe(
      false,
    )
  })
})

describe('getEffectOfError', () => {
  it('describes the error and allows another try, even of a final action', () => {
    expect(getEffectOfError(new AppError('invalid_input', 'Too long.'), { isFinal: true })).toEqual(
      {
        hasReturned: false,
        outcome: { kind: 'error', message: 'Too long.' },
        refreshes: false,
        staysBusy: false,
      },
    )
  })

  it('shows the text that `describeError` of the action returns, and nothing if it returns null', () => {
    const error = new AppError('invalid_input', 'Too long.')
    const getOutcome = (message: string | null) =>
      getEffectOfError(error, { describeError: () => message }).outcome
    expect(getOutcome('Shorten it.')).toEqual({ kind: 'error', message: 'Shorten it.' })
    expect(getOutcome(null)).toBeNull()
  })

  it('refreshes if the page is outdated, or after every error if requested', () => {
    const doesRefresh = (error: unknown, refreshesAfterErrors?: boolean) =>
      getEffectOfError(error, { refreshesAfterErrors }).refreshes
    expect(doesRefresh(new AppError('conflict', 'Changed.'))).toBe(true)
    expect(doesRefresh(new AppError('not_found', 'Deleted.'))).toBe(true)
    expect(doesRefresh(new AppError('unavailable', 'Offline.'))).toBe(false)
    expect(doesRefresh(new Error('a bug'))).toBe(false)
    expect(doesRefresh(new AppError('unavailable', 'Offline.'), true)).toBe(true)
  })
})
