import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { closeHttpServers } from '@/lib/http/server/http-servers'
import { closeDatabase } from '@/lib/platform/server/database'
import { readDrainSeconds } from '@/lib/platform/server/env'
import { logger } from '@/lib/platform/server/logger'
import { closeReadinessConnections } from '@/lib/platform/server/readiness'
import { startDraining } from '@/lib/platform/server/shutdown-drain'
import { stopTracing } from '@/lib/platform/server/tracing'
import { stopBuiltInWorker } from './built-in-worker'

/** Time that running requests have to finish when the server closes. */
const requestTimeoutMs = 15_000
/** A request that was cut off may keep its database connection for as long as an export takes. */
const closeTimeoutMs = 3_000

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

// Next loads this module more than once, but the process ends once.
const processGlobals = globalThis as { stepmarkHandlesSignals?: true }

/**
 * Makes the first signal end this web server gracefully: it reports not ready, serves on until load balancers have
 * noticed, finishes its requests, releases its jobs and exits with 0. A second signal skips the waiting, except for jobs.
 * Requires NEXT_MANUAL_SIG_HANDLE, so that Next does not handle signals itself.
 */
export function shutDownOnTerminationSignal(): void {
  if (processGlobals.stepmarkHandlesSignals) return
  processGlobals.stepmarkHandlesSignals = true
  const immediateStop = new AbortController()
  let isStopping = false
  for (const signal of signals)
    process.on(signal, () => {
      if (isStopping) immediateStop.abort()
      isStopping ||= startShutdown(signal, immediateStop.signal)
    })
}

function startShutdown(signal: string, immediateStop: AbortSignal): true {
  void shutDown(signal, immediateStop).then(
    () => process.exit(0),
    (error: unknown) => {
      logger.error({ error }, 'shutdown failed')
      logger.flush()
      process.exit(1)
    },
  )
  return true
}

async function shutDown(signal: string, immediateStop: AbortSignal): Promise<void> {
  const drainSeconds = readDrainSeconds()
  startDraining()
  logger.info({ signal, drainSeconds }, 'shutting down: not ready anymore')
  await sleep(drainSeconds * 1_000, undefined, { signal: immediateStop }).catch(() => undefined)
  const secondSignal = once(immediateStop, 'abort').then(() => false)
  const jobs = stopBuiltInWorker()
  const isDone = await Promise.race([
    closeHttpServers(requestTimeoutMs),
    immediateStop.aborted ? false : secondSignal,
  ])
  if (!isDone) logger.warn('cut off requests that took too long')
  await jobs
  const closing = Promise.all([closeDatabase(), closeReadinessConnections(), stopTracing()])
  await Promise.race([closing, sleep(closeTimeoutMs)])
  logger.info('server stopped')
  logger.flush()
}
