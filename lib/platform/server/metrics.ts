import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { countConnectionsByPool } from './database'
import { readMetricsToken } from './env'

/** Metrics of this process. Prometheus sums over processes. */
export interface Metrics {
  registry: Registry
  callSeconds: Histogram<'operation' | 'status'>
  refusals: Counter<'code'>
  claims: Counter<'outcome'>
  replays: Counter
  replicaReads: Counter<'outcome'>
}

/** In seconds. A save takes a few hundredths; an export may take minutes. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

// Next loads this module more than once, so metrics are stored globally.
const processGlobals = globalThis as { stepmarkMetrics?: Metrics }

/** Null if metrics are off: then nothing is counted. */
export function findMetrics(): Metrics | null {
  if (processGlobals.stepmarkMetrics) return processGlobals.stepmarkMetrics
  return readMetricsToken() === null ? null : (processGlobals.stepmarkMetrics = makeMetrics())
}

function makeMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  addPoolGauges(registry)
  const refusals = new Counter({
    registers,
    name: 'stepmark_refusals_total',
    labelNames: ['code'] as const,
    help: 'Rejected API requests, by error code.',
  })
  // Set to 0 at the start, so that the first one is visible as an increase.
  for (const code of ['lease_lost', 'unavailable', 'internal']) refusals.inc({ code }, 0)
  return {
    registry,
    refusals,
    callSeconds: new Histogram({
      registers,
      buckets,
      name: 'stepmark_call_seconds',
      labelNames: ['operation', 'status'] as const,
      help: 'API requests: seconds until the response starts, by operation and status.',
    }),
    claims: new Counter({
      registers,
      name: 'stepmark_claims_total',
      labelNames: ['outcome'] as const,
      help: 'Claims, by outcome.',
    }),
    replays: new Counter({
      registers,
      name: 'stepmark_idempotent_replays_total',
      help: 'Repeated requests that received the first response.',
    }),
    replicaReads: new Counter({
      registers,
      name: 'stepmark_replica_reads_total',
      labelNames: ['outcome'] as const,
      help: 'Reads intended for the replica: outcome, or why they used the primary.',
    }),
  }
}

function addPoolGauges(registry: Registry): void {
  const registers = [registry]
  const waitingGauge = new Gauge({
    registers,
    name: 'stepmark_database_waiting',
    labelNames: ['pool'] as const,
    help: 'Requests that wait for a database connection.',
  })
  // oxlint-disable-next-line no-new -- it registers itself
  new Gauge({
    registers,
    name: 'stepmark_database_connections',
    labelNames: ['pool', 'state'] as const,
    help: 'Database connections, in use and idle.',
    collect() {
      for (const { pool, used, idle, waiting: count } of countConnectionsByPool()) {
        this.set({ pool, state: 'used' }, used)
        this.set({ pool, state: 'idle' }, idle)
        waitingGauge.set({ pool }, count)
      }
    },
  })
}
