import { Prisma } from '@/lib/generated/prisma/client'
import { readDriverCause } from '@/lib/platform/server/driver-cause'

/** What the driver calls it when it cannot open a connection, or the server does not take one yet or any more. */
const kinds = new Set(['DatabaseNotReachable', 'TooManyConnections'])
const codes = new Set(['53300', '57P03'])

/** From the pool, which gives them no code: none became free in time, or a new one did not come about. */
const ofPool = new Set([
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
])

/**
 * There was no connection to be had: all are in use, or the database is away. It says nothing of the job, which is run
 * later and has not failed. A connection that was there and broke is another matter: the job may be what broke it.
 */
export function isNoConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (ofPool.has(error.message)) return true
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false
  // The same code also says that a transaction took too long.
  if (error.code === 'P2028') return error.message.includes('Unable to start a transaction')
  const { kind, originalCode } = readDriverCause(error)
  return kinds.has(String(kind)) || codes.has(String(originalCode))
}
