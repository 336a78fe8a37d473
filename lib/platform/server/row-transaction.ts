import { Prisma } from '@/lib/generated/prisma/client'
import { type Database, getTransferDatabase, type Transaction } from './database'
import type { ReadingPlace } from './replica'
import { RowCopier } from './row-copier'
import { RowReader } from './row-reader'
import { rememberClient } from './tracked-pool'

/** A transaction, and in it what reads and what copies many rows. */
export interface RowTransaction {
  db: Transaction
  rows: RowReader
  copier: RowCopier
}

type Options = Parameters<Database['$transaction']>[1]

/** Runs in a transaction of the pool for imports and exports, or of another. Once that is over, all three throw. */
export function transactWithRows<T>(
  run: (transaction: RowTransaction) => Promise<T>,
  options?: Options,
  database: Database = getTransferDatabase(),
): Promise<T> {
  return rememberClient((readClient) =>
    database.$transaction(
      (db) => run({ db, rows: new RowReader(db, readClient), copier: new RowCopier(readClient) }),
      options,
    ),
  )
}

interface InstantOptions {
  /** Of one statement. */
  statementMs: number
  /** Of the whole. */
  timeout: number
  maxWait: number
}

/** Reads what is there at one instant (REPEATABLE READ). Nothing can be changed by it, wherever it reads. */
export function readAtOneInstant<T>(
  { database, upTo }: ReadingPlace,
  { statementMs, ...options }: InstantOptions,
  read: (transaction: Pick<RowTransaction, 'db' | 'rows'>) => Promise<T>,
): Promise<T> {
  return transactWithRows(
    async ({ db, rows }) => {
      const [row] = await db.$queryRaw<[{ hasAll: boolean }]>`
        select set_config('statement_timeout', ${String(statementMs)}, true),
          set_config('transaction_read_only', 'on', true),
          ${upTo}::pg_lsn is null or coalesce(pg_last_wal_replay_lsn() >= ${upTo}::pg_lsn, false) as "hasAll"`
      // Who has waited for one replica may have been given another, behind one address.
      if (!row.hasAll) throw new Error('This replica is not the one that had everything')
      return read({ db, rows })
    },
    { ...options, isolationLevel: Prisma.TransactionIsolationLevel.RepeatableRead },
    database,
  )
}
