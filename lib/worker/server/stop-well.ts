import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { closeServers } from '@/lib/http/server/open-servers'
import { closeDatabase } from '@/lib/platform/server/database'
import { beginDraining } from '@/lib/platform/server/drain'
import { readDrainSeconds } from '@/lib/platform/server/env'
import { logger } from '@/lib/platform/server/logger'
import { closeReadiness } from '@/lib/platform/server/readiness'
import { stopTracing } from '@/lib/platform/server/tracing'
import { stopWorkerThread } from './start-worker-thread'

/** Of requests that are being answered when the server closes. */
const patienceMs = 15_000
/** A request that was cut off may hold its connection to the database for as long as an export takes. */
const closeTimeoutMs = 3_000

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

// Next loads this module more than once; the process ends once.
const holder = globalThis as { stepmarkStopsWell?: true }

/**
 * Makes the first signal end this web server gracefully: it reports not ready, serves on until load balancers have
 * noticed, finishes its requests, releases its jobs and exits with 0. A second signal skips the waiting. Requires
 * NEXT_MANUAL_SIG_HANDLE, so that Next does not handle signals itself.
 */
export function stopWell(): void {
  if (holder.stepmarkStopsWell) return
  holder.stepmarkStopsWell = true
  const hurry = new AbortController()
  let isStopping = false
  for (const signal of signals)
    process.on(signal, () => {
      if (isStopping) hurry.abort()
      isStopping ||= start(signal, hurry.signal)
    })
}

function start(signal: string, hurry: AbortSignal): true {
  void stop(signal, hurry).then(
    () => process.exit(0),
    (error: unknown) => {
      logger.error({ error }, 'the server did not end well')
      logger.flush()
      process.exit(1)
    },
  )
  return true
}

async function stop(signal: string, hurry: AbortSignal): Promise<void> {
  const drainSeconds = readDrainSeconds()
  beginDraining()
  logger.info({ signal, drainSeconds }, 'the server is about to end: it is not ready any more')
  await sleep(drainSeconds * 1_000, undefined, { signal: hurry }).catch(() => undefined)
  const hurried = once(hurry, 'abort').then(() => false)
  const jobs = stopWorkerThread()
  const isDone = await Promise.race([closeServers(patienceMs), hurry.aborted ? false : hurried])
  if (!isDone) logger.warn('some requests were cut off: they took too long to finish')
  await jobs
  const closing = Promise.all([closeDatabase(), closeReadiness(), stopTracing()])
  await Promise.race([closing, sleep(closeTimeoutMs)])
  logger.info('the server has ended')
  logger.flush()
}
