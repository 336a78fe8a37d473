import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { Link } from './link'
import { followLink } from './link-navigation'
import type { PushPage } from './open-page'
import { guardForm } from './unsaved-changes'

afterEach(() => vi.unstubAllGlobals())

const address = 'https://stepmark.example/projects'

/** A click inside an element: inside a link, unless `link` is null. */
function click(
  link: { target?: string; download?: boolean; opensPage?: string } | null = {},
  event: Partial<MouseEvent> = {},
) {
  const { target = '', download = false, opensPage = 'at-top' } = link ?? {}
  const closest = (selector: string) =>
    link && selector === 'a[data-opens-page]'
      ? { href: address, target, dataset: { opensPage }, hasAttribute: () => download }
      : null
  const push = vi.fn<PushPage>()
  const preventDefault = vi.fn<() => void>()
  const leftButton = { button: 0, defaultPrevented: false, target: { closest }, preventDefault }
  followLink({ ...leftButton, ...event } as unknown as MouseEvent, push)
  const followsBrowser = preventDefault.mock.calls.length === 0
  return { opened: push.mock.calls, followsBrowser }
}

test('Link opens its page without loading the app again', () => {
  expect(renderToStaticMarkup(<Link href="/projects">Projects</Link>)).toBe(
    '<a data-opens-page="at-top" href="/projects">Projects</a>',
  )
  expect(click()).toEqual({ opened: [[address, { scroll: true }]], followsBrowser: false })
})

test('Link keeps the scroll position only if `scroll` is false', () => {
  const html = renderToStaticMarkup(<Link href="/projects" scroll={false} />)
  const opensPage = /data-opens-page="([^"]*)"/.exec(html)![1]!
  expect(click({ opensPage }).opened).toEqual([[address, { scroll: false }]])
})

test.each([
  ['a click with Ctrl', {}, { ctrlKey: true }],
  ['a click with ⌘', {}, { metaKey: true }],
  ['a click with Shift', {}, { shiftKey: true }],
  ['a click with Alt', {}, { altKey: true }],
  ['a click with the middle button', {}, { button: 1 }],
  ['a link that opens a tab', { target: '_blank' }, {}],
  ['a link that downloads a file', { download: true }, {}],
  ['a click outside of links', null, {}],
  ['a click on the document itself', null, { target: null }],
  ['a click that a component has handled', {}, { defaultPrevented: true }],
])('the browser handles %s', (_, link, event) => {
  expect(click(link, event)).toEqual({ opened: [], followsBrowser: true })
})

test('Link is not followed if the user stays because of unsaved changes', () => {
  const confirm = vi.fn<() => boolean>()
  vi.stubGlobal('window', Object.assign(new EventTarget(), { confirm }))
  const stop = guardForm(() => true)
  const isFollowed = (isLeaving: boolean) => {
    confirm.mockReturnValue(isLeaving)
    const { opened, followsBrowser } = click()
    expect(followsBrowser).toBe(false)
    return opened.length > 0
  }
  expect([isFollowed(false), isFollowed(true)]).toEqual([false, true])
  stop()
})
