import { createHash, timingSafeEqual } from 'node:crypto'
import { readMetricsToken } from '@/lib/platform/server/env'
import { getMetrics } from '@/lib/platform/server/metrics'
import { refreshDatabaseGauges } from './database-gauges'

const headers = { 'cache-control': 'no-store' }

/** What this process counts, as Prometheus reads it, for whoever has the token. Without one set, there is no such page. */
export async function answerMetrics(request: Request): Promise<Response> {
  const token = readMetricsToken()
  const metrics = getMetrics()
  if (token === null || !metrics) return new Response('Not found.\n', { status: 404, headers })
  if (!isSame(request.headers.get('authorization') ?? '', `Bearer ${token}`))
    return new Response('The token of STEPMARK_METRICS_TOKEN opens this page.\n', {
      status: 401,
      headers: { ...headers, 'www-authenticate': 'Bearer' },
    })
  await refreshDatabaseGauges(metrics.registry)
  return new Response(await metrics.registry.metrics(), {
    headers: { ...headers, 'content-type': metrics.registry.contentType },
  })
}

/** In a time that tells nothing of where they part; the hashes are as long as each other. */
function isSame(actual: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(actual), hash(expected))
}
