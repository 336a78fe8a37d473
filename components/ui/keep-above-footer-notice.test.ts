import { afterEach, expect, test, vi } from 'vitest'
import { keepAboveFooterNotice } from './keep-above-footer-notice'

afterEach(() => void vi.unstubAllGlobals())

/** A page of 1,000 px in a window of 400 px. Returns how far it scrolls when a notice appears, and its padding. */
function showNotice(scrollTop: number, height = 74) {
  const page = { notice: 0, scrolled: 0, padding: '' }
  let notify = () => undefined as void
  vi.stubGlobal('document', {
    documentElement: {
      style: {
        setProperty: (_: string, value: string) => (page.padding = value),
        removeProperty: () => (page.padding = ''),
      },
      get scrollHeight() {
        return 1_000 + page.notice
      },
    },
  })
  vi.stubGlobal('innerHeight', 400)
  vi.stubGlobal('scrollY', scrollTop)
  vi.stubGlobal('scrollBy', ({ top }: ScrollToOptions) => (page.scrolled += top ?? 0))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        notify = callback
      }
      observe = notify
    },
  )
  const element = {
    get offsetHeight() {
      return page.notice
    },
  }
  keepAboveFooterNotice(element as HTMLElement)
  notify()
  page.notice = height
  notify()
  return { scrolled: page.scrolled, padding: page.padding }
}

test('a notice above the footer doesn’t cover the end of the page when it appears', () => {
  expect(showNotice(600)).toEqual({ scrolled: 74, padding: '74px' })
  // The end is not in view.
  expect(showNotice(500)).toEqual({ scrolled: 0, padding: '74px' })
})

test('an empty notice sets no padding, because that would restyle the page', () => {
  expect(showNotice(600, 0)).toEqual({ scrolled: 0, padding: '' })
})
