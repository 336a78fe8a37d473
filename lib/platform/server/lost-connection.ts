import pg from 'pg'

/**
 * Of a connection that was lost, or could not be had, before PostgreSQL said anything: codes of the network and of TLS, and
 * what pg and Prisma's driver say in words of their own. `ENOENT` alone is also a file that is not there.
 */
const lostWords =
  /\bE(?:CONN(?:REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT|HOST(?:UNREACH|DOWN)|NET(?:UNREACH|DOWN)|ADDRNOTAVAIL|AI_AGAIN|AI_FAIL|NOTFOUND|PROTO)\b|\bconnect E(?:NOENT|ACCES)\b|\bERR_(?:SSL|TLS)_|^\w*CERT\w* |^UNABLE_TO_\w+ |[Cc]onnection terminated|timeout (?:expired|exceeded when trying to connect)|Query read timeout|connection error and is not queryable|Client was closed|Can't reach database server|^ *SASL: |does not support SSL connections/

/** PostgreSQL's own classes of trouble that pass: of connections, of its limits, and of its starting and stopping. */
const passingClasses = ['08', '53', '57']
/** What keeps someone from connecting at all. */
const doorClasses = ['28', '3D']

/** Whether no one answered, or the connection broke off. Nothing else is: no mistake of ours, no file that is not there. */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof pg.DatabaseError) return false
  const code: unknown = Reflect.get(error, 'code')
  return lostWords.test(`${typeof code === 'string' ? code : ''} ${error.message}`)
}

/**
 * Of pg's errors: no one answered, or the connection was refused or lost. Not what was asked, but whom. Whatever else
 * PostgreSQL says of a statement is its answer.
 */
export function isConnectionTrouble(error: unknown): boolean {
  return error instanceof pg.DatabaseError
    ? [...passingClasses, ...doorClasses].includes(error.code?.slice(0, 2) ?? '')
    : isLostConnection(error)
}
