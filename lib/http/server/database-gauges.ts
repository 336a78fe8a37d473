import { Gauge, type Registry } from 'prom-client'
import { countJobs } from '@/lib/jobs/server/count-jobs.sql'
import { getDatabase } from '@/lib/platform/server/database'
import { logger } from '@/lib/platform/server/logger'
import { countQueue } from '@/lib/queue/server/count-queue.sql'

/** Whoever reads the metrics often does not ask the database often. */
const readEveryMs = 10_000

interface Gauges {
  up: Gauge
  openItems: Gauge
  leases: Gauge<'purpose'>
  oldestLease: Gauge<'purpose'>
  jobs: Gauge<'job' | 'state'>
  /** By `performance.now()`; null: never so far. */
  readAt: number | null
  reading: Promise<void> | null
}

// As with the registry: the process has them once.
const holder = globalThis as { stepmarkDatabaseGauges?: Gauges }

function makeGauges(registry: Registry): Gauges {
  const registers = [registry]
  const ofLeases = { registers, labelNames: ['purpose'] as const }
  return {
    up: new Gauge({
      ...{ registers, name: 'stepmark_database_up' },
      help: 'Whether the database answered when it was last asked for what follows.',
    }),
    openItems: new Gauge({
      ...{ registers, name: 'stepmark_queue_open_items' },
      help: 'Queue items of all projects that are free for someone, counted up to 10,000.',
    }),
    leases: new Gauge({
      ...{ ...ofLeases, name: 'stepmark_leases' },
      help: 'Leases that have not run out, by purpose.',
    }),
    oldestLease: new Gauge({
      ...{ ...ofLeases, name: 'stepmark_oldest_lease_seconds' },
      help: 'Seconds since the oldest of them was claimed.',
    }),
    jobs: new Gauge({
      ...{ registers, name: 'stepmark_jobs', labelNames: ['job', 'state'] as const },
      help: 'Jobs that wait, are under way, or ended in the last day.',
    }),
    readAt: null,
    reading: null,
  }
}

/** Brings the gauges of the database up to date, where they are older than ten seconds. Throws nothing. */
export async function refreshDatabaseGauges(registry: Registry): Promise<void> {
  const gauges = (holder.stepmarkDatabaseGauges ??= makeGauges(registry))
  if (gauges.readAt !== null && performance.now() - gauges.readAt < readEveryMs) return
  gauges.reading ??= read(gauges).finally(() => {
    gauges.readAt = performance.now()
    gauges.reading = null
  })
  await gauges.reading
}

async function read(gauges: Gauges): Promise<void> {
  // What was true once says nothing of now.
  for (const gauge of [gauges.leases, gauges.oldestLease, gauges.jobs]) gauge.reset()
  gauges.openItems.remove()
  try {
    const [queue, jobs] = [await countQueue(getDatabase()), await countJobs(getDatabase())]
    gauges.openItems.set(queue.waitingItems)
    for (const { purpose, live, oldestSeconds } of queue.leases) {
      gauges.leases.set({ purpose }, live)
      gauges.oldestLease.set({ purpose }, oldestSeconds)
    }
    for (const { job, state, count } of jobs) gauges.jobs.set({ job, state }, count)
    gauges.up.set(1)
  } catch (error) {
    logger.warn({ error }, 'the metrics lack what the database says')
    gauges.up.set(0)
  }
}
