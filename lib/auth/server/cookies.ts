import { readEnv } from '@/lib/platform/server/env'

/** Behind TLS the cookie carries the prefix that ties it to this very host. */
export function usesSecureCookies(): boolean {
  return readEnv().publicUrl.startsWith('https://')
}

export function readSessionCookieName(): string {
  return usesSecureCookies() ? '__Host-stepmark.session' : 'stepmark.session'
}
