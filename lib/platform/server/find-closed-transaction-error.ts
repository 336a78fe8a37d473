import type { ClientBase } from 'pg'

/**
 * Returned from a statement's `submit`, so that `pg` fails instead of sending it: an error if the connection has no
 * open transaction. The statement may have waited behind the ROLLBACK, and would commit by itself.
 */
export function findClosedTransactionError(client: ClientBase): Error | undefined {
  return client.getTransactionStatus() === 'I'
    ? new Error('The transaction of this statement has ended')
    : undefined
}
