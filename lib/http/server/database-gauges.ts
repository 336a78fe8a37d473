import { Gauge, type Registry } from 'prom-client'
import { countJobs } from '@/lib/jobs/server/count-jobs.sql'
import { countRunningWorkers } from '@/lib/jobs/server/worker-status.sql'
import { getDatabase } from '@/lib/platform/server/database'
import { logger } from '@/lib/platform/server/logger'
import { readInstanceQueueMetrics } from '@/lib/queue/server/instance-queue-metrics.sql'

/** Limits how often reading the metrics queries the database. */
const refreshIntervalMs = 10_000

interface Gauges {
  up: Gauge
  waitingItems: Gauge
  leases: Gauge<'purpose'>
  oldestLease: Gauge<'purpose'>
  jobs: Gauge<'job' | 'state'>
  workers: Gauge
  /** From `performance.now()`; null: not yet refreshed. */
  readAt: number | null
  pendingRead: Promise<void> | null
}

// Stored globally, like the registry, so that a process has them once.
const processGlobals = globalThis as { stepmarkDatabaseGauges?: Gauges }

function makeGauges(registry: Registry): Gauges {
  const registers = [registry]
  const leaseOptions = { registers, labelNames: ['purpose'] as const }
  return {
    up: new Gauge({
      registers,
      name: 'stepmark_database_up',
      help: 'Whether the database responded to the last query for these metrics.',
    }),
    waitingItems: new Gauge({
      registers,
      name: 'stepmark_queue_waiting_items',
      help: 'Queue items of all projects that are waiting, counted up to 10,000.',
    }),
    leases: new Gauge({
      ...leaseOptions,
      name: 'stepmark_leases',
      help: 'Leases that have not expired, by purpose.',
    }),
    oldestLease: new Gauge({
      ...leaseOptions,
      name: 'stepmark_oldest_lease_seconds',
      help: 'Seconds since the oldest unexpired lease was claimed, by purpose.',
    }),
    jobs: new Gauge({
      registers,
      name: 'stepmark_jobs',
      labelNames: ['job', 'state'] as const,
      help: 'Jobs that are waiting, running, or ended within the last day.',
    }),
    workers: new Gauge({
      registers,
      name: 'stepmark_workers',
      help: 'Processes that run jobs now.',
    }),
    readAt: null,
    pendingRead: null,
  }
}

/** Refreshes the database gauges if they are older than 10 seconds. Never throws. */
export async function refreshDatabaseGauges(registry: Registry): Promise<void> {
  const gauges = (processGlobals.stepmarkDatabaseGauges ??= makeGauges(registry))
  if (gauges.readAt !== null && performance.now() - gauges.readAt < refreshIntervalMs) return
  gauges.pendingRead ??= readGauges(gauges).finally(() => {
    gauges.readAt = performance.now()
    gauges.pendingRead = null
  })
  await gauges.pendingRead
}

async function readGauges(gauges: Gauges): Promise<void> {
  // Clear outdated values.
  for (const gauge of [gauges.leases, gauges.oldestLease, gauges.jobs]) gauge.reset()
  gauges.waitingItems.remove()
  gauges.workers.remove()
  try {
    const [queue, jobs] = [
      await readInstanceQueueMetrics(getDatabase()),
      await countJobs(getDatabase()),
    ]
    gauges.waitingItems.set(queue.waitingItems)
    gauges.workers.set(await countRunningWorkers(getDatabase()))
    for (const { purpose, live, oldestSeconds } of queue.leases) {
      gauges.leases.set({ purpose }, live)
      gauges.oldestLease.set({ purpose }, oldestSeconds)
    }
    for (const { job, state, count } of jobs) gauges.jobs.set({ job, state }, count)
    gauges.up.set(1)
  } catch (error) {
    logger.warn({ error }, 'database metrics are unavailable')
    gauges.up.set(0)
  }
}
