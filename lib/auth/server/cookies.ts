import { readEnv } from '@/lib/platform/server/env'

const sessionName = 'stepmark.session'
/** As long as it takes to sign in at a provider. */
const waySeconds = 15 * 60

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
    pkceCodeVerifier: describe('next-auth.pkce.code_verifier', waySeconds),
    state: describe('next-auth.state', waySeconds),
    nonce: describe('next-auth.nonce', waySeconds),
  }
}
