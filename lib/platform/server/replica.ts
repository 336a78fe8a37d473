import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '@/lib/platform/errors'
import {
  type Database,
  getDatabase,
  findReplicaDatabase,
  getTransferDatabase,
  isReplicaPoolFull,
  type Transaction,
} from './database'
import { logger } from './logger'
import { findMetrics } from './metrics'

const pollMs = 20
/** After an error, the replica is not used for this long, so that not every read waits for it. */
const pauseMs = 60_000
/** Time to connect and to respond, in addition to `maxWaitMs`. */
const connectAllowanceMs = 3_000

/** Where to read. */
export interface DatabaseToRead {
  database: Database
  /** WAL position that the replica has reached; null: the primary. */
  minWalPosition: string | null
}

interface Options {
  /** How long to wait until the replica has everything committed so far. */
  maxWaitMs: number
  /**
   * Whether the read itself failed with this error, so that the replica is not at fault. AppErrors always count as
   * such.
   */
  isReaderError(error: unknown): boolean
  signal?: AbortSignal
}

// Per pool, so that new pools start without this state.
const pausedUntil = new WeakMap<Database, number>()

/**
 * Reads on the replica once it has everything that was committed before this call. Uses the primary if there is no
 * replica, or it is unreachable, busy, misconfigured or too far behind. A failed read is repeated on the primary, because a
 * replica ends readers that block replay. So `read` must be repeatable.
 */
export async function readOnReplica<T>(
  read: (source: DatabaseToRead) => Promise<T>,
  options: Options,
): Promise<T> {
  const replica = findReplicaDatabase()
  const source = replica && (await findReadSource(replica, options))
  if (source)
    try {
      const result = await read(source)
      findMetrics()?.replicaReads.inc({ outcome: 'replica' })
      return result
    } catch (error) {
      if (error instanceof AppError || options.isReaderError(error)) throw error
      pauseReplica(source.database, 'failed', error)
    }
  return read({ database: getTransferDatabase(), minWalPosition: null })
}

/** Never throws: if the primary does not respond, the read itself will fail. */
async function findReadSource(
  replica: Database,
  { maxWaitMs, signal }: Options,
): Promise<DatabaseToRead | null> {
  if (performance.now() < (pausedUntil.get(replica) ?? 0)) {
    findMetrics()?.replicaReads.inc({ outcome: 'paused' })
    return null
  }
  // Not an error of the replica. The next read may find a free connection.
  if (isReplicaPoolFull()) {
    findMetrics()?.replicaReads.inc({ outcome: 'busy' })
    return null
  }
  const controller = new AbortController()
  const endSignal = AbortSignal.any([controller.signal, ...(signal ? [signal] : [])])
  try {
    const primary = await readPrimaryPosition(getDatabase())
    const outcome = await Promise.race([
      waitUntilCaughtUp(replica, primary, maxWaitMs, endSignal),
      sleep(maxWaitMs + connectAllowanceMs, 'unreachable' as const, { signal: endSignal }),
    ])
    if (outcome === 'caughtUp') return { database: replica, minWalPosition: primary.walPosition }
    pauseReplica(replica, outcome)
  } catch (error) {
    if (!signal?.aborted) pauseReplica(replica, 'unreachable', error)
  } finally {
    controller.abort()
  }
  return null
}

type FailedOutcome = 'unreachable' | 'behind' | 'not_a_replica' | 'failed'

const outcomeMessages: Readonly<Record<FailedOutcome, string>> = {
  unreachable: 'the replica is unreachable, so the primary is used',
  behind: 'the replica is too far behind, so the primary is used',
  not_a_replica: 'STEPMARK_REPLICA_URL is not a replica of this database, so the primary is used',
  failed: 'reading from the replica failed, so the primary is used',
}

function pauseReplica(replica: Database, outcome: FailedOutcome, error?: unknown): void {
  findMetrics()?.replicaReads.inc({ outcome })
  logger.warn({ ...(error === undefined ? {} : { error }), pauseMs }, outcomeMessages[outcome])
  pausedUntil.set(replica, performance.now() + pauseMs)
}

interface Primary {
  walPosition: string
  system: string
  name: string
}

/**
 * Reads the flush position: commits are flushed before they become visible, and only flushed records are sent. The insert
 * position may be after the last record that an idle server ever sends.
 */
async function readPrimaryPosition(db: Transaction): Promise<Primary> {
  const [row] = await db.$queryRaw<[Primary]>`
    select pg_current_wal_flush_lsn()::text as "walPosition", system_identifier::text as system, current_database()::text as name
    from pg_control_system()`
  return row
}

export interface ReplicaState {
  /** Whether it has the primary's system identifier and database. */
  isSameDatabase: boolean
  /** Whether it is still a standby. A promoted server accepts writes, so its data may differ. */
  isReplica: boolean
  /** Bytes of WAL still to be replayed; null if none was ever replayed. */
  behindBytes: number | null
  /** Whether it keeps the primary from removing rows that its readers still see. */
  sendsFeedback: boolean
}

async function readReplica(
  db: Transaction,
  { walPosition, system, name }: Primary,
): Promise<ReplicaState> {
  const [row] = await db.$queryRaw<[ReplicaState]>`
    select system_identifier::text = ${system} and current_database()::text = ${name} as "isSameDatabase",
      pg_is_in_recovery() as "isReplica",
      case when pg_last_wal_replay_lsn() is not null
        then greatest(${walPosition}::pg_lsn - pg_last_wal_replay_lsn(), 0)::float8 end as "behindBytes",
      current_setting('hot_standby_feedback') = 'on' as "sendsFeedback"
    from pg_control_system()`
  return row
}

async function waitUntilCaughtUp(
  replica: Database,
  primary: Primary,
  maxWaitMs: number,
  signal: AbortSignal,
): Promise<'caughtUp' | 'behind' | 'not_a_replica'> {
  const deadline = performance.now() + maxWaitMs
  for (;;) {
    const { isSameDatabase, isReplica, behindBytes } = await readReplica(replica, primary)
    if (!isSameDatabase || !isReplica) return 'not_a_replica'
    if (behindBytes === 0) return 'caughtUp'
    if (performance.now() > deadline) return 'behind'
    await sleep(pollMs, undefined, { signal })
  }
}

/** Inspects the server at STEPMARK_REPLICA_URL; null if not set. Throws if it or the primary does not respond. */
export async function readReplicaState(): Promise<ReplicaState | null> {
  const replica = findReplicaDatabase()
  return replica && readReplica(replica, await readPrimaryPosition(getDatabase()))
}

/** What is wrong with the replica, as a message with advice; null: nothing. */
export function findReplicaProblem({ isSameDatabase, isReplica }: ReplicaState): string | null {
  if (!isSameDatabase)
    return 'STEPMARK_REPLICA_URL is not a replica of DATABASE_URL, but another database. Set a streaming replica of the same server, with the same database name.'
  return isReplica
    ? null
    : 'The database in STEPMARK_REPLICA_URL accepts writes, so it is not a replica and is not used. Set the URL of a replica, or unset it.'
}
