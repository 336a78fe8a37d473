import { isDriverAdapterError } from '@prisma/driver-adapter-utils'
import { Prisma } from '@/lib/generated/prisma/client'

/** The driver's details of a failed statement. */
export interface DriverErrorDetails {
  kind?: unknown
  /** PostgreSQL's error code, if it responded: `57P01`. */
  originalCode?: unknown
}

/**
 * Empty if the error is not from the driver. At the start or end of a transaction, Prisma passes the driver's error
 * through.
 */
export function readDriverErrorDetails(error: unknown): DriverErrorDetails {
  if (isDriverAdapterError(error)) return error.cause
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return {}
  const adapterError = error.meta?.driverAdapterError as { cause?: DriverErrorDetails } | undefined
  return adapterError?.cause ?? {}
}
