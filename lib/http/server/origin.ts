import { readEnv } from '@/lib/platform/server/env'
import { AppError } from '@/lib/platform/errors'

/**
 * Refuses writes that another site's page makes with a person's cookies. Browsers say where a request comes from; a
 * script with a token is not carried by cookies and need not say.
 */
export function refuseForeignOrigin(request: Request): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  if (request.headers.has('authorization')) return
  const site = request.headers.get('sec-fetch-site')
  const origin = request.headers.get('origin')
  const isOwn =
    site === null
      ? origin !== null && origin === new URL(readEnv().publicUrl).origin
      : site === 'same-origin'
  if (!isOwn)
    throw new AppError(
      'forbidden',
      'This request came from another site, or did not say from where. Nothing was done.',
    )
}
