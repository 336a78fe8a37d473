import { expect, test } from 'vitest'
import { nameThemeCookie, readTheme, writeThemeCookie } from './theme'

test('the cookie of the theme is tied to this host behind TLS, and works without it on a trial', () => {
  expect(nameThemeCookie(true)).toBe('__Host-stepmark.theme')
  const secure = writeThemeCookie('dark', true)
  // The prefix holds only with these, and without a domain.
  expect(secure).toMatch(/^__Host-stepmark\.theme=dark; path=\/; .*samesite=lax; secure$/)
  expect(secure).not.toContain('domain')
  expect(writeThemeCookie('light', false)).toMatch(
    /^stepmark\.theme=light; path=\/; .*samesite=lax$/,
  )
  expect(writeThemeCookie('system', true)).toContain('max-age=0')
})

test('a theme that is none is that of the device', () => {
  expect(['dark', 'light', 'neon', undefined].map(readTheme)).toEqual([
    ...['dark', 'light', 'system', 'system'],
  ])
})
