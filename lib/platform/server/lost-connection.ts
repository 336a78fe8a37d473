import pg from 'pg'

/**
 * Errors of a connection that was lost or refused before PostgreSQL responded: network and TLS codes, and messages of
 * pg and Prisma's driver. `ENOENT` alone can also mean a missing file.
 */
const lostConnectionPattern =
  /\bE(?:CONN(?:REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT|HOST(?:UNREACH|DOWN)|NET(?:UNREACH|DOWN)|ADDRNOTAVAIL|AI_AGAIN|AI_FAIL|NOTFOUND|PROTO)\b|\bconnect E(?:NOENT|ACCES)\b|\bERR_(?:SSL|TLS)_|^\w*CERT\w* |^UNABLE_TO_\w+ |[Cc]onnection terminated|timeout (?:expired|exceeded when trying to connect)|Query read timeout|connection error and is not queryable|Client was closed|Can't reach database server|^ *SASL: |does not support SSL connections/

/** PostgreSQL error classes that are temporary: connections, limits, and interventions such as shutdown. */
const temporaryClasses = ['08', '53', '57']
/** Errors that prevent connecting at all. */
const accessDeniedClasses = ['28', '3D']

/** Whether there was no response or the connection broke off. False for programming errors and missing files. */
export function isLostConnectionError(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof pg.DatabaseError) return false
  const code: unknown = Reflect.get(error, 'code')
  return lostConnectionPattern.test(`${typeof code === 'string' ? code : ''} ${error.message}`)
}

/**
 * For errors of pg: whether there was no response, or the connection was refused or lost. Any other PostgreSQL error
 * is a response to the statement.
 */
export function isConnectionError(error: unknown): boolean {
  return error instanceof pg.DatabaseError
    ? [...temporaryClasses, ...accessDeniedClasses].includes(error.code?.slice(0, 2) ?? '')
    : isLostConnectionError(error)
}
