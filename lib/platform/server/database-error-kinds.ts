import { DatabaseError } from 'pg'
import { Prisma } from '@/lib/generated/prisma/client'
import { readDriverErrorDetails } from './driver-error-details'
import { isLostConnectionError } from './lost-connection'

// The database is unreachable, has no free connection, or ended the statement, for example in a deadlock.
const unavailableCodes = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2034'])
/** The same errors as the driver reports them, without a Prisma code. */
const temporaryKinds = new Set([
  ...['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout'],
  ...['TooManyConnections', 'TransactionWriteConflict'],
])
/**
 * PostgreSQL codes of temporary failures: connection (08), a named statement whose columns a
 * migration has just changed (0A000), read-only (25006), a transaction that
 * exceeded its limits (25P03, 25P04), out of disk, memory or connections
 * (53), locks and timeouts (40, 55, 57), disk errors (58).
 */
const temporaryCodes =
  /^(?:08\w{3}|0A000|25006|25P0[34]|40001|40P01|53\w{3}|55P03|57014|57P0\d|58030)$/

/** For Prisma errors: whether the database is temporarily unavailable. A retry may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientInitializationError) return true
  const { kind, originalCode } = readDriverErrorDetails(error)
  if (temporaryKinds.has(String(kind)) || temporaryCodes.test(String(originalCode))) return true
  if (error instanceof Prisma.PrismaClientKnownRequestError && unavailableCodes.has(error.code))
    return true
  return isLostConnectionError(error)
}

/** For Prisma errors: whether another transaction kept a lock for too long. */
export function isLockTimeout(error: unknown): boolean {
  return readDriverErrorDetails(error).originalCode === '55P03'
}

/** Whether an earlier statement of the transaction had failed. Also for errors of COPY, which don't pass through Prisma. */
export function isTransactionAborted(error: unknown): boolean {
  const code =
    error instanceof DatabaseError ? error.code : readDriverErrorDetails(error).originalCode
  return code === '25P02'
}

const accessDeniedCodes = new Set(['P1000', 'P1003', 'P1010', 'P1011'])
const accessDeniedKinds = new Set([
  ...['AuthenticationFailed', 'DatabaseAccessDenied', 'DatabaseDoesNotExist'],
  'TlsConnectionError',
])

/** For Prisma errors: whether access is denied, or the database does not exist (yet). */
export function isDatabaseAccessDenied(error: unknown): boolean {
  const { kind, originalCode } = readDriverErrorDetails(error)
  if (accessDeniedKinds.has(String(kind)) || /^(?:28|3D)\w{3}$/.test(String(originalCode)))
    return true
  return error instanceof Prisma.PrismaClientKnownRequestError && accessDeniedCodes.has(error.code)
}
