import { AppError } from '@/lib/platform/errors'
import { readWebServerSettings } from '@/lib/platform/server/env'

/**
 * Rejects writes that another site's page makes with a person's cookies. Browsers send the origin of a request. A
 * script with a token needs no cookies and no origin.
 */
export function rejectForeignOrigin(request: Request): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  if (request.headers.has('authorization')) return
  if (!isSameOriginRequest(request)) throw new AppError('forbidden', foreignOriginMessage)
}

export const foreignOriginMessage =
  'This request came from another site, or has no Origin header. It was rejected.'

/** Whether a page of this site sent the request. Another site's page cannot forge this, because browsers set both headers. */
export function isSameOriginRequest({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site')
  const origin = headers.get('origin')
  return site === null
    ? origin !== null && origin === new URL(readWebServerSettings().publicUrl).origin
    : site === 'same-origin'
}
