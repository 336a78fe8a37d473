import { Prisma } from '@/lib/generated/prisma/client'
import { BulkRowCopier } from './bulk-row-copier'
import { BulkRowReader } from './bulk-row-reader'
import type { Database, Transaction } from './database'
import type { DatabaseToRead } from './replica'
import { runWithTransactionClient } from './tracked-pool'

/** A transaction with a bulk reader and a bulk copier. */
export interface TransactionContext {
  db: Transaction
  rows: BulkRowReader
  copier: BulkRowCopier
}

/** For writing: `copier` is for large values. */
export type WriteTransaction = Pick<TransactionContext, 'db' | 'copier'>

type Options = Parameters<Database['$transaction']>[1]

/**
 * Runs in a transaction of a pool (lib/platform/server/database.ts). After it ends, the transaction, the reader and the
 * copier throw.
 */
export function runTransaction<T>(
  database: Database,
  run: (transaction: TransactionContext) => Promise<T>,
  options?: Options,
): Promise<T> {
  return runWithTransactionClient((readClient) =>
    database.$transaction(
      (db) =>
        run({ db, rows: new BulkRowReader(db, readClient), copier: new BulkRowCopier(readClient) }),
      options,
    ),
  )
}

interface SnapshotOptions {
  /** Limit per statement. */
  statementMs: number
  /** Limit for the whole transaction. */
  timeout: number
  maxWait: number
}

/** Reads a snapshot (REPEATABLE READ). `read` can't write, not even on the primary. */
export function readInSnapshot<T>(
  { database, minWalPosition }: DatabaseToRead,
  { statementMs, ...options }: SnapshotOptions,
  read: (transaction: Pick<TransactionContext, 'db' | 'rows'>) => Promise<T>,
): Promise<T> {
  return runTransaction(
    database,
    async ({ db, rows }) => {
      const [row] = await db.$queryRaw<[{ isCaughtUp: boolean }]>`
        select set_config('statement_timeout', ${String(statementMs)}, true),
          -- A stream waits for its reader. It locks nothing that others need.
          set_config('idle_in_transaction_session_timeout', ${String(options.timeout)}, true),
          set_config('transaction_read_only', 'on', true),
          ${minWalPosition}::pg_lsn is null or coalesce(pg_last_wal_replay_lsn() >= ${minWalPosition}::pg_lsn, false) as "isCaughtUp"`
      // Behind one address there may be several replicas, and this may be another one.
      if (!row.isCaughtUp) throw new Error('This replica has not caught up')
      return read({ db, rows })
    },
    { ...options, isolationLevel: Prisma.TransactionIsolationLevel.RepeatableRead },
  )
}
