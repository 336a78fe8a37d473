import { Prisma } from '@/lib/generated/prisma/client'
import { readDriverCause } from './driver-cause'
import { isLostConnection } from './lost-connection'

// The database cannot be reached, has no connection free, or gave up on a statement or a deadlock: nothing was written.
const unavailableCodes = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2034'])
/** What the driver calls the same, where Prisma has no code of its own for it. */
const passingKinds = new Set([
  ...['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout'],
  ...['TooManyConnections', 'TransactionWriteConflict'],
])
/**
 * PostgreSQL's own codes for it, and for what it cannot do at present: no connection (08), read only (25006), no disk,
 * memory or connection left (53), locks and limits in time (40, 55, 57), a disk that fails (58).
 */
const passingCodes = /^(?:08\w{3}|25006|40001|40P01|53\w{3}|55P03|57014|57P0\d|58030)$/

/** Of Prisma's errors: the database cannot do it at present. Asked again later, it may. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientInitializationError) return true
  const { kind, originalCode } = readDriverCause(error)
  if (passingKinds.has(String(kind)) || passingCodes.test(String(originalCode))) return true
  if (error instanceof Prisma.PrismaClientKnownRequestError && unavailableCodes.has(error.code))
    return true
  return isLostConnection(error)
}

const doorCodes = new Set(['P1000', 'P1003', 'P1010', 'P1011'])
const doorKinds = new Set([
  ...['AuthenticationFailed', 'DatabaseAccessDenied', 'DatabaseDoesNotExist'],
  'TlsConnectionError',
])

/** Of Prisma's errors: this process is not let in, or there is no such database (yet). */
export function isShutOut(error: unknown): boolean {
  const { kind, originalCode } = readDriverCause(error)
  if (doorKinds.has(String(kind)) || /^(?:28|3D)\w{3}$/.test(String(originalCode))) return true
  return error instanceof Prisma.PrismaClientKnownRequestError && doorCodes.has(error.code)
}
