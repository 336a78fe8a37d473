import { getTransferDatabase, type Transaction } from './database'
import { RowCopier } from './row-copier'
import { RowReader } from './row-reader'
import { rememberClient } from './tracked-pool'

/** A transaction, and in it what reads and what copies many rows. */
export interface RowTransaction {
  db: Transaction
  rows: RowReader
  copier: RowCopier
}

type Options = Parameters<ReturnType<typeof getTransferDatabase>['$transaction']>[1]

/** Runs in a transaction of the pool for imports and exports. Once that is over, all three throw. */
export function transactWithRows<T>(
  run: (transaction: RowTransaction) => Promise<T>,
  options?: Options,
): Promise<T> {
  return rememberClient((readClient) =>
    getTransferDatabase().$transaction(
      (db) => run({ db, rows: new RowReader(db, readClient), copier: new RowCopier(readClient) }),
      options,
    ),
  )
}
