import { Prisma } from '@/lib/generated/prisma/client'
import { readDriverErrorDetails } from '@/lib/platform/server/driver-error-details'

/** Error codes for a connection that can't be opened, or a server that doesn't accept one at the moment. */
const unavailableKinds = new Set(['DatabaseNotReachable', 'TooManyConnections'])
const unavailableCodes = new Set(['53300', '57P03'])

/** Messages of the pool's errors, which have no code: no connection became free in time, or none could be opened. */
const poolErrorMessages = new Set([
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
])

/**
 * Whether no connection was available: all are in use, or the database is unreachable. A job has then not failed and is
 * run later. A connection that broke is different, because the job may have broken it.
 */
export function isConnectionUnavailableError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (poolErrorMessages.has(error.message)) return true
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false
  // The same code is used for a transaction that took too long.
  if (error.code === 'P2028') return error.message.includes('Unable to start a transaction')
  const { kind, originalCode } = readDriverErrorDetails(error)
  return unavailableKinds.has(String(kind)) || unavailableCodes.has(String(originalCode))
}
