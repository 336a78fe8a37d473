import { afterEach, expect, test, vi } from 'vitest'
import { Link } from './link'
import { guardForm } from './unsaved-changes'

afterEach(() => vi.unstubAllGlobals())

test('Link prefetches its page only if `prefetch` is set', () => {
  expect(Link({ href: '/' }).props).toMatchObject({ href: '/', prefetch: false })
  expect(Link({ href: '/', prefetch: true }).props).toMatchObject({ prefetch: true })
})

test('Link is not followed if the user stays because of unsaved changes', () => {
  const confirm = vi.fn<() => boolean>()
  vi.stubGlobal('window', Object.assign(new EventTarget(), { confirm }))
  const stop = guardForm(() => true)
  const isFollowed = (isLeaving: boolean) => {
    confirm.mockReturnValue(isLeaving)
    const preventDefault = vi.fn<() => void>()
    Link({ href: '/' }).props.onNavigate({ preventDefault })
    return preventDefault.mock.calls.length === 0
  }
  expect([isFollowed(false), isFollowed(true)]).toEqual([false, true])
  stop()
})
