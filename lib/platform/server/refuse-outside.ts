import type { ClientBase } from 'pg'

/**
 * What a statement's `submit` returns, so that `pg` fails it instead of sending it: an error where the connection has no
 * transaction open. The statement may have waited behind the ROLLBACK, and would commit by itself.
 */
export function refuseOutside(client: ClientBase): Error | undefined {
  return client.getTransactionStatus() === 'I'
    ? new Error('The transaction of this statement is over')
    : undefined
}
