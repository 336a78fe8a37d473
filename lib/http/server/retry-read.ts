import { setTimeout as sleep } from 'node:timers/promises'
import { isConnectionUnavailableError } from '@/lib/jobs/server/connection-unavailable-error'

/** Retries stop after this time, but there is at least one: a wait for a connection takes 2 seconds. */
const maxRetryMs = 2_500
const pauseMs = 100

/**
 * Runs a query and retries if no connection was free in time. A machine that stalls for 2 seconds makes every wait
 * time out, and recovers right after. API clients get 503 with Retry-After, but a page would show an error. Only for
 * queries without side effects.
 */
export async function retryReadOnBusyPool<T>(read: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + maxRetryMs
  for (let attempt = 1; ; attempt++)
    try {
      return await read()
    } catch (error) {
      if (!isConnectionUnavailableError(error) || (attempt > 1 && performance.now() >= deadline))
        throw error
      await sleep(pauseMs)
    }
}
