import { expect, test } from 'vitest'
import { getThemeCookieName, readTheme, formatThemeCookie } from './theme'

test('the theme cookie has the prefix __Host- and is secure with TLS, and neither without TLS', () => {
  expect(getThemeCookieName(true)).toBe('__Host-stepmark.theme')
  const secure = formatThemeCookie('dark', true)
  // Browsers accept the prefix only with these attributes and without a domain.
  expect(secure).toMatch(/^__Host-stepmark\.theme=dark; path=\/; .*samesite=lax; secure$/)
  expect(secure).not.toContain('domain')
  expect(formatThemeCookie('light', false)).toMatch(
    /^stepmark\.theme=light; path=\/; .*samesite=lax$/,
  )
  expect(formatThemeCookie('system', true)).toContain('max-age=0')
})

test('an invalid theme falls back to the theme of the device', () => {
  expect(['dark', 'light', 'neon', undefined].map(readTheme)).toEqual([
    ...['dark', 'light', 'system', 'system'],
  ])
})
