import type { Transaction } from './database'
import type { TransactionLimits } from './set-up-connection'

type ChangeableLimits = Omit<TransactionLimits, 'unacknowledgedMs'> & {
  /** Each statement. */
  statementMs: number
}

/**
 * Replaces the limits of this transaction, for work that takes longer than a request or waits between two statements.
 * Limits that are not given stay as they are.
 */
export async function setTransactionLimits(
  db: Transaction,
  { statementMs, lockMs, idleMs, totalMs }: Partial<ChangeableLimits>,
): Promise<void> {
  await db.$executeRaw`
    select set_config(name, value, true)
    from (values
      (1, 'statement_timeout', ${format(statementMs)}),
      (2, 'lock_timeout', ${format(lockMs)}),
      (3, 'idle_in_transaction_session_timeout', ${format(idleMs)}),
      -- A running timer is only changed by way of 0. PostgreSQL before 17 does not have this setting.
      (4, 'transaction_timeout', ${totalMs === undefined ? null : '0'}),
      (5, 'transaction_timeout', ${format(totalMs)})
    ) as limits (position, name, value)
    where value is not null and current_setting(name, true) is not null
    order by position`
}

const format = (ms: number | undefined) => (ms === undefined ? null : String(ms))
