import { isDriverAdapterError } from '@prisma/driver-adapter-utils'
import { Prisma } from '@/lib/generated/prisma/client'

/** What the driver said of a statement that failed. */
export interface DriverCause {
  kind?: unknown
  /** PostgreSQL's own code, where it answered: `57P01`. */
  originalCode?: unknown
}

/** Empty for what did not come from the driver. Where a transaction begins or ends, Prisma lets its error through as it is. */
export function readDriverCause(error: unknown): DriverCause {
  if (isDriverAdapterError(error)) return error.cause
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return {}
  const adapterError = error.meta?.driverAdapterError as { cause?: DriverCause } | undefined
  return adapterError?.cause ?? {}
}
