import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { confirmLeaving, guardForm } from './unsaved-changes'

describe('guardForm', () => {
  const makeWindow = () =>
    Object.assign(new EventTarget(), {
      confirm: vi.fn<() => boolean>(),
      navigation: new EventTarget(),
    })
  let page: ReturnType<typeof makeWindow>
  let stopGuards: (() => void)[] = []

  beforeEach(() => {
    page = makeWindow()
    vi.stubGlobal('window', page)
  })
  afterEach(() => {
    for (const stop of stopGuards) stop()
    stopGuards = []
    vi.unstubAllGlobals()
  })

  const guard = (hasChanges: boolean) => stopGuards.push(guardForm(() => hasChanges))

  /** Whether the event is stopped. */
  const isStopped = (target: EventTarget, event: Event) => !target.dispatchEvent(event)
  const unload = () => isStopped(page, new Event('beforeunload', { cancelable: true }))
  const navigate = (navigationType: string, sameDocument = true, hashChange = false) =>
    isStopped(
      page.navigation,
      Object.assign(new Event('navigate', { cancelable: true }), {
        navigationType,
        hashChange,
        destination: { sameDocument },
      }),
    )

  it('asks before a link is followed only if a form has changes', () => {
    expect(confirmLeaving()).toBe(true)
    guard(false)
    expect(confirmLeaving()).toBe(true)
    expect(page.confirm).not.toHaveBeenCalled()
    guard(true)
    page.confirm.mockReturnValueOnce(false).mockReturnValueOnce(true)
    expect([confirmLeaving(), confirmLeaving()]).toEqual([false, true])
  })

  it('lets the browser ask before the page is closed only if a form has changes', () => {
    guard(false)
    expect(unload()).toBe(false)
    guard(true)
    expect(unload()).toBe(true)
  })

  it('asks before Back and Forward, and stops them if the user stays', () => {
    guard(true)
    page.confirm.mockReturnValueOnce(false).mockReturnValueOnce(true)
    expect([navigate('traverse'), navigate('traverse')]).toEqual([true, false])
  })

  it('does not ask on other navigation, where links or the browser ask', () => {
    guard(true)
    expect([navigate('push'), navigate('reload'), navigate('traverse', false)]).toEqual([
      false,
      false,
      false,
    ])
    expect(page.confirm).not.toHaveBeenCalled()
  })

  it('never asks before Back to another section of the same page', () => {
    guard(true)
    expect(navigate('traverse', true, true)).toBe(false)
    expect(page.confirm).not.toHaveBeenCalled()
  })

  it('stops asking when the last form is closed', () => {
    const stop = guardForm(() => true)
    stop()
    expect([confirmLeaving(), unload(), navigate('traverse')]).toEqual([true, false, false])
  })
})
