import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  getNextAuthCookieOptions,
  readKnownBrowserCookie,
  getSessionCookieName,
  formatKnownBrowserCookie,
} from './cookies'

describe('sign-in cookies', () => {
  const originalEnv = { ...process.env }
  beforeAll(() => {
    process.env.DATABASE_URL = 'postgresql://nobody@127.0.0.1:1/nothing'
    process.env.NEXTAUTH_SECRET = 'a secret for tests that is long enough to be one'
  })
  afterAll(() => {
    process.env = originalEnv
  })

  test('are HttpOnly, SameSite, Secure and bound to the host with TLS', () => {
    process.env.NEXTAUTH_URL = 'https://stepmark.example'
    expect(getSessionCookieName()).toBe('__Host-stepmark.session')
    const cookies = Object.values(getNextAuthCookieOptions())
    expect(cookies[0]!.name).toBe(getSessionCookieName())
    expect(new Set(cookies.map(({ name }) => name)).size).toBe(6)
    for (const { name, options } of cookies) {
      // The prefix requires these attributes, and no domain.
      expect(name).toMatch(/^__Host-(stepmark|next-auth)\./)
      expect(options).toMatchObject({ httpOnly: true, sameSite: 'lax', path: '/', secure: true })
      expect(options).not.toHaveProperty('domain')
    }
    expect(formatKnownBrowserCookie('abc')).toBe(
      '__Host-stepmark.browser=abc; Path=/; Max-Age=15552000; HttpOnly; SameSite=Lax; Secure',
    )
    expect(readKnownBrowserCookie('a=b; __Host-stepmark.browser=abc')).toBe('abc')
    // Another host of the same site could set this one.
    expect(readKnownBrowserCookie('stepmark.browser=abc')).toBeNull()
  })

  test('are HttpOnly and SameSite, but neither Secure nor bound to the host, on localhost without TLS', () => {
    process.env.NEXTAUTH_URL = 'http://127.0.0.1:3000'
    expect(getSessionCookieName()).toBe('stepmark.session')
    for (const { name, options } of Object.values(getNextAuthCookieOptions())) {
      expect(name).toMatch(/^(stepmark|next-auth)\./)
      expect(options).toMatchObject({ httpOnly: true, sameSite: 'lax', path: '/', secure: false })
    }
    expect(formatKnownBrowserCookie('abc')).toBe(
      'stepmark.browser=abc; Path=/; Max-Age=15552000; HttpOnly; SameSite=Lax',
    )
    for (const header of [null, '', 'stepmark.browser=', 'stepmark.session=abc'])
      expect(readKnownBrowserCookie(header)).toBeNull()
  })
})
