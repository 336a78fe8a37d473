import { readEnv } from '@/lib/platform/server/env'
import { deviceMaxAgeDays } from './known-devices'

const sessionName = 'stepmark.session'
/** As long as it takes to sign in at a provider. */
const providerSignInSeconds = 15 * 60
const deviceName = 'stepmark.device'

/** Behind TLS the cookies carry the prefix that ties them to this very host. */
export function usesSecureCookies(): boolean {
  return readEnv().publicUrl.startsWith('https://')
}

const writeName = (name: string) => (usesSecureCookies() ? `__Host-${name}` : name)

export const readSessionCookieName = () => writeName(sessionName)

/**
 * All cookies that next-auth sets: no script reads them, no page of another site sends them along with a write, and no other
 * host can set them (by itself next-auth ties only one of them to the host).
 */
export function describeCookies() {
  const secure = usesSecureCookies()
  const describe = (name: string, maxAge?: number) => ({
    name: writeName(name),
    options: {
      ...({ httpOnly: true, sameSite: 'lax', path: '/', secure } as const),
      ...(maxAge === undefined ? {} : { maxAge }),
    },
  })
  return {
    sessionToken: describe(sessionName),
    callbackUrl: describe('next-auth.callback-url'),
    csrfToken: describe('next-auth.csrf-token'),
    pkceCodeVerifier: describe('next-auth.pkce.code_verifier', providerSignInSeconds),
    state: describe('next-auth.state', providerSignInSeconds),
    nonce: describe('next-auth.nonce', providerSignInSeconds),
  }
}

/** What a browser sent back of the cookie of a known device; null for none. */
export function readDeviceCookie(cookie: string | null): string | null {
  return readCookie(cookie ?? '', writeName(deviceName)) || null
}

/** A `Set-Cookie` as strict as those of next-auth: it goes along with every request, and only the door reads it. */
export function writeDeviceCookie(secret: string): string {
  const maxAge = deviceMaxAgeDays * 24 * 60 * 60
  const line = `${writeName(deviceName)}=${secret}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax`
  return usesSecureCookies() ? `${line}; Secure` : line
}

/** Of a `Cookie` header; null where there is none of that name. */
export function readCookie(header: string, name: string): string | null {
  for (const part of header.split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return null
}
