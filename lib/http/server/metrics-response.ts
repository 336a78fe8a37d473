import { createHash, timingSafeEqual } from 'node:crypto'
import { readMetricsToken } from '@/lib/platform/server/env'
import { findMetrics } from '@/lib/platform/server/metrics'
import { refreshDatabaseGauges } from './database-gauges'

const headers = { 'cache-control': 'no-store' }

/** Serves the metrics of this process to Prometheus, for holders of the token. Returns 404 if no token is set. */
export async function respondToMetricsRequest(request: Request): Promise<Response> {
  const token = readMetricsToken()
  const metrics = findMetrics()
  if (token === null || !metrics) return new Response('Not found.\n', { status: 404, headers })
  if (!isSame(request.headers.get('authorization') ?? '', `Bearer ${token}`))
    return new Response('Send the token of STEPMARK_METRICS_TOKEN to read the metrics.\n', {
      status: 401,
      headers: { ...headers, 'www-authenticate': 'Bearer' },
    })
  await refreshDatabaseGauges(metrics.registry)
  return new Response(await metrics.registry.metrics(), {
    headers: { ...headers, 'content-type': metrics.registry.contentType },
  })
}

/** Compares in constant time. Hashes have equal lengths. */
function isSame(actual: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(actual), hash(expected))
}
