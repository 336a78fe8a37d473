import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '@/lib/platform/errors'
import {
  type Database,
  getDatabase,
  getReplicaDatabase,
  getTransferDatabase,
  isReplicaPoolFull,
  type Transaction,
} from './database'
import { logger } from './logger'
import { getMetrics } from './metrics'

const lookEveryMs = 20
/** After trouble with the replica it is left alone for so long: no one waits for it again and again. */
const restMs = 60_000
/** Beside the patience: to be connected, and to be answered. */
const answerMs = 3_000

/** Where to read from. */
export interface ReadingPlace {
  database: Database
  /** Of a replica: it has everything up to this place of the write-ahead log. Null: it is the primary, which has everything. */
  upTo: string | null
}

interface Options {
  /** How long the replica may take until it has everything that is committed now. */
  patienceMs: number
  /** Whether the reader ended itself, by this: no fault of the replica's. AppErrors are so always. */
  isMeant(error: unknown): boolean
  signal?: AbortSignal
}

// By its pool: whoever connects anew begins anew.
const restsUntil = new WeakMap<Database, number>()

/**
 * Reads on the replica, once that has everything that was committed when this was called; on the primary, where there is
 * no replica, where it is away, is none, or stays behind. What fails on it is read once more, on the primary: a replica
 * ends readers who hold up what it is to replay. So `read` must be able to begin again.
 */
export async function readOnReplica<T>(
  read: (place: ReadingPlace) => Promise<T>,
  options: Options,
): Promise<T> {
  const replica = getReplicaDatabase()
  const place = replica && (await findPlace(replica, options))
  if (place)
    try {
      const result = await read(place)
      getMetrics()?.replicaReads.inc({ outcome: 'replica' })
      return result
    } catch (error) {
      if (error instanceof AppError || options.isMeant(error)) throw error
      rest(place.database, 'failed', error)
    }
  return read({ database: getTransferDatabase(), upTo: null })
}

/** Throws nothing: whoever cannot ask the primary either learns that there. */
async function findPlace(
  replica: Database,
  { patienceMs, signal }: Options,
): Promise<ReadingPlace | null> {
  if (performance.now() < (restsUntil.get(replica) ?? 0)) {
    getMetrics()?.replicaReads.inc({ outcome: 'resting' })
    return null
  }
  // No fault of the replica's: the next one may find a connection.
  if (isReplicaPoolFull()) {
    getMetrics()?.replicaReads.inc({ outcome: 'busy' })
    return null
  }
  const over = new AbortController()
  const ended = AbortSignal.any([over.signal, ...(signal ? [signal] : [])])
  try {
    const primary = await askPrimary(getDatabase())
    const outcome = await Promise.race([
      waitFor(replica, primary, patienceMs, ended),
      sleep(patienceMs + answerMs, 'away' as const, { signal: ended }),
    ])
    if (outcome === 'caughtUp') return { database: replica, upTo: primary.upTo }
    rest(replica, outcome)
  } catch (error) {
    if (!signal?.aborted) rest(replica, 'away', error)
  } finally {
    over.abort()
  }
  return null
}

type FailedOutcome = 'away' | 'behind' | 'wrong' | 'failed'

const outcomeMessages: Readonly<Record<FailedOutcome, string>> = {
  away: 'the replica cannot be reached: the primary is read instead',
  behind: 'the replica is too far behind: the primary is read instead',
  wrong: 'STEPMARK_REPLICA_URL is no replica of this database: the primary is read instead',
  failed: 'reading from the replica failed: the primary is read instead',
}

function rest(replica: Database, outcome: FailedOutcome, error?: unknown): void {
  getMetrics()?.replicaReads.inc({ outcome })
  logger.warn({ ...(error === undefined ? {} : { error }), restMs }, outcomeMessages[outcome])
  restsUntil.set(replica, performance.now() + restMs)
}

interface Primary {
  upTo: string
  system: string
  name: string
}

/**
 * What is committed is flushed before anyone sees it, and only what is flushed is sent. Where the next record would be
 * inserted may lie behind the last one that a quiet server ever sends.
 */
async function askPrimary(db: Transaction): Promise<Primary> {
  const [row] = await db.$queryRaw<[Primary]>`
    select pg_current_wal_flush_lsn()::text as "upTo", system_identifier::text as system, current_database()::text as name
    from pg_control_system()`
  return row
}

export interface Replica {
  /** Of the primary's own server and database. */
  isSame: boolean
  /** And not one that takes writes, such as one that was promoted: its labels would be others. */
  isReplica: boolean
  /** Of the primary's write-ahead log; null: it has replayed none. */
  behindBytes: number | null
  /** Whether it keeps the primary from removing what its readers still see. */
  tellsReaders: boolean
}

async function askReplica(db: Transaction, { upTo, system, name }: Primary): Promise<Replica> {
  const [row] = await db.$queryRaw<[Replica]>`
    select system_identifier::text = ${system} and current_database()::text = ${name} as "isSame",
      pg_is_in_recovery() as "isReplica",
      case when pg_last_wal_replay_lsn() is not null
        then greatest(${upTo}::pg_lsn - pg_last_wal_replay_lsn(), 0)::float8 end as "behindBytes",
      current_setting('hot_standby_feedback') = 'on' as "tellsReaders"
    from pg_control_system()`
  return row
}

async function waitFor(
  replica: Database,
  primary: Primary,
  patienceMs: number,
  signal: AbortSignal,
): Promise<'caughtUp' | 'behind' | 'wrong'> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const { isSame, isReplica, behindBytes } = await askReplica(replica, primary)
    if (!isSame || !isReplica) return 'wrong'
    if (behindBytes === 0) return 'caughtUp'
    if (performance.now() > deadline) return 'behind'
    await sleep(lookEveryMs, undefined, { signal })
  }
}

/** What stands at STEPMARK_REPLICA_URL; null where that is not set. Throws where it cannot be asked, or the primary cannot. */
export async function lookAtReplica(): Promise<Replica | null> {
  const replica = getReplicaDatabase()
  return replica && askReplica(replica, await askPrimary(getDatabase()))
}

/** What is wrong with it, in words that a person can act on; null: nothing. */
export function findReplicaProblem({ isSame, isReplica }: Replica): string | null {
  if (!isSame)
    return 'STEPMARK_REPLICA_URL is another database than DATABASE_URL: give a streaming replica of the same server, and the same database.'
  return isReplica
    ? null
    : 'STEPMARK_REPLICA_URL takes writes, so it is no replica: nothing is read from it. Give one, or unset it.'
}
