import { readWebServerSettings } from '@/lib/platform/server/env'
import { knownBrowserMaxAgeDays } from './known-browsers'

const sessionCookieName = 'stepmark.session'
/** Time to sign in at a provider. */
const providerSignInSeconds = 15 * 60
const knownBrowserCookieName = 'stepmark.browser'

/** With TLS, cookies have the prefix that binds them to this host. */
export function usesSecureCookies(): boolean {
  return readWebServerSettings().publicUrl.startsWith('https://')
}

const formatCookieName = (name: string) => (usesSecureCookies() ? `__Host-${name}` : name)

export const getSessionCookieName = () => formatCookieName(sessionCookieName)

/**
 * All cookies of next-auth: hidden from scripts, not sent along with another site's writes, and not settable by other
 * hosts (by default, next-auth binds only one of them to the host).
 */
export function getNextAuthCookieOptions() {
  const secure = usesSecureCookies()
  const describe = (name: string, maxAge?: number) => ({
    name: formatCookieName(name),
    options: {
      ...({ httpOnly: true, sameSite: 'lax', path: '/', secure } as const),
      ...(maxAge === undefined ? {} : { maxAge }),
    },
  })
  return {
    sessionToken: describe(sessionCookieName),
    callbackUrl: describe('next-auth.callback-url'),
    csrfToken: describe('next-auth.csrf-token'),
    pkceCodeVerifier: describe('next-auth.pkce.code_verifier', providerSignInSeconds),
    state: describe('next-auth.state', providerSignInSeconds),
    nonce: describe('next-auth.nonce', providerSignInSeconds),
  }
}

/** Reads the known-browser cookie of a request; null if missing. */
export function readKnownBrowserCookie(cookie: string | null): string | null {
  return readCookie(cookie ?? '', formatCookieName(knownBrowserCookieName)) || null
}

/** A `Set-Cookie` as strict as those of next-auth. The browser sends it with every request, but only sign-in reads it. */
export function formatKnownBrowserCookie(secret: string): string {
  const maxAge = knownBrowserMaxAgeDays * 24 * 60 * 60
  const line = `${formatCookieName(knownBrowserCookieName)}=${secret}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax`
  return usesSecureCookies() ? `${line}; Secure` : line
}

/** Reads one cookie from a `Cookie` header; null if missing. */
export function readCookie(header: string, name: string): string | null {
  for (const part of header.split(';')) {
    const position = part.indexOf('=')
    if (position > 0 && part.slice(0, position).trim() === name)
      return part.slice(position + 1).trim()
  }
  return null
}
