import { readEnv } from '@/lib/platform/server/env'
import { AppError } from '@/lib/platform/errors'

/**
 * Refuses writes that another site's page makes with a person's cookies. Browsers say where a request comes from; a
 * script with a token is not carried by cookies and need not say.
 */
export function refuseForeignOrigin(request: Request): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  if (request.headers.has('authorization')) return
  if (!isSameOrigin(request)) throw new AppError('forbidden', foreignOriginMessage)
}

export const foreignOriginMessage =
  'This request came from another site, or has no Origin header. It was refused.'

/** What no page of another site can claim: browsers write both headers themselves. */
export function isSameOrigin({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site')
  const origin = headers.get('origin')
  return site === null
    ? origin !== null && origin === new URL(readEnv().publicUrl).origin
    : site === 'same-origin'
}
